before() {
  :
}

broken() {
  if [ -n "$x" ]; then
    echo x
}

after() {
  :
}

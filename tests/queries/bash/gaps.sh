#!/bin/sh
# What the grammar alone cannot read.

each() {
  for argument do
    echo "$argument"
  done
  for argument
  do
    echo "$argument"
  done
}

write() {
  cat > "$file" <<< "$text"
  cat > "$file" <<<'text'
}

escape() {
  text=${1//</&lt;}
  text=${text//>/&gt;}
  for ((i = 0; i < n; i++)); do
    char="${text:$i:1}"
  done
  list="${list%%]*}"
}

last() { :; }

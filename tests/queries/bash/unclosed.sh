# Has no end.
each() { # names
  while (($# > 0)) && [[ $1 != -- ]]; do
  PATH="${saved?}" "$@"

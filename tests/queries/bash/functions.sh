#!/usr/bin/env bash
# Deploys things.

set -euo pipefail
. ./lib.sh
source "$(dirname "$0")/common.sh"
source lib/more.sh
. "${DIR}/env.sh"
source $HOME/.config/deploy
[ -f local.sh ] && . 'local.sh'
. "$unknown"
source <(generate)

# Where it goes.
TARGET=/srv/app
export PATH="$PATH:/opt/bin"
export MODE=fast LEVEL=3
export TARGET
readonly VERSION=1.2
declare -r BUILD=7
declare -ri COUNT=3
declare -A HOSTS=([main]=a [spare]=b)
declare -a FILES
typeset -i total=0
declare -x SHARED=yes
names=(a b c)
names[1]=x
names+=(d)
first=1 second=2

LC_ALL=C sort "$TARGET" # sets no variable

# Says what happens.
# In one line.
log() {
  local level=$1
  message=$2
  helper() { :; }
  printf '%s\n' "$message"
}

function with_keyword { # a comment
  echo keyword
}

function both() {
  echo both
}

in_subshell() (
  cd /tmp
)

ns::dashed-name() { :; }
dotted.name() { :; } >&2

if [ "$MODE" = fast ]; then
  twin() { echo fast; }
else
  # The slow one.
  twin() { echo slow; }
fi

case $MODE in
  fast) in_case() { :; } ;;
esac

_complete() { :; } && complete -F _complete deploy

cat <<EOF
not_me() { :; }
EOF

text='
not_me_either() { :; }
'

test_log() {
  log info x
}

main() { log "$@"; }
main "$@"

#!/usr/bin/env bats

load test_helper
load 'lib/assert'
bats_load_library bats-support
source "$BATS_TEST_DIRNAME/common.bash"

# Before each test.
setup() {
  work="$(mktemp -d)"
}

function teardown {
  rm -r "$work"
}

@test "it deploys" {
  expected=1
  run deploy
  [ "$status" -eq 0 ]
}

@test "it fails" {
  inner() { :; }
  run inner
}

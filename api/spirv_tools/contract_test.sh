#!/usr/bin/env bash
# Checks that the functions do what those of SPIRV-Tools do: the output of the
# program in contract/ is contract/expected.txt, with our library and with theirs.
set -euo pipefail
cd api/spirv_tools
source ./peer.sh

./contract_program > "$TEST_TMPDIR/ours.txt" 2> "$TEST_TMPDIR/ours.err" ||
  fail "exit status $?"
diff contract/expected.txt "$TEST_TMPDIR/ours.txt" || fail 'our library differs'
# What spvDiagnosticPrint writes.
diff - "$TEST_TMPDIR/ours.err" << 'END' || fail 'our messages differ'
error: 7: a message
error: 4: 6: a message
error: 
END

need_peer
# shellcheck disable=SC2046  # words
build "$TEST_TMPDIR/theirs" contract/*.c contract/*.cc -- \
  -Icontract $(pkg-config --cflags --libs SPIRV-Tools)
"$TEST_TMPDIR/theirs" > "$TEST_TMPDIR/theirs.txt" 2> "$TEST_TMPDIR/theirs.err"
diff contract/expected.txt "$TEST_TMPDIR/theirs.txt" || fail 'SPIRV-Tools differs'
diff "$TEST_TMPDIR/ours.err" "$TEST_TMPDIR/theirs.err" ||
  fail 'the messages of SPIRV-Tools differ'

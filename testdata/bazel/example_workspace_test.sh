#!/usr/bin/env bash
# Tests the example workspace with an installed Plumb: it builds, its tests pass and
# report every module, only changed modules are validated again, and a broken module
# fails the build with a diagnostic.
set -euo pipefail
# shellcheck source=testdata/bazel/example.sh
. testdata/bazel/example.sh

make_client here
readonly shaders=$TEST_TMPDIR/here/shaders

log=$(on_client here test //...) || fail "the tests do not pass: $log"
grep -q '^Executed 4 out of 4 tests: 4 tests pass' <<< "$log" ||
  fail "not four tests: $log"

# A test case for each binary and for each text of the corpus.
want=$(
  cd "$shaders"
  for text in modules/*.spvasm; do
    name=$(basename "$text" .spvasm)
    [[ -s bazel-bin/$name.spv ]] || fail "no $name.spv: $log"
    printf '<testcase classname="." name="%s.spv"/>\n' "$name"
  done
  for text in corpus/*/*.spvasm; do
    printf '<testcase classname="%s" name="%s"/>\n' "${text%/*}" "${text##*/}"
  done
)
reports=$(find -L "$shaders/bazel-testlogs" -name test.xml -exec cat {} +)
cases=$(grep -o '<testcase .*' <<< "$reports")
[[ $(sort <<< "$cases") == "$(sort <<< "$want")" ]] ||
  fail "the test cases are not the modules: $reports"

# A comment does not change the binary, so its test does not run again.
echo '; A comment.' >> "$shaders/modules/fill.spvasm"
log=$(on_client here test //...) || fail "tests fail after a comment: $log"
grep -q '^Executed 0 out of 4 tests' <<< "$log" ||
  fail "a comment makes tests run again: $log"

# A text of the corpus is an input of one of the tests.
echo '; A comment.' >> "$shaders/corpus/math/mean.spvasm"
log=$(on_client here test //...) || fail "tests fail after a comment: $log"
grep -q '^Executed 1 out of 4 tests' <<< "$log" || fail "not one test: $log"

sed -i 's/OpStore %pixel %white/OpStore %pixel %one/' "$shaders/modules/paint.spvasm"
! log=$(on_client here build //...) || fail "a broken module builds: $log"
grep -q '^modules/paint.spvasm:[0-9]*:[0-9]*: error: ' <<< "$log" ||
  fail "no diagnostic in: $log"
sed -i 's/OpStore %pixel %one/OpStore %pixel %white/' "$shaders/modules/paint.spvasm"

# If a program changes, all tests run again.
rm "$prefix/bin/spv-val"
printf '#!/bin/sh\nexit 1\n' > "$prefix/bin/spv-val"
chmod +x "$prefix/bin/spv-val"
! log=$(on_client here test //...) || fail "a changed program is not used: $log"
grep -q '^Executed 4 out of 4 tests: 4 fail' <<< "$log" ||
  fail "not all tests run with the changed program: $log"

rm "$prefix/bin/spv-val"
! log=$(on_client here test //...) || fail "tests pass without a program: $log"
grep -q 'spv-val is not installed' <<< "$log" ||
  fail "the missing program is not reported: $log"

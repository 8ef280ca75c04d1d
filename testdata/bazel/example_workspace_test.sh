#!/usr/bin/env bash
# The example workspace with an installed Plumb: it builds, its tests pass and
# report on every module, what changes is looked at again and nothing else, and
# a broken module fails the build, which says why.
set -euo pipefail
# shellcheck source=testdata/bazel/example.sh
. testdata/bazel/example.sh

make_client here
readonly shaders=$TEST_TMPDIR/here/shaders

log=$(on_client here test //...) || fail "it does not pass: $log"
grep -q '^Executed 4 out of 4 tests: 4 tests pass' <<< "$log" ||
  fail "not four tests: $log"

# A case for each binary and for each text of the corpus.
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
  fail "other cases than the modules: $reports"

# A comment is no part of the binary, so that its test need not run again.
echo '; A comment.' >> "$shaders/modules/fill.spvasm"
log=$(on_client here test //...) || fail "a comment breaks it: $log"
grep -q '^Executed 0 out of 4 tests' <<< "$log" || fail "a comment counts: $log"

# A text of the corpus is an input of one of the tests.
echo '; A comment.' >> "$shaders/corpus/math/mean.spvasm"
log=$(on_client here test //...) || fail "a comment breaks it: $log"
grep -q '^Executed 1 out of 4 tests' <<< "$log" || fail "not one test: $log"

sed -i 's/OpStore %pixel %white/OpStore %pixel %one/' "$shaders/modules/paint.spvasm"
! log=$(on_client here build //...) || fail "a broken module builds: $log"
grep -q '^modules/paint.spvasm:[0-9]*:[0-9]*: error: ' <<< "$log" ||
  fail "no diagnostic in: $log"
sed -i 's/OpStore %pixel %one/OpStore %pixel %white/' "$shaders/modules/paint.spvasm"

# Other programs judge anew.
rm "$prefix/bin/spv-val"
printf '#!/bin/sh\nexit 1\n' > "$prefix/bin/spv-val"
chmod +x "$prefix/bin/spv-val"
! log=$(on_client here test //...) || fail "another program is not noticed: $log"
grep -q '^Executed 4 out of 4 tests: 4 fail' <<< "$log" ||
  fail "not all tests run with another program: $log"

rm "$prefix/bin/spv-val"
! log=$(on_client here test //...) || fail "it needs no program: $log"
grep -q 'spv-val is not installed' <<< "$log" ||
  fail "no word of the missing program: $log"

#!/usr/bin/env bash
# Tests the scripts of the GitHub action and of the hook for pre-commit, with an
# archive that has the form of a release.
set -euo pipefail

fail() {
  printf 'action_test: %s\n' "$*" >&2
  exit 1
}

readonly scripts=$PWD/.github examples=$PWD/testdata/examples
readonly name=plumb-9.9.9-linux-x86_64 archive=$TEST_TMPDIR/plumb-9.9.9-linux-x86_64.tar.gz
mkdir -p "$TEST_TMPDIR/$name/bin" "$TEST_TMPDIR/work"
cp -L "$1" "$TEST_TMPDIR/$name/bin/spv-val"
tar --create --gzip -C "$TEST_TMPDIR" -f "$archive" "$name"
checksum=$(sha256sum "$archive" | cut -d ' ' -f 1)
export RUNNER_TEMP=$TEST_TMPDIR/runner XDG_CACHE_HOME=$TEST_TMPDIR/cache
cp -L "$examples"/*.spvasm "$TEST_TMPDIR/work/"
cd "$TEST_TMPDIR/work"

# expect STATUS TEXT COMMAND...: checks the status, and that the output has the text.
expect() {
  local wanted=$1 text=$2 output status=0
  shift 2
  output=$("$@" 2>&1) || status=$?
  [[ $status == "$wanted" && $output == *"$text"* ]] ||
    fail "$*: status $status, not $wanted, or no '$text' in: $output"
}

action() {
  env PLUMB_ARCHIVE="$archive" PLUMB_SHA256="$checksum" "$@" "$scripts/validate.sh"
}
expect 0 '' action PLUMB_FILES=triangle.spvasm PLUMB_TARGET_ENV=vulkan1.0
expect 1 '::error file=broken.spvasm,line=50,' action \
  PLUMB_FILES=$'triangle.spvasm\nbroken.spvasm\n'
expect 1 '4 more errors not shown' action PLUMB_FILES=broken.spvasm \
  PLUMB_OPTIONS=$'--max-errors\n1'
expect 2 'no such file' action PLUMB_FILES='no such file'
expect 1 'the checksum of' action PLUMB_FILES=triangle.spvasm PLUMB_SHA256=0 \
  RUNNER_TEMP="$TEST_TMPDIR/other"
expect 1 'cannot be read' action PLUMB_FILES=triangle.spvasm PLUMB_ARCHIVE=/no/archive \
  RUNNER_TEMP="$TEST_TMPDIR/other"
[[ -z $(ls "$TEST_TMPDIR/other/plumb") ]] || fail 'a refused archive was kept'

hook() {
  env PLUMB_ARCHIVE="$archive" "$scripts/pre_commit.sh" "$@"
}
expect 0 '' hook triangle.spvasm
expect 1 'broken.spvasm:50:' hook triangle.spvasm broken.spvasm

# pre-commit itself, where it is installed.
if command -v pre-commit > /dev/null && command -v git > /dev/null; then
  export HOME=$TEST_TMPDIR PRE_COMMIT_HOME=$TEST_TMPDIR/pre-commit PLUMB_ARCHIVE=$archive
  export GIT_{AUTHOR,COMMITTER}_NAME=test GIT_{AUTHOR,COMMITTER}_EMAIL=test@example.org
  mkdir "$TEST_TMPDIR/hook"
  cp -RL "$scripts" "$scripts/../.pre-commit-hooks.yaml" "$TEST_TMPDIR/hook"
  for folder in "$TEST_TMPDIR"/{hook,work}; do
    git -C "$folder" init --quiet
    git -C "$folder" add .
  done
  git -C "$TEST_TMPDIR/hook" commit --quiet --message hook
  expect 0 'Passed' pre-commit try-repo "$TEST_TMPDIR/hook" spv-val --files triangle.spvasm
  expect 1 'broken.spvasm:50:' \
    pre-commit try-repo "$TEST_TMPDIR/hook" spv-val --all-files
  unset PLUMB_ARCHIVE
fi
rm "$archive"
expect 0 '' hook triangle.spvasm
expect 1 'spv-val is not installed' env PATH=/usr/bin:/bin PLUMB_ARCHIVE= \
  "$scripts/pre_commit.sh" triangle.spvasm

#!/usr/bin/env bash
# Generates the parser, runs its tests, and parses a file without an error.
set -euo pipefail

source tools/skip.sh

command -v tree-sitter > /dev/null || skip 'tree-sitter is not installed'
tree-sitter --version | grep -qE ' (0\.2[2-9]|0\.[3-9]|[1-9])' ||
  skip 'tree-sitter is older than 0.22'
readonly grammar=$TEST_TMPDIR/grammar
cp --recursive --dereference editors/tree-sitter-spirv "$grammar"
cp --dereference editors/session.spvasm "$grammar"
chmod --recursive u+w "$grammar"
cd "$grammar"
export HOME=$TEST_TMPDIR
tree-sitter generate
tree-sitter test
tree-sitter parse session.spvasm > tree
! grep -E 'ERROR|MISSING' tree
tree-sitter query queries/highlights.scm session.spvasm | grep -q 'keyword'

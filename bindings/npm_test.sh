#!/usr/bin/env bash
# Tests the package for JavaScript, with the plumb.wasm that tools/wasm has built.
set -euo pipefail

source tools/skip.sh

command -v node > /dev/null || skip 'node is not installed'
[[ -r bindings/npm/plumb.wasm ]] || skip 'there is no plumb.wasm: run tools/wasm'
export SPV_VAL=$PWD/cli/spv-val
# Node finds the package by its real path.
cp -RL bindings/npm "$TEST_TMPDIR/npm"
cd "$TEST_TMPDIR/npm"
node --test test/

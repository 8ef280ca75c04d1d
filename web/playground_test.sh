#!/usr/bin/env bash
# Drives the playground in Chromium.
set -euo pipefail

source tools/skip.sh

skip_without_node
CHROMIUM=$(command -v chromium) || skip 'Chromium is not installed'
export CHROMIUM
[[ -r bindings/npm/plumb.wasm ]] || skip 'plumb.wasm is not built: run tools/wasm'
rules_site=$PWD/$1
for folder in web bindings/npm testdata/devices testdata/examples testdata/shaders; do
  mkdir -p "$TEST_TMPDIR/tree/$folder"
  cp --recursive --dereference "$folder/." "$TEST_TMPDIR/tree/$folder"
done
chmod --recursive u+w "$TEST_TMPDIR/tree"
cd "$TEST_TMPDIR/tree/web"
npm ci --no-audit --no-fund > log 2>&1 || skip 'npm cannot install the packages'
npm run build
"$rules_site" --playground ../index.html dist/rules
npm test

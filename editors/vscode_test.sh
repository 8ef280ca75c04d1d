#!/usr/bin/env bash
# Drives spv-lsp by VS Code's library, and packages the extension.
set -euo pipefail

source tools/skip.sh

skip_without_node
export SPV_LSP=$PWD/cli/spv-lsp
readonly tree=$TEST_TMPDIR/editors/vscode
mkdir -p "$TEST_TMPDIR/editors"
cp --recursive --dereference editors/vscode "$tree"
cp --dereference LICENSE "$TEST_TMPDIR/"
chmod --recursive u+w "$tree"
cd "$tree"
npm ci --no-audit --no-fund > log 2>&1 || skip 'npm cannot install the packages'
npm test
npm run package > log 2>&1 || { cat log >&2; exit 1; }
[[ -s plumb-spirv-1.0.0.vsix ]]

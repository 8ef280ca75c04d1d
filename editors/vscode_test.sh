#!/usr/bin/env bash
# Drives spv-lsp by VS Code's library, and packages the extension.
set -euo pipefail

source tools/skip.sh

for program in node npm; do
  command -v "$program" > /dev/null || skip "$program is not installed"
done
node --eval 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' ||
  skip 'Node.js 20 or later is not installed'
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

#!/usr/bin/env bash
# Edits a file in Neovim, with the plugin and spv-lsp.
set -euo pipefail

source tools/skip.sh

command -v nvim > /dev/null || skip 'nvim is not installed'
export PATH=$PWD/cli:$PATH HOME=$TEST_TMPDIR PLUGIN=$PWD/editors/vim
export TEXT=$TEST_TMPDIR/session.spvasm
cp editors/session.spvasm "$TEXT"
chmod u+w "$TEXT"
timeout 120 nvim --headless -u NONE -i NONE -n \
  -c "luafile editors/vim/test/session.lua" -c 'cquit'

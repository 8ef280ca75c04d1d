#!/usr/bin/env bash
# Edits a file in Emacs, with the mode and, if Eglot is installed, with spv-lsp.
set -euo pipefail

source tools/skip.sh

command -v emacs > /dev/null || skip 'emacs is not installed'
export PATH=$PWD/cli:$PATH HOME=$TEST_TMPDIR MODE=$PWD/editors/emacs/spirv-mode.el
export TEXT=$TEST_TMPDIR/session.spvasm
cp editors/session.spvasm "$TEXT"
chmod u+w "$TEXT"
emacs --batch --load editors/emacs/test/session.el

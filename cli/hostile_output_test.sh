#!/usr/bin/env bash
# Tests the output of the programs if names, texts and files try to break a format,
# to add a line or to control a terminal.  hostile_output_test.py has the cases.
set -euo pipefail

python=$(command -v python3 || true)
if [[ -z $python ]]; then
  echo "hostile_output_test: skipped: python3 is not installed"
  exit 0
fi
exec "$python" "$PWD/cli/hostile_output_test.py" "$PWD/cli"

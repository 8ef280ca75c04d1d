#!/usr/bin/env bash
# What the programs print when names, texts and files try to break a format, to
# add a line or to control a terminal; hostile_output_test.py has the cases.
set -euo pipefail

python=$(command -v python3 || true)
if [[ -z $python ]]; then
  echo "hostile_output_test: skipped: there is no python3"
  exit 0
fi
exec "$python" "$PWD/cli/hostile_output_test.py" "$PWD/cli"

#!/usr/bin/env bash
# Runs depfile_test.py.
set -euo pipefail
if ! command -v python3 > /dev/null; then
  echo "skipped: python3 is not installed" >&2
  exit 0
fi
python3 cli/depfile_test.py cli/spv-as

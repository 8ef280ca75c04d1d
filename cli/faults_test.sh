#!/usr/bin/env bash
# Runs faults_test.py.
set -euo pipefail
if ! command -v python3 > /dev/null; then
  echo "faults_test: skipped: python3 is not installed"
  exit 0
fi
python3 cli/faults_test.py cli

#!/bin/sh
# Runs update_grammar_test.py with the program that writes snapshots.
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }
WRITE_SNAPSHOT=$PWD/grammar/generator/write_snapshot
export WRITE_SNAPSHOT
exec python3 tools/update_grammar_test.py

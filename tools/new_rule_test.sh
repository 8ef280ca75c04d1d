#!/bin/sh
# Runs new_rule_test.py.
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }
exec python3 tools/new_rule_test.py tools/new_rule

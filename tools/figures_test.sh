#!/bin/sh
# Checks that the documents show the figures of the last recorded run.
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }
exec tools/record_figures --check

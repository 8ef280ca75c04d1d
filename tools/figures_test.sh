#!/bin/sh
# Documents show the figures of the last recorded run.
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 0; }
exec tools/record_figures --check

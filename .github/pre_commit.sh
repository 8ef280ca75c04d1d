#!/usr/bin/env bash
# The hook for pre-commit: validates the files that it is given, with the spv-val of
# PLUMB_ARCHIVE (fetch_spv_val.sh), or else the one in PATH.
set -euo pipefail
if [[ -n ${PLUMB_ARCHIVE:-} ]]; then
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/plumb/pre-commit
  program=$("$(dirname "$0")/fetch_spv_val.sh" "$PLUMB_ARCHIVE" "$cache")
elif ! program=$(command -v spv-val); then
  echo 'spv-val is not installed: install it, or set PLUMB_ARCHIVE to a release archive' >&2
  exit 1
fi
exec "$program" "$@"

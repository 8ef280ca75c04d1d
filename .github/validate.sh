#!/usr/bin/env bash
# The step of action.yml, which sets these variables from its inputs.
set -euo pipefail
: "${PLUMB_ARCHIVE:?}" "${PLUMB_FILES:?}"
cache=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/plumb
program=$("$(dirname "$0")/fetch_spv_val.sh" "$PLUMB_ARCHIVE" "$cache" \
  ${PLUMB_SHA256:+"$PLUMB_SHA256"})

# lines TEXT: prints the lines that are not empty, each ended by NUL.
lines() {
  local line
  while IFS= read -r line || [[ -n $line ]]; do
    [[ -z $line ]] || printf '%s\0' "$line"
  done <<< "$1"
}
mapfile -d '' -t options < <(lines "${PLUMB_OPTIONS:-}")
mapfile -d '' -t files < <(lines "$PLUMB_FILES")
[[ -z ${PLUMB_TARGET_ENV:-} ]] || options+=(--target-env "$PLUMB_TARGET_ENV")
exec "$program" --format github "${options[@]}" -- "${files[@]}"

# For tests.  Sourced.
# shellcheck shell=bash

# skip REASON: ends the test; tools/test counts it and shows the reason.
skip() {
  local name
  name=$(basename "$0" .sh)
  printf '%s: skipped: %s\n' "$name" "$1"
  if [[ -n ${XML_OUTPUT_FILE:-} ]]; then
    cat > "$XML_OUTPUT_FILE" << END
<testsuites tests="1" failures="0" errors="0"><testsuite name="$name" tests="1">
<testcase name="$name"><skipped message="$1"/></testcase>
</testsuite></testsuites>
END
  fi
  exit 0
}

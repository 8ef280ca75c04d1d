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

# skip_without_node: ends the test unless Node.js 20 or later and npm are installed.
skip_without_node() {
  local program
  for program in node npm; do
    command -v "$program" > /dev/null || skip "$program is not installed"
  done
  node --eval 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' ||
    skip 'Node.js 20 or later is not installed'
}

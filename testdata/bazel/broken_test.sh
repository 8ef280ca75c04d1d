#!/usr/bin/env bash
# Checks that a spirv_validate_test with a broken module fails, has diagnostics in
# its log, and has a test case for each module in its report, and that a
# spirv_pipeline_test without a vertex stage fails.
set -euo pipefail

fail() {
  printf 'broken_test: %s\n' "$1" >&2
  exit 1
}

test=$1
unset TEST_TOTAL_SHARDS TEST_SHARD_INDEX TEST_SHARD_STATUS_FILE
export XML_OUTPUT_FILE=$TEST_TMPDIR/report.xml
status=0
log=$("$test" 2>&1) || status=$?
((status == 1)) || fail "exit status $status"
grep -q '^testdata/examples/broken.spvasm:[0-9]*:[0-9]*: error: ' <<< "$log" ||
  fail "no diagnostic in: $log"
grep -q 'tests="2" failures="1" errors="0"' "$XML_OUTPUT_FILE" ||
  fail "wrong counts in: $(cat "$XML_OUTPUT_FILE")"
grep -q 'name="triangle.spv"/>' "$XML_OUTPUT_FILE" || fail 'the report has no valid module'

# With two shards, each has one module.
for shard in 0 1; do
  status=0
  TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=$shard "$test" > "$TEST_TMPDIR/log" 2>&1 ||
    status=$?
  ((status == shard)) || fail "exit status $status of shard $shard"
done

status=0
log=$("$2" 2>&1) || status=$?
((status == 1)) || fail "exit status $status of the pipeline"
grep -q 'error: .*\[pipeline.stage.vertex-required, ' <<< "$log" ||
  fail "no diagnostic in: $log"

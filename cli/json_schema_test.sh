#!/usr/bin/env bash
# Checks that the output of --format json conforms to docs/user/plumb.schema.json,
# for the test modules of the rules as texts and as binaries, and for the other
# kinds of lines; and that the schema rejects other lines.  Checks the output of
# --format sarif against the schema of SARIF, if tools/fetch_sarif_schema has
# fetched it, and descriptions of pipelines against docs/user/pipeline.schema.json.
set -euo pipefail

python=$(command -v python3 || true)
if [[ -z $python ]] || ! "$python" -c 'import jsonschema' 2> /dev/null; then
  echo "json_schema_test: skipped: Python's jsonschema is not installed"
  exit 0
fi

schema=$PWD/docs/user/plumb.schema.json check=$PWD/cli/json_schema_test.py
as=$PWD/cli/spv-as val=$PWD/cli/spv-val
lines=$TEST_TMPDIR/lines.jsonl

# Status 1 and 2 are expected, because most of these modules violate a rule.
run() {
  local status=0
  "$@" >> "$lines" 2> /dev/null || status=$?
  (( status <= 2 )) || { echo "status $status of $*" >&2; exit 1; }
}

"$python" "$PWD/cli/pipeline_schema_test.py" docs/user/pipeline.schema.json \
  docs/user/pipelines.md testdata/rules/pipeline/*.spvasm
cd testdata
run "$val" --format json --include spvasm '@-' < <(
  find -L rules/{cfg,type,decoration,debug,debuginfo,layout} -name '*.spvasm' | sort)
run "$as" --format json --no-validate -o "$TEST_TMPDIR/out" rules/cfg rules/type
run "$val" --format json "$TEST_TMPDIR/out"
run "$val" --format json --target-env vulkan1.3 --max-errors 1 rules/builtin rules/entry
run "$val" --format json --needs rules/mode examples
run "$val" --format json --interface --include '[.]ok[.]spvasm' rules/{memory,mesh,mode}
run "$val" --format json missing.spv
run "$val" --format json - <<< $'OpCapability Shader\nOpMemoryModl Logical GLSL450'
"$python" "$check" "$schema" "$lines"

sarif_schema=${PLUMB_CACHE:-${XDG_CACHE_HOME:-~/.cache}/plumb}/sarif-schema-2.1.0.json
if [[ ! -r $sarif_schema ]]; then
  echo "SARIF is not checked: $sarif_schema does not exist"
  exit 0
fi
log=$TEST_TMPDIR/log.sarif
for inputs in 'rules/cfg rules/type' rules/debuginfo rules/layout \
  "$TEST_TMPDIR/out" 'missing.spv examples'; do
  : > "$log"
  # shellcheck disable=SC2086
  "$val" --format sarif --target-env vulkan1.3 $inputs > "$log" 2> /dev/null || true
  "$python" -c '
import json, sys, jsonschema
schema, log = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
results = sum(len(run["results"]) for run in log["runs"])
jsonschema.validators.validator_for(schema)(schema).validate(log)
print(results, "results of SARIF conform to its schema")
' "$sarif_schema" "$log"
done

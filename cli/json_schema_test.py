"""Checks lines of JSON against a schema; see json_schema_test.sh."""

import collections
import json
import sys

import jsonschema

# The minimum number of each kind of line and member, so that the test covers them.
LEAST = {
    "run": 5,
    "diagnostic": 300,
    "input": 500,
    "needs": 5,
    "column": 100,
    "word": 100,
    "offset": 50,
    "function": 50,
    "source": 1,
    "vuid": 5,
    "fix": 1,
    "note": 20,
    "errors_not_shown": 1,
    "error": 1,
    "unneeded": 5,
    "interface": 5,
}


def members(line):
    """The kind of a line and its members, for the counts of LEAST."""
    yield line["kind"]
    yield from line
    yield from ("note" for _ in line.get("notes", []))


def broken(line):
    """Variants of `line` that the schema must reject."""
    yield {name: value for name, value in line.items() if name != "kind"}
    yield {**line, "kind": "other"}
    yield {**line, "surplus": 1}
    if line["kind"] == "run":
        yield {**line, "schema": 2}
    else:
        yield {**line, "file": None}
    if line["kind"] == "diagnostic":
        yield {**line, "severity": "note"}
        yield {**line, "rule": "No Rule"}
        yield {**line, "notes": [{}]}
        yield {**line, "line": 0}
        yield {**line, "offset": 3}
        yield {name: value for name, value in line.items() if name != "end_word"}
    if line["kind"] == "input":
        yield {**line, "valid": "yes"}
        yield {**line, "errors": -1}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]

    failed = 0
    for line in lines:
        for error in validator.iter_errors(line):
            print(f"not valid: {json.dumps(line)}: {error.message}")
            failed += 1
    counts = collections.Counter(name for line in lines for name in members(line))
    for name, least in LEAST.items():
        if counts[name] < least:
            print(f"{name}: must occur {least} times, not {counts[name]}")
            failed += 1

    samples = {line["kind"]: line for line in lines}
    samples["diagnostic"] = next(line for line in lines if "end_word" in line)
    for sample in samples.values():
        for wrong in broken(sample):
            if wrong != sample and validator.is_valid(wrong):
                print(f"accepted by the schema: {json.dumps(wrong)}")
                failed += 1
    print(f"{len(lines)} lines, {failed} failures")
    sys.exit(1 if failed else 0)


main()

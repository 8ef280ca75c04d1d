#!/usr/bin/env bash
# Checks that plots are well-formed and have a line for each side of each axis and a
# dot for each module.
set -euo pipefail
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }

fail() {
  echo "plot_test: $*" >&2
  exit 1
}

cd "$(dirname "$0")/.."
readonly plot=$PWD/bench/plot
cd "$TEST_TMPDIR"

# expect FILE CLASS COUNT...: checks the number of elements of each class; "dot"
# means the points in all paths of dots.
expect() {
  python3 - "$@" << 'END'
import collections, sys, xml.etree.ElementTree as tree
name, *pairs = sys.argv[1:]
root = tree.parse(name).getroot()
spaced = "{http://www.w3.org/2000/svg}"
assert root.tag == spaced + "svg" and root.get("role") == "img", root.tag
for part in ("title", "desc"):
    assert len(root.findtext(spaced + part)) > 10, f"no {part}"
counts = collections.Counter(item.get("class") for item in root.iter())
counts["dot"] = sum(item.get("d").count("M") for item in root.iter()
                    if item.get("class") == "dots")
for kind, count in zip(pairs[::2], pairs[1::2]):
    assert counts[kind] == int(count), f"{name}: {counts[kind]} of '{kind}'"
texts = " ".join(item.text for item in root.iter(spaced + "text"))
assert "size: " in texts and "time of " in texts, texts
END
}

# Two axes; for one of the four points, the peer has no time.
cat > record.txt << 'END'
some compiler; peer: SPIRV-Tools 2030.1

| workload      |   MB | Mwords | assemble MB/s | peer |    x | validate Mwords/s | peer |    x |
|---------------|-----:|-------:|--------------:|-----:|-----:|------------------:|-----:|-----:|
| corpus        | 34.1 |   3.40 |           321 | 28.6 | 11.2 |              19.0 | 1.82 | 10.4 |

| workload    |   MB | Mwords | assemble MB/s | peer |    x | validate Mwords/s |  peer |   x |
|-------------|-----:|-------:|--------------:|-----:|-----:|------------------:|------:|----:|
| loops/4000  | 1.00 |  0.250 |           250 | 20.0 | 12.5 |              25.0 | 0.250 | 100 |
| loops/16000 | 4.00 |   1.00 |           250 | 10.0 | 25.0 |              25.0 |     - |   - |
| names/100   | 0.10 |  0.025 |           250 | 20.0 | 12.5 |              25.0 | 0.250 | 100 |
| names/400   | 0.40 |  0.100 |           250 | 10.0 | 25.0 |              25.0 | 0.250 | 100 |

| workload   | disassemble MB/s | peer |    x |
|------------|-----------------:|-----:|-----:|
| loops/4000 |              200 | 20.0 | 10.0 |
END
"$plot" --record record.txt --output record
expect record/assemble.svg frame 2 "series plumb" 2 "series peer" 2 \
  "mark plumb" 5 "mark peer" 5  # one more of each in the key
expect record/validate.svg frame 2 "series plumb" 2 "series peer" 1 \
  "mark plumb" 5 "mark peer" 4
grep -q "some compiler; peer: SPIRV-Tools 2030.1" record/assemble.svg ||
  fail "the setting is not shown"
[[ ! -e record/modules.svg ]] || fail "modules were drawn without times"

"$plot" --record record.txt --output record --check ||
  fail "a new plot is not up to date"
echo >> record/validate.svg
if "$plot" --record record.txt --output record --check > differs; then
  fail "a plot that differs is up to date"
fi
[[ $(< differs) == "validate.svg is not up to date: run bench/plot" ]] ||
  fail "$(< differs)"

{
  printf '# some compiler <&>\n'
  printf 'module\tstage\twords\tbytes\tplumb_ns\tpeer_ns\n'
  for i in 1 2 3; do
    printf 'vulkan1.3/%s\tvalidate\t%s00\t1000\t100\t%s000\n' "$i" "$i" "$i"
    printf 'loops/%s0\tvalidate\t%s00\t1000\t100\t-\n' "$i" "$i"
    printf 'loops/%s0\tassemble\t%s00\t%s000\t100\t900\n' "$i" "$i" "$i"
    printf 'loops/%s0\tdisassemble\t%s00\t1000\t100\t900\n' "$i" "$i"
  done
} > times.tsv
"$plot" --modules times.tsv --output modules
[[ $(ls modules) == modules.svg ]] || fail "a plot was drawn without being named"
expect modules/modules.svg frame 2 dot 6 median 2 one 2
grep -q ">20×<" modules/modules.svg || fail "the median is not shown"
grep -q "some compiler &lt;&amp;&gt;" modules/modules.svg || fail "the setting is not shown"
"$plot" --axes times.tsv --output axes
expect axes/validate.svg "series plumb" 1 "series peer" 0 "mark plumb" 4
expect axes/assemble.svg "series plumb" 1 "series peer" 1 "mark peer" 4

# Output of Google Benchmark: rates of counters, repetitions, aggregates.
python3 - > times.json << 'END'
import json
runs = []
for size in (10, 40):
    for side, seconds in (("plumb", 1e-6), ("peer", 1e-5)):
        for stage in ("assemble", "validate", "disassemble"):
            name = f"{stage}/loops/{size}/{side}"
            for slower in (2, 1):
                time = size * seconds * slower
                runs.append({"name": name, "run_name": name,
                             "run_type": "iteration", "cpu_time": time * 1e9,
                             "time_unit": "ns", "words": size * 100 / time,
                             "text": size * 1000 / time})
            runs.append({"name": name + "_mean", "run_name": name,
                         "run_type": "aggregate", "cpu_time": 1,
                         "time_unit": "ns", "words": 1, "text": 1})
print(json.dumps({"context": {}, "benchmarks": runs}))
END
"$plot" --axes times.json --output json
expect json/validate.svg frame 1 "series plumb" 1 "series peer" 1 \
  "mark plumb" 3 "mark peer" 3
grep -q ">10 µs<" json/validate.svg || fail "the time of ten microseconds is not shown"

for wrong in "--record none" "--axes record.txt" "--record times.tsv" "--nonsense"; do
  status=0
  # shellcheck disable=SC2086
  "$plot" $wrong --output wrong 2> /dev/null || status=$?
  (( status == 2 )) || fail "'$wrong' gives status $status"
done

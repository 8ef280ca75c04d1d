#!/bin/bash
# Asserts the growth of work that docs/contributor/limits.md states: the
# instructions of RunLoad() at twice the size, less those of a very small
# input, divided by those at the size.  Less than an instruction for each byte
# is not work.  valgrind counts them; nothing is timed.
#
#   work_test.sh LOAD_MAIN LIMITS.MD [SCALE]
#
# The default makes inputs of about 15 and 30 KB, because valgrind is slow.  At such
# sizes, a hash table that grows once more in the larger input is noticeable: a tenth
# more is accepted.  With a SCALE of 1 or more, nothing is.
set -euo pipefail

load_main=$1
limits=$2
scale=${3:-0.1}
tolerance=$(awk -v scale="$scale" 'BEGIN { print scale < 1 ? 1.1 : 1 }')

if ! command -v valgrind > /dev/null; then
  echo "skipped: valgrind is not installed"
  exit 0
fi

out=$(mktemp -d "${TEST_TMPDIR:-/tmp}/work.XXXXXX")
trap 'rm -rf "$out"' EXIT

valgrind --tool=callgrind --callgrind-out-file="$out/part" \
  --toggle-collect='plumb::bench::internal::RunSession*' \
  --dump-after='plumb::bench::RunLoad*' \
  "$load_main" --work --scale "$scale" > "$out/loads" 2> "$out/log" || {
  cat "$out/log"
  exit 1
}

# The parts are numbered in the order of the runs: four for each load.
total() { sed -n 's/^totals: //p' "$out/part.$1"; }
part=0
failures=0
while read -r task name bytes twice; do
  base=$(total $((part + 2)))
  once=$(total $((part + 3)))
  double=$(total $((part + 4)))
  part=$((part + 4))
  bound=$(awk -F'|' -v task="$task" -v name="$name" '
    { for (i = 1; i <= NF; ++i) gsub(/^ +| +$/, "", $i) }
    NF == 8 && $2 == task && $3 == name { print $7 }' "$limits")
  awk -v task="$task" -v name="$name" -v base="$base" -v once="$once" \
    -v double="$double" -v bytes="$bytes" -v twice="$twice" \
    -v bound="${bound:-0}" -v tolerance="$tolerance" 'BEGIN {
      work = once - base > bytes ? once - base : bytes
      growth = (double - base) / work
      printf "%-12s %-20s %8d bytes %12d instructions, %8d bytes %5.2f times\n",
             task, name, bytes, once, twice, growth
      if (growth <= bound * tolerance) exit 0
      printf "  more than %s times, which %s states\n", bound, "limits.md"
      exit 1
    }' || failures=$((failures + 1))
done < "$out/loads"
echo "$((part / 4)) loads, $failures failures"
[[ $part -gt 0 && $failures -eq 0 ]]

#!/usr/bin/env bash
# A thousand inputs in one command: valid, invalid, not there, and no SPIR-V at
# all, mixed.  Counts, order and status are right, and --jobs changes nothing.
set -euo pipefail

fail() {
  printf 'batch_test: %s\n' "$*" >&2
  exit 1
}

val=$PWD/cli/spv-val rules=$PWD/testdata/rules
cd "$TEST_TMPDIR"
mkdir in

# What each file is, in the order of the list.
mapfile -t valid < <("$val" -v "$rules/type" "$rules/cfg" 2> /dev/null |
  sed -n 's/: valid$//p')
((${#valid[@]} > 50)) || fail 'hardly any module is valid'
head -c 5000 "$val" > noise  # a program of this machine
for ((i = 0; i < 1000; ++i)); do
  name=$(printf 'in/%04d.spvasm' $((i * 7919 % 1000)))
  case $((i % 10)) in
    3)
      printf 'OpCapability Shader\nOpMemoryModel Logical GLSL450\n' > "$name"
      echo invalid "$name"
      ;;
    6)
      cp noise "$name"
      echo invalid "$name"
      ;;
    8) echo unreadable "$name" ;;
    *)
      cp "${valid[i % ${#valid[@]}]}" "$name"
      echo valid "$name"
      ;;
  esac
done > kinds
cut -d ' ' -f 2 kinds > list

for format in text json sarif junit github; do
  for jobs in 1 2 7; do
    status=0
    "$val" --format "$format" --jobs "$jobs" -v @list > "out.$jobs" 2> "err.$jobs" ||
      status=$?
    ((status == 2)) || fail "$format, $jobs jobs: exit status $status"
  done
  for jobs in 2 7; do
    cmp out.1 "out.$jobs" || fail "$format: $jobs jobs print something else"
    cmp err.1 "err.$jobs" || fail "$format: $jobs jobs say something else"
  done
done

# Each input once, in order, and each what it is.
"$val" --format json @list > lines 2> /dev/null || true
sed -n 's/^{"kind":"input","file":"\([^"]*\)","valid":\(true\|false\|null\).*/\2 \1/p' \
  lines | sed 's/^true/valid/; s/^false/invalid/; s/^null/unreadable/' > judged
diff kinds judged > /dev/null || fail "other verdicts, or another order:
$(diff kinds judged | head)"

"$val" --summary @list > /dev/null 2> err || true
grep -q '^inputs: 1,000, valid: 700, invalid: 200, unreadable: 100$' err ||
  fail "wrong counts: $(grep '^inputs' err)"

# Of files only that can be read, invalid ones give status 1, and none 0.
grep -v unreadable kinds | cut -d ' ' -f 2 > list
status=0
"$val" @list > /dev/null 2>&1 || status=$?
((status == 1)) || fail "status $status with invalid inputs"
grep '^valid' kinds | cut -d ' ' -f 2 > list
"$val" @list || fail "status $? of valid inputs"

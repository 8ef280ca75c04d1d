#!/usr/bin/env bash
# Runs one command with a thousand inputs: valid, invalid, missing, and files that
# are not SPIR-V.  Checks counts, order and exit status, and that --jobs does not
# change the output.
set -euo pipefail

fail() {
  printf 'batch_test: %s\n' "$*" >&2
  exit 1
}

val=$PWD/cli/spv-val rules=$PWD/testdata/rules
cd "$TEST_TMPDIR"
mkdir in

# Write the inputs, and the kind of each in the order of the list.
mapfile -t valid < <("$val" -v "$rules/type" "$rules/cfg" 2> /dev/null |
  sed -n 's/: valid$//p')
((${#valid[@]} > 50)) || fail 'too few modules are valid'
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
    cmp out.1 "out.$jobs" || fail "$format: standard output differs with $jobs jobs"
    cmp err.1 "err.$jobs" || fail "$format: standard error differs with $jobs jobs"
  done
done

# Each input is reported once, in order, with the right verdict.
"$val" --format json @list > lines 2> /dev/null || true
sed -n 's/^{"kind":"input","file":"\([^"]*\)","valid":\(true\|false\|null\).*/\2 \1/p' \
  lines | sed 's/^true/valid/; s/^false/invalid/; s/^null/unreadable/' > judged
diff kinds judged > /dev/null || fail "wrong verdicts or order:
$(diff kinds judged | head)"

"$val" --summary @list > /dev/null 2> err || true
grep -q '^inputs: 1,000, valid: 700, invalid: 200, unreadable: 100$' err ||
  fail "wrong counts: $(grep '^inputs' err)"

# Without unreadable files, the status is 1 if a module is invalid, and 0 otherwise.
grep -v unreadable kinds | cut -d ' ' -f 2 > list
status=0
"$val" @list > /dev/null 2>&1 || status=$?
((status == 1)) || fail "status $status with invalid inputs"
grep '^valid' kinds | cut -d ' ' -f 2 > list
"$val" @list || fail "status $? of valid inputs"

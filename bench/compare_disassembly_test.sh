#!/usr/bin/env bash
# Tests the table and the exit statuses of compare_disassembly with fake programs.
set -euo pipefail
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }

fail() {
  echo "compare_disassembly_test: $*" >&2
  exit 1
}

cd "$(dirname "$0")/.."
readonly compare=$PWD/bench/compare_disassembly
cd "$TEST_TMPDIR"
mkdir plumb peer corpus texts

# The text of a module is its content and the options.
for program in plumb/spv-dis peer/spirv-dis; do
  cat > "$program" << 'END_OF_PROGRAM'
#!/usr/bin/env bash
[[ $1 != --version ]] || { echo "SPIRV-Tools v2030.1"; exit 0; }
! grep -q bad "${@: -1}" || exit 1
echo "${@:1:$#-1}"
cat "${@: -1}"
END_OF_PROGRAM
done
echo '[[ $* != *--offsets* ]] || echo "a line"' >> plumb/spv-dis
printf '#!/usr/bin/env bash\n' > plumb/spv-as
chmod +x plumb/* peer/*
echo one > corpus/a.spv
echo two > corpus/b.spv
echo bad > corpus/c.spv

run() { "$compare" --plumb plumb --peer peer --corpus corpus --texts texts "$@"; }

run --options=--raw-id > report.txt || fail "equal outputs are not: $(< report.txt)"
# shellcheck disable=SC2016  # the quotation marks of Markdown
grep -qxF '| `--raw-id` | 2 | 2 | 1 |' report.txt || fail "$(< report.txt)"
run > report.txt && fail "a difference is not found"
# shellcheck disable=SC2016
grep -qxF '| `--offsets` | 2 | 0 | 1 |' report.txt || fail "$(< report.txt)"
grep -q "ours: b'a line" report.txt || fail "no difference: $(< report.txt)"
run --every 3 --options= > report.txt || fail "$(< report.txt)"
grep -qxF '| none | 1 | 1 | 0 |' report.txt || fail "$(< report.txt)"

# expect MESSAGE ARGUMENT...: exit status 2.
expect() {
  local message=$1 status=0
  shift
  run "$@" 2> errors.txt > /dev/null || status=$?
  (( status == 2 )) || fail "'$*' gives status $status"
  grep -q -- "$message" errors.txt || fail "'$*' prints $(< errors.txt)"
}
expect "no spirv-dis in none: run bench/fetch_peer" --peer none
expect "no spv-as in none: build it" --plumb none
expect "there are no modules" --corpus none
expect "a number from 1" --every 0

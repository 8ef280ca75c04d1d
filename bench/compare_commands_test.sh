#!/usr/bin/env bash
# Tests the tables and exit statuses of compare_commands with fake programs of Plumb
# and of the peer.
set -euo pipefail
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }

fail() {
  echo "compare_commands_test: $*" >&2
  exit 1
}

cd "$(dirname "$0")/.."
readonly compare=$PWD/bench/compare_commands
cd "$TEST_TMPDIR"
mkdir plumb peer scratch
export TMPDIR=$PWD/scratch LOG=$PWD/log

# A module is a line of text.  Plumb rejects one with "bad", the peer rejects one
# with "foul", and a text with "odd" is assembled to different words.
cat > plumb/spv-val << 'END'
#!/usr/bin/env bash
[[ $1 != --version ]] || { echo "spv-val (Plumb) 9.9"; exit 0; }
[[ $1 != --help ]] || { echo "  ${FAKE_OPTION:-}"; exit 0; }
echo "spv-val $*" >> "$LOG"
files=() cache=
while (( $# )); do
  case $1 in
    --jobs | --target-env | --target-env-of) shift ;;
    --cache) cache=$2; shift ;;
    @*) [[ -z ${FAKE_FAILURE:-} ]] || exit 2
        mapfile -t -O ${#files[@]} files < "${1:1}" ;;
    *) if [[ -d $1 ]]; then files+=("$1"/*); else files+=("$1"); fi ;;
  esac
  shift
done
# One run waits to be killed.  It starts no process that would outlive it.
if [[ $cache == */half-cache && ! -e $cache/begun ]]; then
  mkfifo "$cache/begun"
  read -rt 5 <> "$cache/begun"
fi
# No two modules are the same.
(( $(cat "${files[@]}" | sort | uniq -d | wc -l) == 0 )) || exit 3
! grep -q bad "${files[@]}"
END
cat > plumb/spv-as << 'END'
#!/usr/bin/env bash
echo "spv-as $*" >> "$LOG"
check=bad files=() out= listed=
while (( $# )); do
  case $1 in
    --jobs | --target-env | --target-env-of) shift ;;
    --no-validate) check="no such word" ;;
    -o) out=$2; shift ;;
    @*) listed=1; mapfile -t files < "${1:1}" ;;
    *) files=("$1") ;;
  esac
  shift
done
for file in "${files[@]}"; do
  ! grep -q "$check" "$file" || exit 1
  to=$out
  if [[ -n $listed ]]; then
    to=$out/${file%.spvasm}.spv
    mkdir -p "${to%/*}"
    [[ ! -e $to ]] || exit 4  # two texts have the same output, or the folder is old
  fi
  { printf 'VERSION.OURS'; cat "$file"; } > "$to"
done
END
cat > peer/spirv-val << 'END'
#!/usr/bin/env bash
[[ $1 != --version ]] || { echo "SPIRV-Tools v2030.1 unknown hash"; exit 0; }
[[ $# == 3 && $1 == --target-env ]] || exit 2
echo "spirv-val $*" >> "$LOG"
! grep -q foul "$3"
END
cat > peer/spirv-as << 'END'
#!/usr/bin/env bash
[[ $# == 5 && $1 == --target-env && $4 == -o && ! -e $5 ]] || exit 2
echo "spirv-as $*" >> "$LOG"
{ printf 'VERSION.PEER'; sed s/odd/even/ "$3"; } > "$5"
END
chmod +x plumb/* peer/*

module() {
  mkdir -p "corpus/${1%/*}"
  printf 'VERSION.TOOL %s %s\n' "$1" "$2" > "corpus/$1.spv"
  printf '%s %s\n' "$1" "$2" > "corpus/$1.spvasm"
}
module spv1.1/a good
module vulkan1.3/a good
module "vulkan1.3/b c" good
module vulkan1.3/d bad
module vulkan1.3/e foul
module vulkan1.3/f odd
module vulkan1.3-g/a good  # the environment and the name of another module
rm "corpus/vulkan1.3/b c.spvasm"

run() {
  "$compare" --plumb plumb --peer peer --corpus corpus --least 0 "$@"
}

run --build "some compiler" --repetitions 2 --output report.txt \
  > printed.txt 2> errors.txt || fail "$(< errors.txt)"
cmp report.txt printed.txt
grep -qE '^Plumb 9\.9, some compiler, on [0-9]+ processors; peer: SPIRV-Tools 2030\.1; medians of 2 repetitions$' \
  report.txt || fail "$(sed -n 1p report.txt)"
# row TITLE MODULES AT_A_TIME
row() {
  local number='[0-9.]+' range='[0-9.]+-[0-9.]+'
  grep -qE "^\| $1 +\| +$2 \| +$number \| +$3 \| +$number \| +$range \| +$number \| +$range \| +$number \|$" \
    report.txt || fail "no '$1' of $2 modules, $3 at a time: $(< report.txt)"
}
for at_a_time in 1 2; do
  row validate 5 "$at_a_time"  # without d, which Plumb rejects, and e
  row "validate, a process each for Plumb too" 5 "$at_a_time"
  row assemble 5 "$at_a_time"  # without b, which has no text, and f
  row "assemble and validate" 3 "$at_a_time"
done
(( $(grep -c '^| as many processes that do nothing' report.txt) == 3 )) ||
  fail "the rows of processes that do nothing are missing"
(( $(grep -c '^|' report.txt) == 2 + 10 + 2 + 5 )) || fail "$(< report.txt)"
# One command for all environments in each repetition.
environments='--target-env-of ^(spv1\.1)/=spv1.1 '
environments+='--target-env-of ^(vulkan1\.3|vulkan1\.3\-g)/=vulkan1.3'
for jobs in 1 2; do
  (( $(grep -cF -- "spv-val --jobs $jobs $environments @" log) == 2 )) ||
    fail "spv-val is not run twice with $jobs jobs: $(grep 'jobs' log)"
done
grep -qF -- "spirv-val --target-env vulkan1.3 vulkan1.3/b c.spv" log ||
  fail "a name with a space is not passed to the peer"
[[ -z $(ls scratch) ]] || fail "$(ls scratch) was not deleted"

# One folder of a corpus, a few modules, without --build.
"$compare" --plumb plumb --peer peer --corpus corpus/vulkan1.3/ --limit 2 \
  --repetitions 1 --least 0 > report.txt 2> errors.txt || fail "$(< errors.txt)"
grep -q "of a build that was not stated" report.txt || fail "a build was stated"
row validate 1 1  # the other module is d
row assemble 2 2

# A short command is run again.
> log
run --repetitions 1 --least 0.2 > report.txt 2> errors.txt ||
  fail "$(< errors.txt)"
(( $(grep -cF -- "spv-val --jobs 1 $environments @" log) > 1 )) ||
  fail "spv-val is not run again"

# expect STATUS MESSAGE ARGUMENT...
expect() {
  local wanted=$1 message=$2 status=0
  shift 2
  "$compare" "$@" > /dev/null 2> errors.txt || status=$?
  (( status == wanted )) || fail "'$*' gives status $status"
  grep -q -- "$message" errors.txt || fail "'$*' prints $(< errors.txt)"
}
all=(--plumb plumb --peer peer --corpus corpus --least 0)
expect 2 "no corpus in none: run bench/fetch_corpus" "${all[@]}" --corpus none
expect 2 "no modules in scratch" "${all[@]}" --corpus scratch
expect 2 "no spv-val in none" "${all[@]}" --plumb none
expect 2 "no spirv-val in none" "${all[@]}" --peer none
expect 2 "folder of none/report does not exist" "${all[@]}" --output none/report
expect 2 "unrecognized arguments" "${all[@]}" --nonsense
expect 2 "at least 100" "${all[@]}" --many 99
FAKE_FAILURE=1 expect 1 "exit status 2: " "${all[@]}" --repetitions 1
[[ -z $(ls scratch) ]] || fail "$(ls scratch) was not deleted after a failure"

# Many modules, without a peer; with a cache only if spv-val has the option.
many() {
  "$compare" --plumb plumb --peer none --corpus corpus --many 200 \
    --repetitions 1 > report.txt 2> errors.txt || fail "$(< errors.txt)"
}
many
for count in 2 20 200; do
  grep -qE "^\| $count +\| +[0-9.]+ \|" report.txt || fail "$(< report.txt)"
done
(( $(grep -c '^|' report.txt) == 2 + 3 )) || fail "$(< report.txt)"
grep -q "no option --cache" errors.txt || fail "$(< errors.txt)"
FAKE_OPTION="--cache DIR" many
(( $(grep -c '^|' report.txt) == 2 + 3 + 2 + 3 )) || fail "$(< report.txt)"
for title in "first run" "again, after a first run killed half way" \
             "again, after a whole one"; do
  grep -qE "^\| $title +\| +200 \| +[0-9.]+ \|" report.txt || fail "$(< report.txt)"
done
[[ -z $(ls scratch) ]] || fail "$(ls scratch) was not deleted"

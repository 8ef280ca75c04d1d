#!/usr/bin/env bash
# Checks that spv-val reports the same with --cache as without it, whatever the
# folder contains and whichever other processes use it.
set -euo pipefail

fail() {
  printf 'cache_test: %s\n' "$*" >&2
  exit 1
}

val=$PWD/cli/spv-val cache=$TEST_TMPDIR/cache
mkdir "$TEST_TMPDIR/modules"
cp -RL testdata/rules/{cfg,type,debuginfo} "$TEST_TMPDIR/modules"
cd "$TEST_TMPDIR"
count=$(find modules -name '*.spvasm' | wc -l)
# If a module exists twice, the second one can use the result of the first.
twice=$((count - $(find modules -name '*.spvasm' -exec sha256sum {} + |
  cut -d ' ' -f 1 | sort -u | wc -l)))

# Prints the standard output, standard error and status of a run, without times.
said() {
  local status=0
  "$val" "$@" modules > out 2> err || status=$?
  grep -v -e ' ms, ' -e ' MB/s, ' -e '^slowest:' err > err.kept || true
  cat out err.kept
  echo "status $status"
}

# The number of results from the cache in the summary of the last run.
kept() {
  sed -n 's/.*, from the cache: \([0-9,]*\)$/\1/p' err | tr -d ,
}

# Whether the last run used no result of an earlier run.
none_kept() {
  local kept
  kept=$(kept)
  ((${kept:-0} <= twice))
}

without_count() { sed 's/, from the cache: [0-9,]*$//'; }

said --summary > plain
grep -q 'status 1' plain || fail 'no module is invalid'

# With an empty cache, a full one, and other formats.
for round in first second; do
  said --summary --cache "$cache" | without_count > again
  cmp plain again || fail "the $round run differs"
done
[[ $(kept) == "$count" ]] || fail "$(kept) of $count results from the cache"
for format in json sarif junit github; do
  said --format "$format" > plain.other
  said --format "$format" --cache "$cache" > again
  cmp plain.other again || fail "$format differs"
done
[[ -r $cache/CACHEDIR.TAG ]] || fail 'CACHEDIR.TAG is missing'

# A baseline also applies to results from the cache.
said --write-baseline known.json --cache "$cache" > /dev/null
grep -q violation known.json || grep -q rule known.json || fail 'the baseline is empty'
said --baseline known.json --cache "$cache" > again
grep -q 'status 0' again || fail 'violations of the baseline are reported'

# Results of other options are not used.
said --summary --target-env vulkan1.0 > plain.other
said --summary --target-env vulkan1.0 --cache "$cache" | without_count > again
cmp plain.other again || fail 'the results of another environment are used'
none_kept || fail 'results of other options are used'
said --warn '^cfg' --off '^cfg[.]merge' --summary > plain.other
said --warn '^cfg' --off '^cfg[.]merge' --summary --cache "$cache" |
  without_count > again
cmp plain.other again || fail 'results of other --warn and --off are used'
said --off '^cfg[.]merge' --warn '^cfg' --summary --cache "$cache" > /dev/null
none_kept || fail 'results of another order of options are used'

# Options of a file are like those of the command line.
echo '{"target-env": "vulkan1.0"}' > config.json
said --target-env vulkan1.0 > plain.other
for _ in 1 2; do
  said --config config.json --cache "$cache" > again
  cmp plain.other again || fail 'the options of a file are ignored'
done

# Every entry is damaged.
find "$cache" -type f ! -name CACHEDIR.TAG | while read -r file; do
  truncate -s 36 "$file"
done
said --summary --cache "$cache" | without_count > again
cmp plain again || fail 'damaged entries change the output'
none_kept || fail 'damaged entries are used'
said --summary --cache "$cache" > /dev/null
[[ $(kept) == "$count" ]] || fail 'damaged entries are not replaced'

# A changed module is validated again, and only that one.
files=(modules/cfg/*)
module=${files[0]}
echo '; another' >> "$module"
said --summary --cache "$cache" > /dev/null
[[ $(kept) == "$((count - 1))" ]] || fail 'not only the changed module is validated again'
mv modules/type modules/renamed
said --summary --cache "$cache" > /dev/null
[[ $(kept) == "$count" ]] || fail 'renamed modules are validated again'

# Two runs use the cache at the same time, and one is killed.  The cache must then be
# correct.
rm -r "$cache"
"$val" --cache "$cache" modules > /dev/null 2>&1 & first=$!
"$val" --cache "$cache" modules > /dev/null 2>&1 & second=$!
while [[ ! -d $cache ]]; do sleep 0.01; done
kill -KILL "$first"
wait "$first" "$second" 2> /dev/null || true
said --summary > plain
said --summary --cache "$cache" | without_count > again
cmp plain again || fail 'a killed program leaves wrong results'
[[ $(kept) == "$count" ]] || fail 'some results are not in the cache'

# Invalid command lines.
status=0
"$val" --cache "$module" "$module" 2> err || status=$?
(( status == 2 )) || fail "the cache is a file: status $status"
status=0
"$val" --needs --cache "$cache" "$module" 2> err || status=$?
(( status == 2 )) && grep -q -- --needs err || fail '--needs with --cache is accepted'

# A folder of other files is neither used nor cleaned up.
mkdir -p own/14
echo 'a picture' > own/14/photograph.jpg
status=0
"$val" --cache own --cache-size 1 modules > /dev/null 2> err || status=$?
(( status == 2 )) && grep -q 'not a cache folder' err ||
  fail "a folder of other files: status $status"
[[ $(find own -type f) == own/14/photograph.jpg ]] || fail 'own files changed'

# Entries that are pipes or links are not read.
mapfile -t files < <(find "$cache" -type f ! -name CACHEDIR.TAG)
rm "${files[0]}"
mkfifo "${files[0]}"
ln -sf /dev/zero "${files[1]}"
ln -sf "$PWD/plain" "${files[2]}"
cp plain plain.before
said --summary --cache "$cache" | without_count > again
cmp plain again || fail 'entries that are not files change the output'
cmp plain plain.before || fail 'a link in the cache was written through'

# There is a warning if other users can write to the folder.
said --cache "$cache" > again
! grep -q 'other users' err || fail 'a warning about a folder that only this user can write to'
chmod 0777 "$cache"
said --cache "$cache" > again
grep -q 'other users can write' err || fail 'no warning about other users'

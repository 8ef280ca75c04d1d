#!/usr/bin/env bash
# spv-val --cache: with it, everything is said as without it, whatever is in the
# folder and whoever else uses it.
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
# Of modules that are there twice the second can have the result of the first.
twice=$((count - $(find modules -name '*.spvasm' -exec sha256sum {} + |
  cut -d ' ' -f 1 | sort -u | wc -l)))

# Standard output and standard error of a run, and its status, but for times.
said() {
  local status=0
  "$val" "$@" modules > out 2> err || status=$?
  grep -v -e ' ms, ' -e ' MB/s, ' -e '^slowest:' err > err.kept || true
  cat out err.kept
  echo "status $status"
}

# How many inputs of the last run the summary says were kept.
kept() {
  sed -n 's/.*, from the cache: \([0-9,]*\)$/\1/p' err | tr -d ,
}

# Whether the last run took nothing that an earlier one kept.
none_kept() {
  local kept
  kept=$(kept)
  ((${kept:-0} <= twice))
}

without_count() { sed 's/, from the cache: [0-9,]*$//'; }

said --summary > plain
grep -q 'status 1' plain || fail 'nothing invalid among the modules'

# Empty, full, and by other forms of report.
for round in first second; do
  said --summary --cache "$cache" | without_count > again
  cmp plain again || fail "the $round run says something else"
done
[[ $(kept) == "$count" ]] || fail "$(kept) of $count kept"
for format in json sarif junit github; do
  said --format "$format" > plain.other
  said --format "$format" --cache "$cache" > again
  cmp plain.other again || fail "$format says something else"
done
[[ -r $cache/CACHEDIR.TAG ]] || fail 'no CACHEDIR.TAG'

# A baseline is taken out of what is kept.
said --write-baseline known.json --cache "$cache" > /dev/null
grep -q violation known.json || grep -q rule known.json || fail 'nothing written'
said --baseline known.json --cache "$cache" > again
grep -q 'status 0' again || fail 'known violations count'

# Other options, other results.
said --summary --target-env vulkan1.0 > plain.other
said --summary --target-env vulkan1.0 --cache "$cache" | without_count > again
cmp plain.other again || fail 'another environment has the results of this one'
none_kept || fail 'results of other options are taken'
said --warn '^cfg' --off '^cfg[.]merge' --summary > plain.other
said --warn '^cfg' --off '^cfg[.]merge' --summary --cache "$cache" |
  without_count > again
cmp plain.other again || fail 'other rules have the results of these'
said --off '^cfg[.]merge' --warn '^cfg' --summary --cache "$cache" > /dev/null
none_kept || fail 'the order of options does not count'

# Options of a file count as those of the command line.
echo '{"target-env": "vulkan1.0"}' > config.json
said --target-env vulkan1.0 > plain.other
for _ in 1 2; do
  said --config config.json --cache "$cache" > again
  cmp plain.other again || fail 'a file of options does not count'
done

# Every entry damaged.
find "$cache" -type f ! -name CACHEDIR.TAG | while read -r file; do
  truncate -s 36 "$file"
done
said --summary --cache "$cache" | without_count > again
cmp plain again || fail 'damaged files change what is said'
none_kept || fail 'damaged files are taken'
said --summary --cache "$cache" > /dev/null
[[ $(kept) == "$count" ]] || fail 'damaged files are not written anew'

# A changed module is judged, and only that one.
files=(modules/cfg/*)
module=${files[0]}
echo '; another' >> "$module"
said --summary --cache "$cache" > /dev/null
[[ $(kept) == "$((count - 1))" ]] || fail 'a changed module is not judged'
mv modules/type modules/renamed
said --summary --cache "$cache" > /dev/null
[[ $(kept) == "$count" ]] || fail 'names count'

# Two at a time, one killed: what is there is right.
rm -r "$cache"
"$val" --cache "$cache" modules > /dev/null 2>&1 & first=$!
"$val" --cache "$cache" modules > /dev/null 2>&1 & second=$!
while [[ ! -d $cache ]]; do sleep 0.01; done
kill -KILL "$first"
wait "$first" "$second" 2> /dev/null || true
said --summary > plain
said --summary --cache "$cache" | without_count > again
cmp plain again || fail 'a killed program leaves something wrong'
[[ $(kept) == "$count" ]] || fail 'not everything is kept'

# What cannot be.
status=0
"$val" --cache "$module" "$module" 2> err || status=$?
(( status == 2 )) || fail "a file for a folder: status $status"
status=0
"$val" --needs --cache "$cache" "$module" 2> err || status=$?
(( status == 2 )) && grep -q -- --needs err || fail '--needs and --cache'

# A folder of other files is neither used nor cleaned up.
mkdir -p own/14
echo 'a picture' > own/14/photograph.jpg
status=0
"$val" --cache own --cache-size 1 modules > /dev/null 2> err || status=$?
(( status == 2 )) && grep -q 'not a cache folder' err ||
  fail "a folder of other files: status $status"
[[ $(find own -type f) == own/14/photograph.jpg ]] || fail 'own files changed'

# Entries that are pipes or lead elsewhere are not read.
mapfile -t files < <(find "$cache" -type f ! -name CACHEDIR.TAG)
rm "${files[0]}"
mkfifo "${files[0]}"
ln -sf /dev/zero "${files[1]}"
ln -sf "$PWD/plain" "${files[2]}"
cp plain plain.before
said --summary --cache "$cache" | without_count > again
cmp plain again || fail 'entries that are no files change what is said'
cmp plain plain.before || fail 'a link in the cache was written through'

# Whoever can write to the folder must be trusted.
said --cache "$cache" > again
! grep -q 'other users' err || fail 'a warning about a folder of our own'
chmod 0777 "$cache"
said --cache "$cache" > again
grep -q 'other users can write' err || fail 'no warning about other users'

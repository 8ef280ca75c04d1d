#!/usr/bin/env bash
# Checks that words, records of spvBinaryParse and texts of all modules of the tree,
# and of the corpus if bench/ has made one, are those of SPIRV-Tools.
set -euo pipefail
cd api/spirv_tools
source ./peer.sh

# Texts that SPIRV-Tools rejects, because its grammar has less.
differs='dependency-array-variable|debugbreak[.]result-type|storageclass-enumerant'
readonly differs+='|fuseloopsinfunction|initmode[.]target'

mapfile -t texts < <(find ../../testdata/ -name '*.spvasm' | grep -vE "$differs" | sort)
(( ${#texts[@]} > 5000 )) || fail "only ${#texts[@]} texts"
printf '%s\n' "${texts[@]}" > "$TEST_TMPDIR/texts"
xargs -a "$TEST_TMPDIR/texts" ./records > "$TEST_TMPDIR/ours.txt"
(( $(grep -c '^parse 0' "$TEST_TMPDIR/ours.txt") > 5000 )) || fail 'too few are parsed'

need_peer
# shellcheck disable=SC2046  # words
build "$TEST_TMPDIR/theirs" records.c -- $(pkg-config --cflags --libs SPIRV-Tools)
xargs -a "$TEST_TMPDIR/texts" "$TEST_TMPDIR/theirs" > "$TEST_TMPDIR/theirs.txt"
diff "$TEST_TMPDIR/theirs.txt" "$TEST_TMPDIR/ours.txt" | head -n 40
cmp "$TEST_TMPDIR/theirs.txt" "$TEST_TMPDIR/ours.txt" || fail 'words or records differ'

# Texts in ten forms, of valid modules: SPIRV-Tools aborts for some others.
find ../../testdata/shaders/ -name '*.spvasm' | sort > "$TEST_TMPDIR/some"
corpus=${PLUMB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/plumb}/corpus
if [[ -d $corpus ]]; then
  find "$corpus" -name '*.spv' | sort | awk 'NR % 10 == 0' >> "$TEST_TMPDIR/some"
fi
xargs -a "$TEST_TMPDIR/some" ./records --with-texts > "$TEST_TMPDIR/ours.txt"
xargs -a "$TEST_TMPDIR/some" "$TEST_TMPDIR/theirs" --with-texts > "$TEST_TMPDIR/theirs.txt"
cmp "$TEST_TMPDIR/theirs.txt" "$TEST_TMPDIR/ours.txt" || fail 'texts differ'

#!/usr/bin/env bash
# Checks that SPIRV-Tools' optimizer works beside our library, and that its output
# does not change.
set -euo pipefail
cd api/spirv_tools
source ./peer.sh

library=$PWD/libplumb-spirv-tools.so.1
[[ -s $library ]] || fail 'the library is missing'
need_peer
# Without modules of glslang with debug information: SPIRV-Tools rejects their line
# 0, and its optimizer puts debug instructions where Plumb rejects them.
mapfile -t texts < <(find ../../testdata/shaders/ -name '*.spvasm' |
  grep -v '[.]debug[.]' | sort)
(( ${#texts[@]} > 10 )) || fail "only ${#texts[@]} texts"
read -ra options < <(pkg-config --cflags --libs SPIRV-Tools)
build "$TEST_TMPDIR/theirs" optimizer_client.cc -- "${options[@]}"
build "$TEST_TMPDIR/ours" optimizer_client.cc -- "$library" \
  "-Wl,-rpath,${library%/*}" "${options[@]}"
nm --dynamic --undefined-only "$TEST_TMPDIR/ours" | grep -q spvValidatorOptionsCreate ||
  fail 'our library is not used'
"$TEST_TMPDIR/theirs" "${texts[@]}" > "$TEST_TMPDIR/theirs.txt"
"$TEST_TMPDIR/ours" "${texts[@]}" > "$TEST_TMPDIR/ours.txt"
grep -q '^optimized: 1' "$TEST_TMPDIR/ours.txt" || fail 'nothing is optimized'
cmp "$TEST_TMPDIR/theirs.txt" "$TEST_TMPDIR/ours.txt" || fail 'the outputs differ'

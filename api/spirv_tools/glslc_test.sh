#!/usr/bin/env bash
# Checks that glslc with our library in place of its own (LD_PRELOAD) writes the
# same bytes.  On Debian unstable: apt-get install glslc, which is linked so that the
# functions can be replaced.
set -euo pipefail
cd api/spirv_tools
source ./peer.sh

library=$PWD/libplumb-spirv-tools.so.1
[[ -s $library ]] || fail 'the library is missing'
release=$(glslc --version 2> /dev/null) || release=none
release=${release%%$'\n'*}
if [[ $release != 'shaderc 2026.4'* && $release != 'shaderc v2026.4'* ]]; then
  skip "glslc 2026.4 is not installed, but $release"
fi

# compile OUT OPTION...: compiles with our library.
compile_with_ours() {
  LD_PRELOAD=$library glslc --target-env=vulkan1.3 "${@:2}" -o "$1"
}

compared=0
for source in ../../testdata/shaders/*.{comp,frag,geom,mesh,rchit,rgen,task,tesc,tese,vert}; do
  for options in '' -O -Os '-g -O' -S; do
    # shellcheck disable=SC2086  # words
    glslc --target-env=vulkan1.3 $options "$source" -o "$TEST_TMPDIR/theirs"
    # shellcheck disable=SC2086  # words
    compile_with_ours "$TEST_TMPDIR/ours" $options "$source"
    cmp "$TEST_TMPDIR/theirs" "$TEST_TMPDIR/ours" || fail "$source differs with $options"
    compared=$(( compared + 1 ))
  done
done
(( compared >= 50 )) || fail "only $compared outputs"

# The functions are ours.
LD_DEBUG=bindings compile_with_ours "$TEST_TMPDIR/ours" -O \
  ../../testdata/shaders/decals.frag 2> "$TEST_TMPDIR/bindings"
for symbol in spvBinaryParse spvContextCreate spvOptimizerOptionsCreate \
  _ZNK8spvtools10SpirvTools8ValidateEPKjmP23spv_validator_options_t; do
  grep -q "to $library.*symbol .$symbol'" "$TEST_TMPDIR/bindings" ||
    fail "$symbol is not bound to our library"
done

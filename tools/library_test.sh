#!/usr/bin/env bash
# Builds the examples in C and C++ with the installed library, by pkg-config and by
# CMake, and runs them.
set -euo pipefail

fail() {
  echo "library_test: $*" >&2
  exit 1
}

source tools/skip.sh

for needed in cmake make pkg-config cc c++; do
  command -v "$needed" > /dev/null || skip "$needed is not installed"
done

# The installed files can be moved.
tools/install "$TEST_TMPDIR/package" > /dev/null
prefix=$TEST_TMPDIR/elsewhere
mv "$TEST_TMPDIR/package" "$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export LD_LIBRARY_PATH=$prefix/lib
examples=testdata/examples

# check FOLDER: runs the programs in it.
check() {
  local status=0
  "$1/validate" $examples/triangle.spvasm > /dev/null ||
    fail "$1/validate rejects a valid module"
  "$1/validate" $examples/broken.spvasm > "$1/out" 2>&1 || status=$?
  (( status == 1 )) || fail "$1/validate gives status $status for an invalid module"
  grep -q ssa.id.defined "$1/out" || fail "$1/validate does not print the rule"
  "$1/assemble" $examples/triangle.spvasm "$1/triangle.spv"
  "$prefix/bin/spv-val" "$1/triangle.spv" || fail "$1/assemble writes an invalid module"
}

read -r _ _ version < <("$prefix/bin/spv-val" --version)
[[ $(pkg-config --modversion plumb) == "$version" ]] ||
  fail "the package for pkg-config does not have version $version"
built=$TEST_TMPDIR/pkg-config
mkdir "$built"
# shellcheck disable=SC2046
cc -std=c99 $examples/c/validate.c -o "$built/validate" $(pkg-config --cflags --libs plumb)
# shellcheck disable=SC2046
c++ -std=c++17 $examples/c/assemble.cc -o "$built/assemble" \
  $(pkg-config --cflags --libs plumb)
check "$built"

mkdir "$TEST_TMPDIR/source"
cp -L $examples/c/* "$TEST_TMPDIR/source"
built=$TEST_TMPDIR/cmake
cmake -S "$TEST_TMPDIR/source" -B "$built" -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
cmake --build "$built" > /dev/null
check "$built"

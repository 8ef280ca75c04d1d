#!/usr/bin/env bash
# The lists of CMake are those of Bazel.
set -euo pipefail

want=$1
have=$2
if ! diff -u "$have" "$want"; then
  echo "tools/cmake/sources.cmake is out of date; update it by"
  echo "  bazel build //tools/cmake:sources && cp -f bazel-bin/$want $have"
  exit 1
fi

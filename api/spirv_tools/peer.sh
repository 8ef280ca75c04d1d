# For tests that compare with SPIRV-Tools.  Sourced.
# shellcheck shell=bash

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

source "$(dirname "${BASH_SOURCE[0]}")/../../tools/skip.sh"

# Skips the test unless the release that has the interface is installed.
need_peer() {
  local version
  version=$(pkg-config --modversion SPIRV-Tools 2> /dev/null) || version='no release'
  [[ $version != 2026.4* ]] || return 0
  skip "the comparison needs SPIRV-Tools 2026.4, not $version"
}

# build OUT SOURCE... -- OPTION...: builds a program of C and C++ sources.
build() {
  local out=$1 objects=() sources=()
  shift
  while [[ $1 != -- ]]; do
    sources+=("$1")
    shift
  done
  shift
  local source object
  for source in "${sources[@]}"; do
    object=$out.${source##*/}.o
    case $source in
      *.c) cc -O1 -c "$source" -o "$object" "$@" ;;
      *) c++ -std=c++17 -O1 -c "$source" -o "$object" "$@" ;;
    esac
    objects+=("$object")
  done
  c++ "${objects[@]}" -o "$out" "$@"
}

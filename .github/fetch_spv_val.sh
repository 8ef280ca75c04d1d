#!/usr/bin/env bash
# Fetches a release archive of Plumb and prints the path of its spv-val.
#
#   .github/fetch_spv_val.sh ARCHIVE FOLDER [SHA256]
#
# ARCHIVE is a path or an address.  FOLDER keeps what was fetched: a second call
# fetches nothing.  With SHA256, an archive with another checksum is refused.
set -euo pipefail

fail() {
  printf 'fetch_spv_val: %s\n' "$1" >&2
  exit 1
}

(( $# == 2 || $# == 3 )) || fail 'usage: fetch_spv_val.sh ARCHIVE FOLDER [SHA256]'
archive=$1 sum=${3:-}
mkdir -p "$2"
folder=$(cd "$2" && pwd)
name=$(basename "$archive" .tar.gz)
program=$folder/$name/bin/spv-val
if [[ ! -x $program ]]; then
  work=$(mktemp -d "$folder/new.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  file=$work/archive.tar.gz
  if [[ $archive == *://* ]]; then
    curl --fail --silent --show-error --location --retry 3 -o "$file" "$archive" ||
      fail "$archive cannot be fetched"
  else
    cp "$archive" "$file" || fail "$archive cannot be read"
  fi
  got=$(sha256sum "$file" | cut -d ' ' -f 1)
  [[ -z $sum || $sum == "$got" ]] ||
    fail "the checksum of $archive must be $sum, not $got"
  tar --extract --gzip -C "$work" -f "$file" || fail "$archive is not an archive"
  [[ -x $work/$name/bin/spv-val ]] || fail "$archive has no $name/bin/spv-val"
  # Another call can have been faster.
  mv -T "$work/$name" "$folder/$name" 2> /dev/null || [[ -x $program ]] ||
    fail "$folder/$name cannot be replaced"
fi
printf '%s\n' "$program"

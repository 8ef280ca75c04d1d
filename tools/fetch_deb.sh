#!/usr/bin/env bash
# Fetches packages of a Debian suite into a folder without touching the
# system's apt sources or package lists.
#
#   tools/fetch_deb.sh SUITE FOLDER binary PACKAGE...   newest .deb files
#   tools/fetch_deb.sh SUITE FOLDER source PACKAGE...   newest unpacked sources
#   tools/fetch_deb.sh --mirror                         prints the mirror
#
# The mirror is the one that the system uses.  Lists and state are in FOLDER/apt, so
# several calls download them only once.
set -euo pipefail

# shellcheck disable=SC2016  # $(REPO_URI) is for apt to expand
find_mirror() {
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' \
    'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p)
  if [[ -z $mirror ]]; then
    # No list has been downloaded yet, so the origins are unknown: use the first
    # configured source.
    mirror=$(apt-get indextargets --format '$(REPO_URI)' | sed -n 1p)
  fi
  if [[ -z $mirror ]]; then
    echo "fetch_deb.sh: apt has no sources" >&2
    return 1
  fi
  printf '%s\n' "$mirror"
}

if [[ $# == 1 && $1 == --mirror ]]; then
  find_mirror
  exit
fi
if (( $# < 4 )); then
  echo "usage: fetch_deb.sh SUITE FOLDER binary|source PACKAGE..." >&2
  exit 2
fi
suite=$1 folder=$2 form=$3
shift 3
mirror=$(find_mirror)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
apt=$folder/apt
mkdir -p "$apt"/{lists/partial,cache/archives/partial,state,parts}
: > "$apt/status"
types="deb"
[[ $form == source ]] && types="deb-src"
printf '%s [signed-by=%s] %s %s main\n' \
  "$types" "$keyring" "$mirror" "$suite" > "$apt/sources.list"

# Uses only the keys and the proxy of the system's configuration.
options=(
  -o "Dir::Etc::SourceList=$apt/sources.list"
  -o "Dir::Etc::SourceParts=$apt/parts"
  -o "Dir::Etc::Preferences=/dev/null"
  -o "Dir::Etc::PreferencesParts=$apt/parts"
  -o "Dir::State=$apt/state"
  -o "Dir::State::Lists=$apt/lists"
  -o "Dir::State::status=$apt/status"
  -o "Dir::Cache=$apt/cache"
  -o "APT::Sandbox::User="
  -o "Acquire::Languages=none"
  -o "Debug::NoLocking=1"
)
apt-get "${options[@]}" -qq update

cd "$folder"
if [[ $form == source ]]; then
  apt-get "${options[@]}" -qq source --download-only "$@"
  for package in "$@"; do
    rm -rf "$package"
    dpkg-source --no-check -x "$package"_*.dsc "$package" > /dev/null
  done
else
  apt-get "${options[@]}" -qq download "$@"
fi

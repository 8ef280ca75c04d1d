#!/usr/bin/env bash
# Prepares a machine with Debian 12 or later for building Plumb.  Idempotent:
# what is there already is not fetched again.  tools/quickstart and tools/test
# call it.
set -euo pipefail

packages=(
  bazel-bootstrap bazel-skylib bazel-platforms bazel-rules-java
  bazel-rules-proto g++ pkgconf libabsl-dev libre2-dev nlohmann-json3-dev
  libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev libsodium-dev
  spirv-headers spirv-tools dpkg-dev
  clang-format cmake make ninja-build python3-jsonschema
)
# Part of one of those in some releases, and packages of their own in others.
split_packages=(spirv-tools-dev)

say() { printf 'setup: %s\n' "$*"; }

cache=${PLUMB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/plumb}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
options_file=$here/../version.bazelrc

is_debian() {
  [[ -r /etc/os-release ]] && grep -q '^ID=debian$' /etc/os-release
}

is_installed() {
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    is_installed "$package" || printf '%s\n' "$package"
  done
  for package in "${split_packages[@]}"; do
    ! apt-cache show "$package" > /dev/null 2>&1 || is_installed "$package" ||
      printf '%s\n' "$package"
  done
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  (( ${#missing[@]} > 0 )) || return 0
  if (( EUID != 0 )); then
    say "these packages are missing, and only root can install them:" >&2
    say "  apt-get install ${missing[*]}" >&2
    exit 1
  fi
  apt-get -qq update
  mapfile -t missing < <(missing_packages)
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq install -y --no-install-recommends "${missing[@]}" > /dev/null
}

# Where a package comes from: FUNCTION PACKAGE FOLDER downloads it.
from_unstable() { "$here/fetch_deb.sh" sid "$2" binary "$1"; }
from_own_release() (
  cd "$2" || exit
  fetch() { apt-get -qq -o APT::Sandbox::User=root download "$1"; }
  fetch "$1" 2> /dev/null || { (( EUID == 0 )) && apt-get -qq update && fetch "$1"; }
)

# fetch_package PACKAGE FROM PART TREE: makes TREE, in the cache folder, of what
# a package has below PART ("": of all).
fetch_package() {
  local package=$1 from=$2 part=$3 tree=$4 work status=0
  mkdir -p "$cache" && work=$(mktemp -d "$cache/fetch.XXXXXX") || return
  "$from" "$package" "$work" &&
    dpkg-deb -x "$work/$package"_*.deb "$work/tree" &&
    rm -rf "$tree" && mv "$work/tree$part" "$tree" || status=1
  rm -rf "$work"
  return "$status"
}

# The newest grammar.
fetch_spirv_headers() {
  local tree=$cache/spirv-headers
  [[ -z ${SPIRV_HEADERS:-} ]] || return 0
  [[ ! -r $tree/spirv/unified1/spirv.core.grammar.json ]] || return 0
  say "fetching the newest SPIR-V grammar into $cache"
  fetch_package spirv-headers from_unstable /usr/include "$tree" ||
    say "could not fetch it: the system's package is used instead, and" \
        "newer instructions will be unknown" >&2
}

# nginx, which the test of remote caches uses, into the cache folder: where the
# package is installed, a server starts on port 80.  What it needs is there with
# Bazel; were it not, the test would be skipped.
fetch_nginx() {
  local tree=$cache/nginx
  [[ ! -x $tree/usr/sbin/nginx && ! -x /usr/sbin/nginx ]] || return 0
  say "fetching nginx into $cache"
  fetch_package nginx from_own_release "" "$tree" ||
    say "could not fetch it: the test of remote caches will be skipped" >&2
}

# Options that only some versions of Bazel know, for .bazelrc to import.
write_version_options() {
  local version major line=
  command -v bazel > /dev/null || return 0
  version=$(bazel --version 2>/dev/null)
  version=${version#bazel }
  major=${version%%.*}
  case $major in
    # Debian's Bazel 4 says "no_version".
    '' | *[!0-9]* | [1-6]) ;;
    # Libraries come from the system: there is no registry of modules to ask.
    7) line="common --noenable_bzlmod" ;;
    8) line="common --noenable_bzlmod --enable_workspace" ;;
    *) say "Bazel $version knows no WORKSPACE files: install Bazel 7 or 8" >&2
       exit 1 ;;
  esac
  line="# Written by tools/setup.sh for Bazel $version."$'\n'"$line"
  [[ -r $options_file && $(< "$options_file") == "$line" ]] ||
    printf '%s\n' "$line" > "$options_file"
}

if ! is_debian || ! command -v apt-get > /dev/null; then
  say "this script installs Debian packages, and this is not Debian." >&2
  say "Install these by hand, then run bazel build //...:" >&2
  say "  ${packages[*]}" >&2
  write_version_options
  exit 1
fi
install_packages
write_version_options
fetch_spirv_headers
fetch_nginx

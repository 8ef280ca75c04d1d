#!/usr/bin/env bash
# Prepares a machine with Debian 12 or later for building Plumb.  Idempotent: does
# not install or fetch anything twice.  tools/quickstart and tools/test call it.
set -euo pipefail

packages=(
  bazel-bootstrap bazel-skylib bazel-platforms bazel-rules-java
  bazel-rules-proto g++ pkgconf libabsl-dev libre2-dev nlohmann-json3-dev
  libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev libsodium-dev
  libexpat1-dev spirv-tools dpkg-dev
  clang-format cmake make ninja-build python3-jsonschema zsh fish
)
# In some releases, these are parts of packages above; in others, they are separate
# packages.
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

# download PACKAGE FOLDER: the newest .deb of this release, into FOLDER.
download() (
  cd "$2" || exit
  fetch() { apt-get -qq -o APT::Sandbox::User=root download "$1"; }
  fetch "$1" 2> /dev/null || { (( EUID == 0 )) && apt-get -qq update && fetch "$1"; }
)

# Unpacks nginx, for the test of remote caches, in the cache folder; installing the
# package would start a server on port 80.  It needs no packages that Bazel does not
# depend on.  Without nginx, the test is skipped.
fetch_nginx() {
  local tree=$cache/nginx work status=0
  [[ ! -x $tree/usr/sbin/nginx && ! -x /usr/sbin/nginx ]] || return 0
  say "fetching nginx into $cache"
  mkdir -p "$cache" && work=$(mktemp -d "$cache/fetch.XXXXXX") || return
  download nginx "$work" &&
    dpkg-deb -x "$work"/nginx_*.deb "$work/tree" &&
    rm -rf "$tree" && mv "$work/tree" "$tree" || status=1
  rm -rf "$work"
  (( status == 0 )) ||
    say "nginx could not be fetched: the test of remote caches will be skipped" >&2
}

# Writes the options that only some versions of Bazel accept; .bazelrc imports them.
write_version_options() {
  local version major line=
  command -v bazel > /dev/null || return 0
  version=$(bazel --version 2>/dev/null)
  version=${version#bazel }
  major=${version%%.*}
  case $major in
    # The version of Debian's Bazel 4 is "no_version".
    '' | *[!0-9]* | [1-6]) ;;
    # Libraries come from the system, not from a registry of Bazel modules.
    7) line="common --noenable_bzlmod" ;;
    8) line="common --noenable_bzlmod --enable_workspace" ;;
    *) say "Bazel $version takes the libraries from its registry (MODULE.bazel)" ;;
  esac
  line="# Written by tools/setup.sh for Bazel $version."$'\n'"$line"
  [[ -r $options_file && $(< "$options_file") == "$line" ]] ||
    printf '%s\n' "$line" > "$options_file"
}

if ! is_debian || ! command -v apt-get > /dev/null; then
  say "this script installs Debian packages, but this system is not Debian." >&2
  say "Install these by hand, then run bazel build //...:" >&2
  say "  ${packages[*]}" >&2
  write_version_options
  exit 1
fi
install_packages
write_version_options
fetch_nginx

#!/usr/bin/env bash
# Prepares a fresh Debian 12 machine for building Plumb.  Idempotent: what is
# there already is not fetched again.  tools/quickstart and tools/test call it.
set -euo pipefail

packages=(
  bazel-bootstrap bazel-skylib bazel-platforms bazel-rules-java
  bazel-rules-proto g++ libabsl-dev libre2-dev nlohmann-json3-dev
  libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev
  spirv-headers spirv-tools dpkg-dev
)

say() { printf 'setup: %s\n' "$*"; }

cache=${PLUMB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/plumb}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

is_debian() {
  [[ -r /etc/os-release ]] && grep -q '^ID=debian$' /etc/os-release
}

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
      grep -q 'ok installed' || printf '%s\n' "$package"
  done
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  (( ${#missing[@]} == 0 )) && return
  if (( EUID != 0 )); then
    say "these packages are missing, and only root can install them:" >&2
    say "  apt-get install ${missing[*]}" >&2
    exit 1
  fi
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "${missing[@]}" > /dev/null
}

# The newest grammar, from Debian's unstable suite, into the cache folder.
fetch_spirv_headers() {
  [[ -n ${SPIRV_HEADERS:-} ]] && return
  local tree=$cache/spirv-headers
  [[ -r $tree/spirv/unified1/spirv.core.grammar.json ]] && return
  say "fetching the newest SPIR-V grammar into $cache"
  local work
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  if "$here/fetch_deb.sh" sid "$work" binary spirv-headers &&
     dpkg-deb -x "$work"/spirv-headers_*.deb "$work/tree"; then
    rm -rf "$tree"
    mv "$work/tree/usr/include" "$tree"
  else
    say "could not fetch it: the system's package is used instead, and" \
        "newer instructions will be unknown" >&2
  fi
  rm -rf "$work"
}

if ! is_debian || ! command -v apt-get > /dev/null; then
  say "this script installs Debian packages, and this is not Debian." >&2
  say "Install these by hand, then run bazel build //...:" >&2
  say "  ${packages[*]}" >&2
  exit 1
fi
install_packages
fetch_spirv_headers

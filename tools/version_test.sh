#!/usr/bin/env bash
# Tests that all files that state the version of the project state the same one.
set -euo pipefail
cd "$(dirname "$(readlink -f tools/format)")/.."

# version FILE EXPRESSION: prints what the group of the expression matches.
version() {
  sed -nE "s/$2/\1/p" "$1" | head -n 1
}

readonly expected=$(version api/version.h '.*kVersion = "([^"]+)".*')
[[ $expected =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] ||
  { echo "api/version.h states '$expected'" >&2; exit 1; }
status=0
while read -r file expression; do
  found=$(version "$file" "$expression")
  if [[ $found != "$expected" ]]; then
    echo "$file states version '$found', but api/version.h '$expected'" >&2
    status=1
  fi
done << 'END'
MODULE.bazel ^    version = "([^"]+)",$
bindings/npm/package.json ^  "version": "([^"]+)",$
bindings/python/src/plumb/_version.py ^__version__ = "([^"]+)"$
bindings/rust/Cargo.toml ^version = "([^"]+)"$
bindings/rust/plumb/Cargo.toml .*path = "..\/plumb-sys", version = "([^"]+)".*
debian/changelog ^plumb \(([^)]+)\).*
testdata/examples/library/MODULE.bazel .*name = "plumb", version = "([^"]+)".*
END
exit "$status"

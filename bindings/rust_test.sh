#!/usr/bin/env bash
# Tests the crates for Rust.
set -euo pipefail

source tools/skip.sh
source bindings/memory_check.sh

# HOME is that of the user, where rustup installs.
export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}
PATH=$PATH:$HOME/.cargo/bin
cargo --version > /dev/null 2>&1 || skip 'cargo is not installed'

folder=$(dirname "$PWD/$1")
readonly tree=$TEST_TMPDIR/rust
cp --recursive --dereference bindings/rust "$tree"
chmod --recursive u+w "$tree"
cd "$tree"
export PLUMB_LIB_DIR=$folder LD_LIBRARY_PATH=$folder
cargo test --offline --quiet
if command -v valgrind > /dev/null; then
  target=$(rustc -vV | sed -n 's/^host: //p')
  target=${target//-/_}
  env CARGO_TARGET_"${target^^}"_RUNNER="${memory_check[*]}" \
    cargo test --offline --quiet --lib --tests
fi
if cargo clippy --version > /dev/null 2>&1; then
  cargo clippy --offline --quiet --all-targets -- -D warnings
fi

#!/usr/bin/env bash
# Checks what the linker and the compiler do against attacks, and that no name of the
# folder of the build is in a program: tools/release must write the same bytes in all.
#
#   hardening_test.sh PROGRAM...
set -euo pipefail
# shellcheck source=tools/skip.sh
. tools/skip.sh
command -v readelf > /dev/null || skip 'readelf is not installed'

failures=0
# require PROGRAM PROPERTY PATTERN TEXT
require() {
  [[ $4 =~ $3 ]] && return
  printf 'hardening_test: %s must have %s\n' "$1" "$2"
  failures=$((failures + 1))
}

for program in "$@"; do
  header=$(readelf --wide --file-header --program-headers --dynamic "$program")
  symbols=$(readelf --wide --dyn-syms "$program")
  require "$program" 'any address (PIE)' 'Type: +DYN' "$header"
  require "$program" 'relocations that are read-only (RELRO)' 'GNU_RELRO' "$header"
  require "$program" 'all symbols at its start (NOW)' 'BIND_NOW|FLAGS_1.* NOW' "$header"
  require "$program" 'a stack without code' 'GNU_STACK[ 0-9a-fx]+ RW ' "$header"
  require "$program" 'a protected stack' '__stack_chk_fail' "$symbols"
  [[ $header != *TEXTREL* ]] || require "$program" 'no relocated code' '^$' TEXTREL
  # The sandbox, the output base, and the folder of the sources.
  if grep --quiet --text -e '/execroot/' -e '/_bazel_' "$program"; then
    require "$program" 'no name of a folder of the build' '^$' folder
  fi
done
(( failures == 0 ))

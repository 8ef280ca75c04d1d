#!/usr/bin/env bash
# The shared library as a user gets it: its symbols and name, and the examples,
# built with the compiler alone and run.
#
#   shared_library_test.sh LIBRARY HEADER WRAPPER C_EXAMPLE CPP_EXAMPLE VALID INVALID
set -euo pipefail
library=$1 header=$2 wrapper=$3 c_example=$4 cpp_example=$5 valid=$6 invalid=$7
cc=${CC:-cc} cxx=${CXX:-c++}
work=$TEST_TMPDIR/shared_library
mkdir -p "$work/include"
cp "$header" "$wrapper" "$work/include"
cp "$library" "$work/libplumb.so.1"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# The functions of the header are the symbols that are defined, and no others.
grep -o '\bplumb_[a-z_]*(' "$header" | tr -d '(' | sort -u > "$work/declared"
nm -D --defined-only "$library" | awk '$2 != "A" {sub(/@.*/, "", $3); print $3}' |
  sort > "$work/defined"
[[ -s $work/declared ]] || fail "no function was found in the header"
diff "$work/declared" "$work/defined" || fail "other symbols are exported"
readelf -d "$library" | grep -q 'SONAME.*\[libplumb.so.1\]' || fail "soname"
! readelf -d "$library" | grep -q TEXTREL || fail "text relocations"
! readelf -d "$library" | grep -q 're2' || fail "RE2 is linked"

"$cc" -std=c99 -pedantic -Wall -Wextra -Werror -I "$work/include" "$c_example" \
  -L "$work" -l:libplumb.so.1 -Wl,-rpath,"$work" -o "$work/validate"
"$cxx" -std=c++17 -pedantic -Wall -Wextra -Werror -I "$work/include" "$cpp_example" \
  -L "$work" -l:libplumb.so.1 -Wl,-rpath,"$work" -o "$work/assemble"

"$work/validate" "$valid" vulkan1.3 || fail "the valid module is invalid"
status=0
"$work/validate" "$invalid" vulkan1.3 > "$work/out" || status=$?
((status == 1)) || fail "the invalid module has status $status"
(($(grep -c ':[0-9]*:[0-9]*: .* \[[a-z0-9.-]*\]$' "$work/out") == 5)) ||
  fail "not five diagnostics: $(cat "$work/out")"
status=0
"$work/validate" "$valid" nothing 2> "$work/err" || status=$?
((status == 2)) && grep -q "nothing" "$work/err" || fail "the environment is unknown"

"$work/assemble" "$valid" "$work/out.spv" || fail "assemble"
"$work/validate" "$work/out.spv" || fail "the binary is invalid"
status=0
"$work/assemble" "$invalid" "$work/none.spv" 2> "$work/err" || status=$?
((status == 1)) && [[ ! -e $work/none.spv ]] || fail "an invalid module was written"
grep -q "error:" "$work/err" || fail "no report"

#!/bin/sh
# Compiles the kernels of generate.py to modules in a folder, with both compilers from
# clang to SPIR-V, and keeps the modules that the peer accepts:
#   tools/test_on sid testdata/kernels/make.sh COUNT FOLDER
# Needs clang, llvm-spirv and spirv-val.
set -eu
count=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
newest() { find /usr/bin -name "$1-[0-9]*" | sort -V | tail -n 1; }
clang=$(newest clang)
translator=$(newest llvm-spirv)
mkdir -p "$out"
python3 "$here/generate.py" "$out" 0 "$count"
for kernel in "$out"/k*.cl; do
  for level in 0 1 2; do
    name=${kernel%.cl}.O$level
    "$clang" -w -cl-std=CL2.0 -Xclang -finclude-default-header --target=spirv64 "-O$level" \
      -c "$kernel" -o "$name.backend.spv" || true
    "$clang" -w -cl-std=CL2.0 -Xclang -finclude-default-header --target=spir64 "-O$level" \
      -c -emit-llvm "$kernel" -o "$name.bc" &&
      "$translator" "$name.bc" -o "$name.translator.spv" || true
    rm -f "$name.bc"
  done
done
for module in "$out"/*.spv; do
  spirv-val --target-env spv1.6 "$module" > /dev/null 2>&1 || rm "$module"
done

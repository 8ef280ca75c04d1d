#!/usr/bin/env bash
# Installs the library, and builds and runs a program with it: by its packages for
# pkg-config and CMake, and with the options of other build files.
set -euo pipefail
source api/spirv_tools/peer.sh

folder=$TEST_TMPDIR/library program=$PWD/api/spirv_tools/contract
tools/install --spirv-tools-library "$folder" "$TEST_TMPDIR/programs" > "$TEST_TMPDIR/list"
(( $(grep -c "^$folder/" "$TEST_TMPDIR/list") == 10 )) || fail 'not 10 files of the library'
while read -r file; do
  [[ -s $file ]] || fail "$file is missing or empty"
done < "$TEST_TMPDIR/list"
tools/install "$TEST_TMPDIR/programs" > "$TEST_TMPDIR/list"
! grep -q spirv-tools "$TEST_TMPDIR/list" || fail 'the library is installed without the option'
tools/install --spirv-tools-library > /dev/null 2>&1 && fail 'no folder is accepted'

# check PROGRAM NAME: runs a program that has the installed library.
check() {
  LD_LIBRARY_PATH=$folder/lib "$1" > "$TEST_TMPDIR/out.txt" 2> /dev/null
  diff "$program/expected.txt" "$TEST_TMPDIR/out.txt" || fail "the program built with $2 differs"
  readelf --dynamic "$1" | grep -q 'NEEDED.*libplumb-spirv-tools[.]so[.]1' ||
    fail "the program built with $2 does not need the library"
}

for package in SPIRV-Tools SPIRV-Tools-shared; do
  read -ra options < <(PKG_CONFIG_PATH=$folder/lib/pkgconfig pkg-config --cflags --libs "$package")
  build "$TEST_TMPDIR/$package" "$program"/*.c "$program"/*.cc -- "${options[@]}"
  check "$TEST_TMPDIR/$package" "pkg-config $package"
done
build "$TEST_TMPDIR/by_name" "$program"/*.c "$program"/*.cc -- \
  "-I$folder/include" "-L$folder/lib" -lSPIRV-Tools-shared
check "$TEST_TMPDIR/by_name" -lSPIRV-Tools-shared

if ! command -v cmake > /dev/null; then
  echo 'skipped: the package for CMake, because CMake is not installed'
  exit 0
fi
mkdir "$TEST_TMPDIR/project"
cat > "$TEST_TMPDIR/project/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.16)
project(client LANGUAGES C CXX)
find_package(SPIRV-Tools 2023 REQUIRED)
file(GLOB sources "${SOURCES}/*.c" "${SOURCES}/*.cc")
foreach(library SPIRV-Tools-shared SPIRV-Tools-static SPIRV-Tools)
  add_executable(with-${library} ${sources})
  set_target_properties(with-${library} PROPERTIES CXX_STANDARD 17)
  target_link_libraries(with-${library} PRIVATE ${library})
endforeach()
END
cmake -S "$TEST_TMPDIR/project" -B "$TEST_TMPDIR/cmake" "-DSOURCES=$program" \
  "-DCMAKE_PREFIX_PATH=$folder" > /dev/null
cmake --build "$TEST_TMPDIR/cmake" > /dev/null
for library in SPIRV-Tools-shared SPIRV-Tools-static SPIRV-Tools; do
  check "$TEST_TMPDIR/cmake/with-$library" "CMake's $library"
done

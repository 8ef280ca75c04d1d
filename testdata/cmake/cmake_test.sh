#!/usr/bin/env bash
# Tests the installed package for CMake in projects that use it: the project in this
# folder, with Ninja and with Make, and small projects that use it wrongly.
set -euo pipefail

fail() {
  printf 'cmake_test: %s\n' "$*" >&2
  exit 1
}

source tools/skip.sh

for needed in cmake ninja make; do
  command -v "$needed" > /dev/null || skip "$needed is not installed"
done

# The installed files can be moved, and names may have spaces.
tools/install "$TEST_TMPDIR/package" > /dev/null
prefix="$TEST_TMPDIR/some where/else"
mkdir "${prefix%/*}"
mv "$TEST_TMPDIR/package" "$prefix"
validate=$prefix/bin/spv-val
read -r _ _ version < <("$validate" --version)
readonly log=$TEST_TMPDIR/log

# copy_project FOLDER: copies the project, with old file times.
copy_project() {
  mkdir -p "$1"
  cp -rL testdata/cmake testdata/examples "$1"
  chmod -R u+w "$1"
  find "$1" -type f -exec touch -d '2 hours ago' {} +
}

# configure SOURCE BUILD GENERATOR
configure() {
  cmake -S "$1" -B "$2" -G "$3" -DCMAKE_PREFIX_PATH="$prefix" > "$log" 2>&1
}

build() {
  cmake --build "$1" > "$log" 2>&1
}

# expect_commands COMMAND...: checks that exactly these commands ran, by their
# comments, in any order.
expect_commands() {
  local got wanted
  got=$(grep -oE '(Assembling|Validating) .*' "$log" | sort || true)
  wanted=$( (($# == 0)) || printf '%s\n' "$@" | sort)
  [[ $got == "$wanted" ]] || fail "commands: $got; wanted: $wanted; $(< "$log")"
}

# Checks that the log contains a text, whatever its line breaks.
expect_said() {
  [[ $(tr -s ' \n' ' ' < "$log") == *"$1"* ]] || fail "no '$1' in: $(< "$log")"
}

try_project() {
  local generator=$1
  local tree="$TEST_TMPDIR/in $generator"
  local binary=$tree/build
  local triangle=$tree/examples/triangle.spvasm
  copy_project "$tree"
  configure "$tree/cmake" "$binary" "$generator" || fail "$(< "$log")"
  grep -qF "Plumb_DIR:PATH=$prefix/share/cmake/Plumb" "$binary/CMakeCache.txt" ||
    fail "the package is not the one in $prefix"

  build "$binary" || fail "$(< "$log")"
  expect_commands 'Assembling compute/double.spvasm' 'Assembling triangle.spvasm' \
    'Validating compute/double.spv' 'Validating triangle.spv'
  "$validate" --target-env vulkan1.0 "$binary"/{compute/double,triangle}.spv
  build "$binary" || fail "$(< "$log")"
  expect_commands

  touch "$tree/cmake/compute/double.spvasm"
  build "$binary" || fail "$(< "$log")"
  expect_commands 'Assembling compute/double.spvasm' 'Validating compute/double.spv'

  # CMake knows this file from the depfiles that the programs write.
  touch "$tree/cmake/plumb.json"
  build "$binary" || fail "$(< "$log")"
  expect_commands 'Assembling compute/double.spvasm' 'Assembling triangle.spvasm' \
    'Validating compute/double.spv' 'Validating triangle.spv'

  # Outputs with changed options are made again.
  sed -i 's/vulkan1.3/vulkan1.2/' "$tree/cmake/CMakeLists.txt"
  build "$binary" || fail "$(< "$log")"
  expect_commands 'Validating compute/double.spv' 'Validating triangle.spv'

  cp "$triangle" "$tree/kept"
  cp "$tree/examples/broken.spvasm" "$triangle"
  ! build "$binary" || fail "a broken module was built: $(< "$log")"
  grep -qE "triangle[.]spvasm:[0-9]+:[0-9]+: error: " "$log" ||
    fail "no diagnostic in: $(< "$log")"
  expect_commands 'Assembling triangle.spvasm'
  [[ ! -e $binary/triangle.spv ]] || fail "$generator left a broken module"
  # A second build fails, too.
  ! build "$binary" || fail "a broken module was built: $(< "$log")"
  cp "$tree/kept" "$triangle"
  build "$binary" || fail "$(< "$log")"
  expect_commands 'Assembling triangle.spvasm' 'Validating triangle.spv'
  build "$binary" || fail "$(< "$log")"
  expect_commands
}

# write_project LINE...: writes a project of these lines, with a text and a module.
write_project() {
  rm -rf "$TEST_TMPDIR/small"
  copy_project "$TEST_TMPDIR/small"
  cd "$TEST_TMPDIR/small"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(small NONE)' "$@" \
    > CMakeLists.txt
  cp examples/triangle.spvasm a.spvasm
  "$prefix/bin/spv-as" a.spvasm -o a.spv
  cd - > /dev/null
}

# refuses MESSAGE LINE...: checks that configuring a project of these lines fails.
refuses() {
  local message=$1
  shift
  write_project "$@"
  ! configure "$TEST_TMPDIR/small" "$TEST_TMPDIR/small/build" Ninja ||
    fail "configured without the error: $message"
  expect_said "$message"
}

# Validates existing modules, of which one becomes invalid.
try_binaries() {
  local binary=$TEST_TMPDIR/small/build
  # shellcheck disable=SC2016  # expanded by CMake
  write_project "find_package(Plumb $version EXACT REQUIRED)" \
    'plumb_validate_spirv(checks MODULES a.spv a.spvasm TARGET_ENV "" FLAGS)' \
    'file(WRITE stamps "${checks_OUTPUTS}")'
  configure "$TEST_TMPDIR/small" "$binary" Ninja || fail "$(< "$log")"
  build "$binary" || fail "$(< "$log")"
  expect_commands 'Validating a.spv' 'Validating a.spvasm'
  local stamps
  IFS=';' read -r -a stamps < "$TEST_TMPDIR/small/stamps" || true
  [[ ${#stamps[@]} == 2 && -e ${stamps[0]} && -e ${stamps[1]} ]] ||
    fail "stamps: ${stamps[*]}"
  printf '%s\n' 'OpCapability Shader' 'OpMemoryModel Logical GLSL450' \
    '%double = OpTypeFloat 64' |
    "$prefix/bin/spv-as" --no-validate -o "$TEST_TMPDIR/small/a.spv"
  ! build "$binary" || fail "an invalid module was accepted: $(< "$log")"
  expect_said 'a.spv:instruction '
  expect_commands 'Validating a.spv'
  [[ ! -e ${stamps[0]} && -e ${stamps[1]} ]] || fail 'the stamps do not match the modules'
}

try_project Ninja
try_project 'Unix Makefiles'
try_binaries

find='find_package(Plumb REQUIRED)'
refuses "unknown arguments: 'a.spvasm', 'b'" "$find" \
  'plumb_add_spirv(shaders a.spvasm b SOURCES a.spvasm)'
refuses 'plumb_add_spirv(shaders): there are no SOURCES' "$find" \
  'plumb_add_spirv(shaders TARGET_ENV vulkan1.0)'
refuses 'plumb_validate_spirv(checks): there are no MODULES' "$find" \
  'plumb_validate_spirv(checks MODULES)'
refuses 'the first argument is the name of the target' "$find" \
  'plumb_add_spirv(SOURCES a.spvasm)'
refuses 'TARGET_ENV has no value' "$find" \
  'plumb_add_spirv(shaders SOURCES a.spvasm TARGET_ENV FLAGS --werror)'
refuses "/small/no.spvasm'" "$find" 'plumb_add_spirv(shaders SOURCES no.spvasm)'
refuses "/small/cmake' is a folder" "$find" \
  'plumb_validate_spirv(checks MODULES cmake)'
refuses 'inputs cannot have generator expressions' "$find" \
  'plumb_add_spirv(shaders SOURCES $<CONFIG>.spvasm)'
refuses "a.spv' is there twice" "$find" \
  'plumb_validate_spirv(checks MODULES a.spv ./a.spv)'
# A text with two names, a text that the build makes, and two targets with the same
# folder.
refuses "would both be written to" "$find" \
  'plumb_add_spirv(shaders SOURCES a.spvasm cmake/../a.spvasm)'
# shellcheck disable=SC2016  # expanded by CMake
refuses "would both be written to" "$find" \
  'plumb_add_spirv(shaders SOURCES a.spvasm ${CMAKE_BINARY_DIR}/a.spvasm)'
refuses "would both be written to" "$find" \
  'plumb_add_spirv(one SOURCES a.spvasm OUTPUT_DIRECTORY made)' \
  'plumb_add_spirv(two SOURCES a.spvasm OUTPUT_DIRECTORY made/)'
refuses 'compatible with requested version "99"' 'find_package(Plumb 99 REQUIRED)'

rm "$prefix/bin/spv-cfg"
refuses "/bin/spv-cfg" "$find"

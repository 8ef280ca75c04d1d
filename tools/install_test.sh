#!/usr/bin/env bash
# Checks that tools/install installs all files with their modes, and that the
# installed programs run.
set -euo pipefail

fail() {
  echo "install_test: $*" >&2
  exit 1
}

prefix=$TEST_TMPDIR/some/where
tools/install "$prefix" > "$TEST_TMPDIR/list"
(( $(wc -l < "$TEST_TMPDIR/list") == 42 )) || fail "not 42 files"
while read -r file; do
  # Only the repository for Bazel has links, to the installed programs, and the
  # library has its name for linkers.
  [[ -s $file && (! -L $file || $file == */plumb/bazel/cli/bin/* || $file == */libplumb.so) ]] ||
    fail "$file is missing, empty or a link"
done < "$TEST_TMPDIR/list"
for name in as cfg dis lsp val; do
  program=$prefix/bin/spv-$name
  [[ $(stat -c %a "$program") == 755 ]] || fail "$program has another mode"
  "$program" --version > /dev/null || fail "$program does not run"
  page=$prefix/share/man/man1/spv-$name.1
  [[ $(stat -c %a "$page") == 644 ]] || fail "$page has another mode"
  cmp "$page" <("$program" --man) || fail "$page differs from the output of --man"
  bash -n "$prefix/share/bash-completion/completions/spv-$name"
done

# Programs refer to the installed rule reference.
page=$({ echo OpFoo | "$prefix/bin/spv-val" --links 2>&1 || true; } | sed -n 's|.*file://\([^#]*\)#asm[.].*|\1|p')
[[ -s $page && $page == "$prefix"/share/plumb/rules/asm.html ]] ||
  fail "--links prints '$page'"

# The package for CMake has the version of the programs.  //testdata/cmake tests
# the package.
package=$prefix/share/cmake/Plumb
[[ $(stat -c %a "$package"/*) == $'644\n644' ]] || fail "another mode in $package"
read -r _ _ version < <("$prefix/bin/spv-val" --version)
grep -qxF "set(PACKAGE_VERSION \"$version\")" "$package/PlumbConfigVersion.cmake" ||
  fail "$package does not have version $version"

# A relative folder is relative to the folder of the user.
mkdir "$TEST_TMPDIR/user"
BUILD_WORKING_DIRECTORY=$TEST_TMPDIR/user tools/install rel > /dev/null
[[ -x $TEST_TMPDIR/user/rel/bin/spv-val ]] || fail "no program in rel"
DESTDIR=$TEST_TMPDIR/package tools/install /usr > /dev/null
[[ -x $TEST_TMPDIR/package/usr/bin/spv-val ]] || fail "no program in DESTDIR"
[[ -x $TEST_TMPDIR/package/usr/share/plumb/bazel/cli/bin/spv-val ]] ||
  fail "a link leads out of DESTDIR"

# The names of SPIRV-Tools.
[[ ! -e $prefix/bin/spirv-as ]] || fail "spirv-as is installed without --compat-names"
tools/install --compat-names "$prefix" > "$TEST_TMPDIR/list"
(( $(wc -l < "$TEST_TMPDIR/list") == 46 )) || fail "not 46 files"
for name in as cfg dis val; do
  [[ $prefix/bin/spirv-$name -ef $prefix/bin/spv-$name ]] ||
    fail "spirv-$name is not a link to spv-$name"
done
echo OpFoo > "$TEST_TMPDIR/wrong.spvasm"
status=0
"$prefix/bin/spirv-as" "$TEST_TMPDIR/wrong.spvasm" -o "$TEST_TMPDIR/wrong.spv" \
  2> /dev/null || status=$?
(( status == 251 )) || fail "spirv-as gives status $status"
ln -sfn /bin/true "$prefix/bin/spirv-val"
! tools/install --compat-names "$prefix" > /dev/null 2>&1 ||
  fail "another spirv-val is replaced"

for wrong in "" "--help" "--compat-names" "a b"; do
  status=0
  # shellcheck disable=SC2086
  tools/install $wrong 2> /dev/null || status=$?
  (( status == 2 )) || fail "'$wrong' gives status $status"
done

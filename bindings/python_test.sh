#!/usr/bin/env bash
# Tests the package for Python: from its sources, and from a wheel in a virtual
# environment.
set -euo pipefail

source tools/skip.sh
source bindings/memory_check.sh

python=/usr/bin/python3
[[ -x $python ]] || skip 'python3 is not installed'
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' ||
  skip 'Python 3.9 or later is not installed'

library=$PWD/$1
readonly tree=$TEST_TMPDIR/python
cp --recursive --dereference bindings/python "$tree"
chmod --recursive u+w "$tree"
cd "$tree"
export PYTHONDONTWRITEBYTECODE=1
test_sources() {
  PLUMB_LIBRARY=$library PYTHONPATH=src "$@" "$python" -m unittest discover tests
}
test_sources env
if command -v valgrind > /dev/null; then
  # Python's own allocator would hide blocks.
  test_sources env PYTHONMALLOC=malloc "${memory_check[@]}"
fi

# Without the library, the error says what to do.
if error=$(PLUMB_LIBRARY=/no/libplumb.so.1 PYTHONPATH=src "$python" -c 'import plumb' 2>&1); then
  echo 'the package was imported without the library' >&2
  exit 1
fi
[[ $error == *'set PLUMB_LIBRARY'* ]] || { echo "$error" >&2; exit 1; }

if ! "$python" -c 'import build, setuptools, venv, ensurepip' 2> /dev/null; then
  echo 'python_test: no wheel is built: python3-build, -setuptools or -venv is missing'
  exit 0
fi
log=$TEST_TMPDIR/log
{
  "$python" -m build --no-isolation --wheel
  "$python" -m venv "$TEST_TMPDIR/venv"
  "$TEST_TMPDIR/venv/bin/pip" install --no-index --no-deps dist/*.whl
} > "$log" 2>&1 || { cat "$log" >&2; exit 1; }
PLUMB_LIBRARY=$library "$TEST_TMPDIR/venv/bin/python" -m unittest discover tests

#!/usr/bin/env bash
# Runs lavapipe_test.py.  Needs Debian's mesa-vulkan-drivers,
# vulkan-validationlayers and libvulkan-dev.
set -euo pipefail

source tools/skip.sh

python=/usr/bin/python3
[[ -x $python ]] || skip 'python3 is not installed'
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' ||
  skip 'Python 3.9 or later is not installed'
compiler=$(command -v g++ || command -v clang++) || skip 'there is no compiler'
pkg-config vulkan nlohmann_json 2> /dev/null || skip 'libvulkan-dev is not installed'
shopt -s nullglob
drivers=(/usr/share/vulkan/icd.d/lvp_icd*.json)
(( ${#drivers[@]} > 0 )) || skip 'mesa-vulkan-drivers is not installed'
[[ -e /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json ]] ||
  skip 'vulkan-validationlayers is not installed'

# No other driver is loaded.
export VK_ICD_FILENAMES=${drivers[0]} VK_DRIVER_FILES=${drivers[0]}
export PLUMB_LIBRARY=$PWD/$1 PYTHONPATH=bindings/python/src PYTHONDONTWRITEBYTECODE=1
read -ra flags <<< "$(pkg-config --cflags --libs vulkan nlohmann_json)"
"$compiler" -std=c++17 -Wall -Wextra -Werror testdata/vulkan/create_pipelines.cc \
  -o "$TEST_TMPDIR/create_pipelines" "${flags[@]}"
exec "$python" testdata/vulkan/lavapipe_test.py "$TEST_TMPDIR/create_pipelines"

// The headers of the C++ library and of Abseil that most sources include.
#ifndef PLUMB_BAZEL_PRECOMPILED_COMMON_HEADERS_H_
#define PLUMB_BAZEL_PRECOMPILED_COMMON_HEADERS_H_

// IWYU pragma: begin_keep
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
// IWYU pragma: end_keep

#endif  // PLUMB_BAZEL_PRECOMPILED_COMMON_HEADERS_H_

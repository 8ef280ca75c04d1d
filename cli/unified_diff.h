// The difference of two texts in the unified format, which patch(1) applies.
//
// Tested by unified_diff_test.cc.
#ifndef PLUMB_CLI_UNIFIED_DIFF_H_
#define PLUMB_CLI_UNIFIED_DIFF_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

// The difference from `before` to `after`, both of them the file `name`; empty
// if they are equal.  O(N + D * D) for N lines of which D differ; if thousands
// do, all between the first and the last one are replaced.
std::string UnifiedDiff(absl::string_view name, absl::string_view before,
                        absl::string_view after);

}  // namespace plumb

#endif  // PLUMB_CLI_UNIFIED_DIFF_H_

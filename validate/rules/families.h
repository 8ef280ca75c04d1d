// All families, in the specification's order.  The list is in BUILD.bazel
// beside this file; nothing registers itself.
//
// Tested by validate/registry_test.cc.
#ifndef PLUMB_VALIDATE_RULES_FAMILIES_H_
#define PLUMB_VALIDATE_RULES_FAMILIES_H_

#include "absl/types/span.h"
#include "validate/engine/family.h"

namespace plumb {

absl::Span<const ListedFamily> Families();

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_FAMILIES_H_

// All families, by name, in the specification's order.  Nothing registers
// itself.
//
// Tested by registry_test.cc.
#ifndef PLUMB_VALIDATE_REGISTRY_H_
#define PLUMB_VALIDATE_REGISTRY_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validate/family.h"

namespace plumb {

absl::Span<const Family* const> Families();

// The rule with this id, or null.  Linear; for explanations, not for checks.
const Rule* FindRule(absl::string_view id);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_REGISTRY_H_

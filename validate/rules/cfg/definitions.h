// The verdict of section 2.11 on a function, by sets of blocks: no dominator
// tree, no construct table; what a block dominates is what cannot be reached
// without it.
//
// For tests: it is what the rules are compared with.  Where the section leaves
// something open it follows docs/structured-control-flow.md.
#ifndef PLUMB_VALIDATE_RULES_CFG_DEFINITIONS_H_
#define PLUMB_VALIDATE_RULES_CFG_DEFINITIONS_H_

#include "absl/strings/string_view.h"
#include "validate/rules/cfg/test_function.h"

namespace plumb {

// The first rule that the function breaks, in a few words, or "" if it is
// valid.  The function has at most BlockSet::kMaxBlocks blocks and does not
// branch to block 0, which is a rule of its own.  Exponential in nothing, but
// meant for a dozen blocks.
absl::string_view VerdictByDefinition(const TestFunction& function);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_DEFINITIONS_H_

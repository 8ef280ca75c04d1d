// The result of section 2.11 for a function, computed with sets of blocks: no
// dominator tree and no construct table.  A block dominates the blocks that
// are unreachable without it.
//
// The tests compare the rules with it.  Where the section is ambiguous it
// follows docs/contributor/structured-control-flow.md.
#ifndef PLUMB_VALIDATE_RULES_CFG_DEFINITIONS_H_
#define PLUMB_VALIDATE_RULES_CFG_DEFINITIONS_H_

#include "absl/strings/string_view.h"
#include "validate/rules/cfg/test_function.h"

namespace plumb {

// The first violated rule, in a few words, or "" if the function is valid.
// The function must have at most BlockSet::kMaxBlocks blocks and must not
// branch to block 0, which another rule forbids.  Nothing is exponential, but
// it is meant for a dozen blocks.
absl::string_view VerdictByDefinition(const TestFunction& function);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_DEFINITIONS_H_

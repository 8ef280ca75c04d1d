// Branch weights of conditional branches (section 3.3.17).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"control.branchconditional.weight-count", "3.3.17",
     "a conditional branch must have either no branch weights or two, not {0}"},
    {"control.branchconditional.weights-not-both-zero", "3.3.17",
     "at least one of the two branch weights must be greater than 0"},
    {"control.branchconditional.weight-sum", "3.3.17",
     "the sum of the branch weights, {0}, does not fit into 32 bits"},
});

void CheckWeights(const CheckContext& c) {
  const auto first = c.inst().Find(operand::BranchConditional::kBranchWeights);
  if (!first) return;
  const uint32_t weights = c.inst().operand_count() - first->value;
  if (weights != 2) {
    c.Report(R("control.branchconditional.weight-count"), *first, {weights});
    return;
  }
  const uint64_t sum = uint64_t{c.inst().operand_word(*first)} +
                       c.inst().operand_word(*first + 1);
  if (sum == 0) {
    c.Report(R("control.branchconditional.weights-not-both-zero"), *first);
  } else if (sum > UINT32_MAX) {
    c.Report(R("control.branchconditional.weight-sum"), *first, {sum});
  }
}

constexpr Check kChecks[] = {
    {Op::kBranchConditional, CheckWeights},
};

}  // namespace

extern constinit const Family kBranchHints(R, kChecks);

}  // namespace plumb

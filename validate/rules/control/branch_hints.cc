// What merge and branch instructions say besides their targets: Loop Control
// (section 3.2.22) and branch weights (section 3.3.17).
//
// Tested by testdata/rule_test.cc.
#include <bit>
#include <cstdint>

#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::LoopControl;

constexpr RuleTable R({
    {"control.loopcontrol.unroll-conflict", "3.2.22",
     "{0} and DontUnroll exclude each other"},
    {"control.loopcontrol.iteration-multiple", "3.2.22",
     "the operand of IterationMultiple must be greater than 0"},
    {"control.branchconditional.weight-count", "3.3.17",
     "a conditional branch must have no branch weights or two, not {0}"},
    {"control.branchconditional.weights-not-both-zero", "3.3.17",
     "at least one of the two branch weights must be greater than 0"},
    {"control.branchconditional.weight-sum", "3.3.17",
     "the sum of the branch weights, {0}, does not fit into 32 bits"},
});

constexpr uint32_t Bit(LoopControl bit) { return static_cast<uint32_t>(bit); }

constexpr LoopControl kUnrolling[] = {
    LoopControl::kUnroll, LoopControl::kPeelCount, LoopControl::kPartialCount};

void CheckLoopControl(const CheckContext& c) {
  constexpr OperandIndex kMask = operand::LoopMerge::kLoopControl;
  const uint32_t mask = c.inst().operand_word(kMask);
  if ((mask & Bit(LoopControl::kDontUnroll)) != 0) {
    for (LoopControl bit : kUnrolling) {
      if ((mask & Bit(bit)) == 0) continue;
      c.Report(R("control.loopcontrol.unroll-conflict"), kMask,
               {Arg::Enumerant(c.inst().kind(kMask), bit)});
    }
  }
  if ((mask & Bit(LoopControl::kIterationMultiple)) == 0) return;
  // Literals follow the mask in the order of their bits.
  constexpr uint32_t kWithLiteralBefore = Bit(LoopControl::kDependencyLength) |
                                          Bit(LoopControl::kMinIterations) |
                                          Bit(LoopControl::kMaxIterations);
  const OperandIndex multiple =
      kMask + 1 + std::popcount(mask & kWithLiteralBefore);
  if (multiple < c.inst().operand_count() &&
      c.inst().operand_word(multiple) == 0) {
    c.Report(R("control.loopcontrol.iteration-multiple"), multiple);
  }
}

void CheckWeights(const CheckContext& c) {
  constexpr OperandIndex kFirstWeight =
      operand::BranchConditional::kBranchWeights;
  const uint32_t weights = c.inst().operand_count() - kFirstWeight.value;
  if (weights == 0) return;
  if (weights != 2) {
    c.Report(R("control.branchconditional.weight-count"), kFirstWeight,
             {weights});
    return;
  }
  const uint64_t sum = uint64_t{c.inst().operand_word(kFirstWeight)} +
                       c.inst().operand_word(kFirstWeight + 1);
  if (sum == 0) {
    c.Report(R("control.branchconditional.weights-not-both-zero"),
             kFirstWeight);
  } else if (sum > UINT32_MAX) {
    c.Report(R("control.branchconditional.weight-sum"), kFirstWeight, {sum});
  }
}

constexpr Op kLoopMergeOps[] = {Op::kLoopMerge};
constexpr Op kBranchConditionalOps[] = {Op::kBranchConditional};
constexpr Check kChecks[] = {
    {kLoopMergeOps, CheckLoopControl},
    {kBranchConditionalOps, CheckWeights},
};

}  // namespace

extern constinit const Family kBranchHints = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

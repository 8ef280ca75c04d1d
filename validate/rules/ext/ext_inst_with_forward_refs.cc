// OpExtInstWithForwardRefsKHR (section 3.3.4): only for non-semantic sets, and
// only if it has forward references.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/non_semantic.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("ext.extinstwithforwardrefs.nonsemantic-set",
         Malformed({"ext.extinstwithforwardrefs.non-semantic",
                    "SPV_KHR_relaxed_extended_instruction",
                    "the set must be non-semantic, but {0} is not"})),
    {"ext.extinstwithforwardrefs.refers-forward", "3.3.4",
     "at least one operand must be a forward reference; otherwise OpExtInst "
     "must be used"},
});

void CheckSet(const CheckContext& c) {
  constexpr OperandIndex kSet = operand::ExtInstWithForwardRefsKHR::kSet;
  const Id set = c.inst().id(kSet);
  // An operand that is not an import is reported with each of its uses.
  if (!IsDefinedBy(c.module(), set, Op::kExtInstImport) ||
      IsNonSemanticImport(c.module(), set)) {
    return;
  }
  c.Report(R("ext.extinstwithforwardrefs.non-semantic"), kSet, {set});
}

void CheckRefersForward(const CheckContext& c) {
  const absl::Span<const Operand> operands = c.inst().operands();
  for (OperandIndex o = operand::ExtInstWithForwardRefsKHR::kOperands;
       o < operands.size(); ++o) {
    // An undefined id counts as a forward reference: kNoInst is past every
    // instruction.
    if (IsIdUse(operands[o].kind) &&
        c.module().def(c.inst().id(o)) > c.index()) {
      return;
    }
  }
  c.Report(R("ext.extinstwithforwardrefs.refers-forward"), Place::kWhole);
}

constexpr Check kChecks[] = {
    {Op::kExtInstWithForwardRefsKHR, CheckSet},
    {Op::kExtInstWithForwardRefsKHR, CheckRefersForward}};

}  // namespace

extern constinit const Family kExtInstWithForwardRefs(R, kChecks);

}  // namespace plumb

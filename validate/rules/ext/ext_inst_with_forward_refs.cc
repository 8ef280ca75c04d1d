// OpExtInstWithForwardRefsKHR (section 3.3.4): for non-semantic sets alone,
// and not without need.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/ext/non_semantic.h"

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
  // What is no import at all is judged with every use of one.
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
    // An undefined one counts: kNoInst is past every instruction.
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

// OpExtInstWithForwardRefsKHR must not be used without need (section 3.3.4).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"ext.extinstwithforwardrefs.refers-forward", "3.3.4",
     "at least one operand must be a forward reference; otherwise OpExtInst "
     "must be used"},
});

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

constexpr Op kOps[] = {Op::kExtInstWithForwardRefsKHR};
constexpr Check kChecks[] = {{kOps, CheckRefersForward}};

}  // namespace

extern constinit const Family kExtInstWithForwardRefs = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

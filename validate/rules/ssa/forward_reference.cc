// Forward references (section 2.4): the operands that may be defined later
// than their use.
//
// Of the specification's list, functions and labels depend on the definition,
// and phi.cc checks the operands of OpPhi; the others depend on the opcode and
// are listed here.  Extensions add others: conditions of
// SPV_INTEL_function_variants, graphs of SPV_ARM_graph, the members of a
// composite in debug information, and OpExtInstWithForwardRefsKHR
// (ext/ext_inst_with_forward_refs.cc).
//
// Tested by testdata/rule_test.cc.
#include "validate/rules/ssa/forward_reference.h"

#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/rules/layout/definition_rules.h"

namespace plumb {
namespace {

using grammar::ExtInst;

constexpr RuleTable R({
    Contradicts(Contradicted::kPlace,
                Malformed({"ssa.forward-reference.only-listed", "2.4",
                           "{0} must be defined before it is used here"})),
});

constexpr std::array<bool, grammar::kOpCount> MakeAllForward() {
  constexpr Op kOps[] = {
      Op::kTypeForwardPointer,         Op::kGraphEntryPointARM,
      Op::kConditionalEntryPointINTEL, Op::kConditionalCapabilityINTEL,
      Op::kConditionalExtensionINTEL,  Op::kExtInstWithForwardRefsKHR,
  };
  std::array<bool, grammar::kOpCount> result{};
  for (Op op : kOps) result[static_cast<int>(op)] = true;
  for (int row = 0; row < grammar::kOpCount; ++row) {
    switch (internal::kOpRoles[row]) {
      case OpRole::kName:
      case OpRole::kDecoration:
      case OpRole::kEntryPoint:
      case OpRole::kExecutionMode:
        result[row] = true;
        break;
      default:
        break;
    }
  }
  return result;
}

constexpr std::array<bool, grammar::kOpCount> kAllForward = MakeAllForward();

// A composite type and its members refer to each other.
bool IsMemberOfDebugComposite(const Inst& inst, const Module& module,
                              OperandIndex at) {
  const ExtInstSet set = inst.ext_inst_set();
  if (set != ExtInstSet::kOpenClDebugInfo100 && set != ExtInstSet::kDebugInfo) {
    return false;
  }
  static_assert(
      static_cast<uint32_t>(grammar::DebugInfo::kDebugTypeComposite) ==
      static_cast<uint32_t>(grammar::OpenClDebugInfo100::kDebugTypeComposite));
  const uint32_t number = inst.operand_word(operand::ExtInst::kInstruction);
  if (number !=
      static_cast<uint32_t>(grammar::DebugInfo::kDebugTypeComposite)) {
    return false;
  }
  // The members are the last operand of the pattern, which may be repeated.
  const ExtInst row = grammar::ExtInstFromNumber(set, number);
  if (row == ExtInst::kNone) return false;
  return at + 1 >=
         operand::ExtInst::kOperands + grammar::Info(row).operand_count;
}

}  // namespace

bool AllMayReferForward(Op op) { return kAllForward[static_cast<int>(op)]; }

bool MayReferForward(const Module& module, InstIndex use, OperandIndex at) {
  const Inst inst = module.inst(use);
  if (AllMayReferForward(inst.op())) return true;
  return inst.op() == Op::kExtInst && at >= operand::ExtInst::kOperands &&
         IsMemberOfDebugComposite(inst, module, at);
}

DiagnosticBuilder ReportForwardReference(const ModuleContext& context,
                                         DiagnosticList* list, InstIndex use,
                                         OperandIndex operand) {
  const Module& module = context.module();
  const Inst inst = module.inst(use);
  const Id id = inst.id(operand);
  const Rule* rule = &R("ssa.forward-reference.only-listed");
  if (inst.op() == Op::kSource) {
    rule = &kDefinitionOrderRules("layout.debugsource.no-forward-reference");
  } else if (use < module.global_end()) {
    rule = &kDefinitionOrderRules("layout.declaration.defined-before-use");
  }
  DiagnosticBuilder report =
      context.Report(*rule, Place::At(use, operand), {id}, list);
  report.Note("{0} is defined here", Place::At(module.def(id)), {id});
  return report;
}

extern constinit const Family kForwardReference(R);

}  // namespace plumb

// Forward references (section 2.4): the operands that may be defined later
// than they are used.
//
// Of the specification's list, functions and labels are a matter of what is
// referred to, and the operands of an OpPhi are judged by phi.cc; the rest is
// a matter of the opcode and is listed here.  Extensions add their own:
// conditions of SPV_INTEL_function_variants, graphs of SPV_ARM_graph, the
// members of a composite in debug information, and
// OpExtInstWithForwardRefsKHR, which must not be used without need.
//
// Tested by testdata/rule_test.cc.
#include "validate/rules/ssa/forward_reference.h"

#include "grammar/ext_inst_enums.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::ExtInst;
using grammar::ExtInstSet;
using grammar::Op;

constexpr grammar::Op kForwardPointerOps[] = {grammar::Op::kTypeForwardPointer};

constexpr RuleTable R({
    Malformed({"ssa.forward-reference.only-listed", "2.4",
               "{0} must be defined before it is used here"}),
    Also(
        "type.struct.forward-announced type.typestruct.forward-member-declared "
        "type.operand.bottom-up",
        ReliesOn(kForwardPointerOps,
                 Malformed(
                     {"layout.declaration.defined-before-use", "2.4",
                      "{0} must be defined before this declaration uses it"}))),
    {"layout.debugsource.no-forward-reference", "2.4",
     "{0} must be defined before this source instruction"},
    {"ext.extinstwithforwardrefs.refers-forward", "3.32.4",
     "one of the operands must be defined later, or else OpExtInst be used"},
});

constexpr std::array<bool, grammar::kOpCount> MakeFree() {
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

constexpr std::array<bool, grammar::kOpCount> kFree = MakeFree();

// The operands of OpExtInst: its set, the number of the instruction, and what
// the instruction makes of the rest.
constexpr uint32_t kSet = 2;
constexpr uint32_t kInstruction = 3;
constexpr uint32_t kFirstArgument = 4;

// The members of a composite type refer to it as their parent, and it to them.
bool IsMemberOfDebugComposite(const Inst& inst, const Module& module,
                              OperandIndex operand) {
  const ExtInstSet set = module.ext_inst_set(inst.id(kSet));
  if (set != ExtInstSet::kOpenClDebugInfo100 && set != ExtInstSet::kDebugInfo) {
    return false;
  }
  static_assert(
      static_cast<uint32_t>(grammar::DebugInfo::kDebugTypeComposite) ==
      static_cast<uint32_t>(grammar::OpenClDebugInfo100::kDebugTypeComposite));
  const uint32_t number = inst.operand_word(kInstruction);
  if (number !=
      static_cast<uint32_t>(grammar::DebugInfo::kDebugTypeComposite)) {
    return false;
  }
  // The members are the last operand of the pattern, any number of times.
  const ExtInst row = grammar::ExtInstFromNumber(set, number);
  if (row == ExtInst::kNone) return false;
  return operand + 1 >= kFirstArgument + grammar::Info(row).operand_count;
}

void CheckExtInstWithForwardRefs(const CheckContext& c) {
  const absl::Span<const Operand> operands = c.inst().operands();
  for (uint32_t o = kFirstArgument; o < operands.size(); ++o) {
    // An undefined one counts: kNoInst is past every instruction.
    if (IsIdUse(operands[o].kind) &&
        c.module().def(c.inst().id(o)) > c.index()) {
      return;
    }
  }
  c.Report(R("ext.extinstwithforwardrefs.refers-forward"), Place::kWhole);
}

constexpr Op kWithForwardRefs[] = {Op::kExtInstWithForwardRefsKHR};
constexpr Check kChecks[] = {{kWithForwardRefs, CheckExtInstWithForwardRefs}};

}  // namespace

bool RefersForwardFreely(Op op) { return kFree[static_cast<int>(op)]; }

bool MayReferForward(const Module& module, InstIndex use,
                     OperandIndex operand) {
  const Inst inst = module.inst(use);
  if (RefersForwardFreely(inst.op())) return true;
  return inst.op() == Op::kExtInst && operand >= kFirstArgument &&
         IsMemberOfDebugComposite(inst, module, operand);
}

void ReportForwardReference(const ModuleContext& context, DiagnosticList* list,
                            InstIndex use, OperandIndex operand) {
  const Module& module = context.module();
  const Inst inst = module.inst(use);
  const Id id = inst.id(operand);
  const Rule* rule = &R("ssa.forward-reference.only-listed");
  if (inst.op() == Op::kSource) {
    rule = &R("layout.debugsource.no-forward-reference");
  } else if (use < module.global_end()) {
    rule = &R("layout.declaration.defined-before-use");
  }
  context.Report(*rule, Place::At(use, operand), {id}, list)
      .Note("{0} is defined here", Place::At(module.def(id)), {id});
}

extern constinit const Family kForwardReference = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

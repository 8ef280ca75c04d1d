// 4-bit integers can be stored, converted and moved, but not computed with
// (SPV_INTEL_int4, which lists the instructions that allow them).
//
// OpUndef, and extended instructions of other sets than OpenCL.std and
// GLSL.std.450, are not computations and are not checked.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Class;

constexpr RuleTable R({
    {"type.int4.allowed-instructions", "SPV_INTEL_int4",
     "{0} is or holds a 4-bit integer, which can only be loaded, stored, "
     "converted and moved"},
    WithFix(Declare(Capability::kInt4CooperativeMatrixINTEL),
            {"type.int4.cooperative-matrix",
             "SPV_INTEL_int4",
             "a cooperative matrix of 4-bit integers requires capability "
             "Int4CooperativeMatrixINTEL",
             "",
             Severity::kError,
             {.unless = Capability::kInt4CooperativeMatrixINTEL}}),
});

constexpr uint32_t kWidth = 4;

// Whether a type is or contains a 4-bit integer.
bool HoldsInt4(const ModuleContext& context, Id id) {
  const TypeTable& types = context.types();
  const TypeInfo& type = types.Get(id);
  if (type.poisoned()) return false;
  if (type.Is(tt::kInt)) return type.width == kWidth;
  if (!type.Contains(type_part::kOtherInt)) return false;
  const Id part = types.FindPart(context.module(), id, type_part::kOtherInt);
  return types.Get(part).width == kWidth;
}

// Single instructions of the list, without those of whole sections.
bool IsListed(Op op) {
  switch (op) {
    case Op::kSelect:
    case Op::kPhi:
    case Op::kReturnValue:
    case Op::kLifetimeStart:
    case Op::kLifetimeStop:
    case Op::kCooperativeMatrixMulAddKHR:
    case Op::kCooperativeMatrixLengthKHR:
    case Op::kUndef:
      return true;
    default:
      return false;
  }
}

bool MayTakeInt4(const Inst& inst) {
  if (inst.op() == Op::kExtInst) {
    const ExtInstSet set = inst.ext_inst_set();
    return set != ExtInstSet::kOpenClStd && set != ExtInstSet::kGlslStd450;
  }
  switch (inst.info().op_class) {
    case Class::kDebug:
    case Class::kAnnotation:
    case Class::kExtension:
    case Class::kModeSetting:
    case Class::kTypeDeclaration:
    case Class::kConstantCreation:
    case Class::kMemory:
    case Class::kFunction:
    case Class::kConversion:
    case Class::kComposite:
      return true;
    default:
      return IsListed(inst.op());
  }
}

// Reports the result type if it is or contains a 4-bit integer, or otherwise
// the first such operand.
void CheckInstruction(ModuleContext& context, const Inst& inst) {
  if (MayTakeInt4(inst)) return;
  const auto report = [&](OperandIndex operand, Id type) {
    context.Report(R("type.int4.allowed-instructions"),
                   Place::At(inst.index(), operand), {Arg::Type(type)});
  };
  if (HoldsInt4(context, inst.result_type())) {
    return report(0, inst.result_type());
  }
  for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
    if (inst.kind(o) != Kind::kIdRef) continue;
    const Id type = context.module().type_of(inst.id(o));
    if (HoldsInt4(context, type)) return report(o, type);
  }
}

void CheckInstructions(ModuleContext& context) {
  const Module& module = context.module();
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const Inst inst = module.inst(i);
    CheckInstruction(context, inst);
    if (inst.op() == Op::kSpecConstantOp) {
      CheckInstruction(context, inst.Nested());
    }
  }
}

void CheckMatrix(const CheckContext& c) {
  constexpr OperandIndex kComponent =
      operand::TypeCooperativeMatrixKHR::kComponentType;
  if (!HoldsInt4(c.context(), c.inst().id(kComponent))) return;
  c.Report(R("type.int4.cooperative-matrix"), kComponent);
}

constexpr Check kChecks[] = {{Op::kTypeCooperativeMatrixKHR, CheckMatrix,
                              Requires(Capability::kInt4TypeINTEL)}};

}  // namespace

extern constinit const Family kInt4(
    R,
    kModuleCheck<Phase::kSummaries, CheckInstructions,
                 Capability::kInt4TypeINTEL>,
    kChecks);

}  // namespace plumb

// The capability Float16Buffer without Float16 (section 3.31): 16-bit floats
// are pointed to, and extended instructions such as vload_half convert them;
// there are no values of such a type.
//
// Both rules are warnings: translators of kernels declare Float16Buffer alone
// whatever they do with the type, and consumers take it.
//
// Modules that declare Float16, or not Float16Buffer, are done at once.
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"capability.float16buffer.pointer-only", "3.31",
     "with Float16Buffer alone {0} can only be pointed to; values of it need "
     "capability Float16",
     "", Severity::kWarning},
    {"capability.float16buffer.no-dereference", "3.31",
     "with Float16Buffer alone only extended instructions access {0} through "
     "a pointer; this needs capability Float16",
     "", Severity::kWarning},
});

constexpr Capability kOthers[] = {
    Capability::kFloat16,
    Capability::kStorageBuffer16BitAccess,
    Capability::kUniformAndStorageBuffer16BitAccess,
    Capability::kStoragePushConstant16,
    Capability::kStorageInputOutput16,
    Capability::kWorkgroupMemoryExplicitLayout16BitAccessKHR,
};

bool IsHalf(const TypeInfo& type) {
  return type.traits != tt::kPoisoned && type.Is(tt::kFloat) &&
         !type.Is(tt::kOtherEncoding) && type.width == 16;
}

// The operand of a declaration that uses a 16-bit float other than as what a
// pointer points to; kNoOperand if there is none.
OperandIndex OperandOfDeclaration(const ModuleContext& context,
                                  const Inst& inst) {
  const TypeTable& types = context.types();
  switch (inst.op()) {
    case Op::kTypeVector:
    case Op::kTypeMatrix:
      return IsHalf(types.Get(inst.id(1))) ? OperandIndex(1) : kNoOperand;
    case Op::kTypeFunction:
      for (uint32_t o = 1; o < inst.operand_count(); ++o) {
        if (IsHalf(types.Get(inst.id(o)))) return o;
      }
      return kNoOperand;
    default:
      return kNoOperand;
  }
}

void CheckInstruction(ModuleContext& context, const Inst& inst) {
  const TypeTable& types = context.types();
  if (inst.op() == Op::kLoad || inst.op() == Op::kStore) {
    const Id type = inst.op() == Op::kLoad
                        ? inst.result_type()
                        : context.module().type_of(inst.id(1));
    if (!IsHalf(types.Get(type))) return;
    context.Report(R("capability.float16buffer.no-dereference"),
                   Place::At(inst.index()), {Arg::Type(type)});
    context.Poison(inst.result());
    return;
  }
  OperandIndex operand = OperandOfDeclaration(context, inst);
  if (operand == kNoOperand) {
    if (!IsHalf(types.Get(inst.result_type()))) return;
    operand = 0;
  }
  context.Report(R("capability.float16buffer.pointer-only"),
                 Place::At(inst.index(), operand),
                 {Arg::Type(inst.id(operand))});
  context.Poison(inst.result());
}

void CheckHalfBuffer(ModuleContext& context) {
  if (!context.Has(Capability::kFloat16Buffer)) return;
  for (Capability other : kOthers) {
    if (context.Has(other)) return;
  }
  const Module& module = context.module();
  for (uint32_t i = 0; i < module.size(); ++i) {
    CheckInstruction(context, module.inst(InstIndex(i)));
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckHalfBuffer}};

}  // namespace

extern constinit const Family kHalfBuffer = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb

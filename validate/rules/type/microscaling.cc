// 4-bit and 6-bit floats (SPV_EXT_ocp_microscaling_types) must not be in
// memory that is visible outside one invocation.
//
// Only modules with such types are walked, types first.  Parts are declared
// before the whole, so one pass finds the types that contain them.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

constexpr RuleTable R({
    {"type.float.microscaling-storage-class", "SPV_EXT_ocp_microscaling_types",
     "{0} holds floating-point numbers of 4 or 6 bits, so it can only be in "
     "storage class Function or Private, not {1}"},
});

bool IsTiny(const Inst& type) {
  if (type.op() != Op::kTypeFloat) return false;
  const auto encoding = type.Find(operand::TypeFloat::kFloatingPointEncoding);
  if (!encoding) return false;
  switch (static_cast<FPEncoding>(type.operand_word(*encoding))) {
    case FPEncoding::kFloat4E2M1EXT:
    case FPEncoding::kFloat6E2M3EXT:
    case FPEncoding::kFloat6E3M2EXT:
      return true;
    default:
      return false;
  }
}

// The types that contain such numbers, by id; empty if none does.
std::vector<bool> TypesContainingSubByteFloats(const ModuleContext& context) {
  const Module& module = context.module();
  const TypeTable& types = context.types();
  std::vector<bool> holds;
  const auto has = [&](Id id) {
    return id.value < holds.size() && holds[id.value];
  };
  for (const Id type : types.types()) {
    const TypeInfo& info = types.Get(type);
    if (!info.Contains(type_part::kOtherFloat)) continue;
    bool tiny = IsTiny(module.inst(module.def(type))) || has(info.element);
    if (info.Is(tt::kStruct)) {
      for (uint32_t m = 0; m < info.count && !tiny; ++m) {
        tiny = has(types.MemberOf(module, type, m));
      }
    }
    if (!tiny) continue;
    holds.resize(module.id_bound());
    holds[type.value] = true;
  }
  return holds;
}

// The type of the memory that an instruction declares, or points to if it
// cannot be a variable; kNoId for every other instruction.
Id TypeInMemory(const ModuleContext& context, const Inst& inst) {
  switch (inst.op()) {
    case Op::kVariable:
      return context.types().Get(inst.result_type()).element;
    case Op::kUntypedVariableKHR: {
      const auto type = inst.Find(operand::UntypedVariableKHR::kDataType);
      return type ? inst.id(*type) : kNoId;
    }
    case Op::kTypePointer:
      return StorageClass{
                 inst.operand_word(operand::TypePointer::kStorageClass)} ==
                     StorageClass::kPhysicalStorageBuffer
                 ? inst.id(operand::TypePointer::kType)
                 : kNoId;
    default:
      return kNoId;
  }
}

void CheckStorage(ModuleContext& context) {
  if (!context.types().AnyContains(type_part::kOtherFloat)) return;
  const Module& module = context.module();
  const std::vector<bool> holds = TypesContainingSubByteFloats(context);
  if (holds.empty()) return;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Inst inst = module.inst(i);
    const Id type = TypeInMemory(context, inst);
    if (type.value >= holds.size() || !holds[type.value]) continue;
    const OperandIndex operand =
        inst.op() == Op::kTypePointer
            ? OperandIndex(operand::TypePointer::kStorageClass)
            : OperandIndex(operand::Variable::kStorageClass);
    static_assert(operand::Variable::kStorageClass ==
                  operand::UntypedVariableKHR::kStorageClass);
    const StorageClass storage{inst.operand_word(operand)};
    if (storage == StorageClass::kFunction ||
        storage == StorageClass::kPrivate) {
      continue;
    }
    const DiagnosticBuilder report = context.Report(
        R("type.float.microscaling-storage-class"), Place::At(i, operand),
        {Arg::Type(type), Arg::Enumerant(grammar::Kind::kStorageClass,
                                         static_cast<uint32_t>(storage))});
    if (report.is_error()) context.Poison(inst.result());
  }
}

}  // namespace

extern constinit const Family kMicroscaling(
    R, kModuleCheck<Phase::kSummaries, CheckStorage>);

}  // namespace plumb

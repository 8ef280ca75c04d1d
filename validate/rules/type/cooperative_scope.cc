// Scopes of cooperative matrix types (SPV_KHR_cooperative_matrix,
// SPV_NV_cooperative_matrix2): types with scope Workgroup must follow all
// instructions that determine the size of a workgroup.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"type.typecooperativematrix.scope", "SPV_KHR_cooperative_matrix",
     "the scope must be Workgroup or Subgroup, not {0}",
     "VUID-StandaloneSpirv-Scope-12243", Severity::kError, kInVulkan},
    Contradicts(Contradicted::kOperand,
                {"type.typecooperativematrix.scope-known",
                 "SPV_NV_cooperative_matrix",
                 "the scope must be a 32-bit integer that is a scope allowed "
                 "by the declared capabilities, but {0} is not"}),
    {"type.typecooperativematrix.workgroup-size", "SPV_NV_cooperative_matrix2",
     "{0} is part of the workgroup size, so it must be defined before this "
     "type with scope Workgroup"},
});

constexpr OperandIndex kScope = operand::TypeCooperativeMatrixKHR::kScope;

// Whether a value is a scope that the module may use.
bool IsScope(const ModuleContext& context, int64_t value) {
  if (value < 0 || value > ~uint32_t{0}) return false;
  const grammar::EnumerantInfo* info = grammar::EnumerantByValue(
      grammar::Kind::kScope, static_cast<uint32_t>(value));
  if (info == nullptr || !context.features().HasCapabilityOf(
                             grammar::RequirementAt(info->requirement))) {
    return false;
  }
  return info->value != static_cast<uint32_t>(grammar::Scope::kDevice) ||
         !context.Has(Capability::kVulkanMemoryModel) ||
         context.Has(Capability::kVulkanMemoryModelDeviceScope);
}

// scalars.cc checks that it is a constant integer.
void CheckKnownScope(const CheckContext& c) {
  constexpr OperandIndex kExecution =
      operand::TypeCooperativeMatrixNV::kExecution;
  static_assert(kExecution == kScope);
  const Id id = c.inst().id(kExecution);
  const TypeInfo& type = c.operand_type(kExecution);
  const ScalarConstant scope = c.context().constants().Scalar(id);
  const bool fits = !scope.fixed() || IsScope(c.context(), scope.value);
  if (type.unknown() || !type.Is(type_trait::kInt) ||
      (type.width == 32 && fits)) {
    return;
  }
  c.Report(R("type.typecooperativematrix.scope-known"), kExecution, {id});
  c.PoisonResult();
}

void CheckScope(const CheckContext& c) {
  if (!IsVulkan(c.context())) return CheckKnownScope(c);
  const auto scope = FixedValue(c, c.inst().id(kScope));
  if (!scope || *scope == static_cast<uint32_t>(grammar::Scope::kWorkgroup) ||
      *scope == static_cast<uint32_t>(grammar::Scope::kSubgroup)) {
    return;
  }
  c.Report(R("type.typecooperativematrix.scope"), kScope,
           {Arg::Enumerant(grammar::Kind::kScope, *scope)});
}

// The last definition of an id in LocalSizeId, or kNoInst.
InstIndex LastSize(const ModuleContext& context) {
  const Module& module = context.module();
  InstIndex last = kNoInst;
  for (const EntryFunction& function : context.entry_points().functions()) {
    for (const ExecutionModeRow& mode :
         function.FindAll(ExecutionMode::kLocalSizeId)) {
      const Inst inst = module.inst(mode.at);
      if (inst.op() != Op::kExecutionModeId) continue;
      for (OperandIndex o = operand::ExecutionModeId::kMode + 1;
           o < inst.operand_count(); ++o) {
        const InstIndex def = module.def(inst.id(o));
        if (def != kNoInst && (last == kNoInst || last < def)) last = def;
      }
    }
  }
  return last;
}

// Only the first type is reported: all have the same cause.
void CheckWorkgroupSize(ModuleContext& context) {
  const Module& module = context.module();
  const InstIndex last = LastSize(context);
  if (last == kNoInst) return;
  for (const Id id : context.types().types()) {
    const Inst type = module.inst(module.def(id));
    if (type.index() >= last) return;
    if (type.op() != Op::kTypeCooperativeMatrixKHR) continue;
    const ScalarConstant scope = context.constants().Scalar(type.id(kScope));
    if (!scope.fixed() ||
        scope.value != static_cast<int64_t>(grammar::Scope::kWorkgroup)) {
      continue;
    }
    context
        .Report(R("type.typecooperativematrix.workgroup-size"),
                Place::At(type.index()), {module.record(last).result})
        .Note("it is defined here", Place::At(last));
    return;
  }
}
constexpr Check kChecks[] = {{Op::kTypeCooperativeMatrixKHR, CheckScope},
                             {Op::kTypeCooperativeMatrixNV, CheckKnownScope}};

}  // namespace

extern constinit const Family kCooperativeScope(
    R,
    kModuleCheck<Phase::kSummaries, CheckWorkgroupSize,
                 Op::kTypeCooperativeMatrixKHR>,
    kChecks);

}  // namespace plumb

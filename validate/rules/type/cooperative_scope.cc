// Scopes of cooperative matrix types (SPV_KHR_cooperative_matrix,
// SPV_NV_cooperative_matrix2): those of scope Workgroup stand behind all that
// says how large a workgroup is.
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::ExecutionMode;
using grammar::Op;

constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"type.typecooperativematrix.scope", "SPV_KHR_cooperative_matrix",
     "the scope must be Workgroup or Subgroup, not {0}",
     "VUID-StandaloneSpirv-Scope-12243", Severity::kError, kVulkan},
    {"type.typecooperativematrix.workgroup-size", "SPV_NV_cooperative_matrix2",
     "{0} is a part of the workgroup size, so it must be defined before this "
     "type of scope Workgroup"},
});

constexpr Op kTypes[] = {Op::kTypeCooperativeMatrixKHR};
constexpr uint32_t kScope = 2;

void CheckScope(const CheckContext& c) {
  const auto scope = FixedValue(c, c.inst().id(kScope));
  if (!scope || *scope == static_cast<uint32_t>(grammar::Scope::kWorkgroup) ||
      *scope == static_cast<uint32_t>(grammar::Scope::kSubgroup)) {
    return;
  }
  c.Report(R("type.typecooperativematrix.scope"), kScope,
           {Arg::Enumerant(grammar::Kind::kScope, *scope)});
}

// The definition of the last of all ids in LocalSizeId, or kNoInst.
InstIndex LastSize(const Module& module) {
  InstIndex last = kNoInst;
  for (InstIndex i : module.execution_modes()) {
    const Inst inst = module.inst(i);
    if (inst.op() != Op::kExecutionModeId ||
        inst.operand_word(1) !=
            static_cast<uint32_t>(ExecutionMode::kLocalSizeId)) {
      continue;
    }
    for (uint32_t o = 2; o < inst.operand_count(); ++o) {
      const InstIndex def = module.def(inst.id(o));
      if (def != kNoInst && (last == kNoInst || last < def)) last = def;
    }
  }
  return last;
}

void CheckWorkgroupSize(ModuleContext& context) {
  if (!context.Has(Capability::kCooperativeMatrixKHR)) return;
  const Module& module = context.module();
  const InstIndex last = LastSize(module);
  if (last == kNoInst) return;
  for (InstIndex i(0); i < last && i < module.global_end(); ++i) {
    const Inst type = module.inst(i);
    if (type.op() != Op::kTypeCooperativeMatrixKHR) continue;
    const ScalarConstant scope = context.constants().Scalar(type.id(kScope));
    if (!scope.fixed() ||
        scope.value != static_cast<int64_t>(grammar::Scope::kWorkgroup)) {
      continue;
    }
    context
        .Report(R("type.typecooperativematrix.workgroup-size"), Place::At(i),
                {module.record(last).result})
        .Note("it is defined here", Place::At(last));
    return;
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckWorkgroupSize}};
constexpr Check kChecks[] = {{kTypes, CheckScope}};

}  // namespace

extern constinit const Family kCooperativeScope = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
};

}  // namespace plumb

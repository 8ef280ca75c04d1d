// Built-ins that change while a ray tracing shader runs, because it may resume
// in another subgroup (SPIR-V environment of Vulkan): their variables or their
// loads must be Volatile, depending on the memory model.
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

using grammar::MemoryAccess;

constexpr RuleTable R(
    {
        // Warnings, because front ends omit it.
        {.id = "builtin.volatile.variable",
         .section = kVulkan,
         .text = "{0} may change while a shader with execution model {1} runs, "
                 "so it must be decorated with Volatile",
         .vuid = "VUID-StandaloneSpirv-VulkanMemoryModel-04678",
         .severity = Severity::kWarning,
         .when = {.envs = kVulkanEnvs,
                  .unless = Capability::kVulkanMemoryModel}},
        {.id = "builtin.volatile.load",
         .section = kVulkan,
         .text = "{1} may change while a shader with execution model {0} runs, "
                 "so this load must be Volatile",
         .vuid = "VUID-StandaloneSpirv-VulkanMemoryModel-04679",
         .severity = Severity::kWarning,
         .when = {.envs = kVulkanEnvs,
                  .needs = Capability::kVulkanMemoryModel}},
    },
    kDecorateOps);

constexpr ModelSet kModels = {
    ExecutionModel::kRayGenerationKHR, ExecutionModel::kClosestHitKHR,
    ExecutionModel::kMissKHR, ExecutionModel::kIntersectionKHR,
    ExecutionModel::kCallableKHR};

// The models in which a built-in changes.
ModelSet ModelsOf(BuiltIn built_in) {
  switch (built_in) {
    case BuiltIn::kSMIDNV:
    case BuiltIn::kWarpIDNV:
    case BuiltIn::kSubgroupSize:
    case BuiltIn::kSubgroupLocalInvocationId:
    case BuiltIn::kSubgroupEqMask:
    case BuiltIn::kSubgroupGeMask:
    case BuiltIn::kSubgroupGtMask:
    case BuiltIn::kSubgroupLeMask:
    case BuiltIn::kSubgroupLtMask:
      return kModels;
    case BuiltIn::kRayTmaxKHR:
      return ExecutionModel::kIntersectionKHR;
    default:
      return {};
  }
}

ModelSet ModelsOf(const ModuleContext& context, Id variable) {
  const auto builtin = BuiltInAt(context, variable);
  return builtin ? ModelsOf(*builtin) : ModelSet();
}

void CheckVariables(ModuleContext& context) {
  if (context.Has(Capability::kVulkanMemoryModel) ||
      !context.entry_points().models().Intersects(kModels)) {
    return;
  }
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (!ModelsOf(context, variable).Contains(entry.model()) ||
          context.decorations().Has(variable, Decoration::kVolatile)) {
        continue;
      }
      context.Report(
          R("builtin.volatile.variable"),
          Place::At(at, entry.interface_operand(n)),
          {variable, Arg::Enumerant(Kind::kExecutionModel, entry.model())});
    }
  }
}

// The variable that a pointer points into: itself, or the base of its chain.
Id VariableAt(const CheckContext& c, Id pointer) {
  const InstIndex def = c.module().def(pointer);
  if (def == kNoInst) return pointer;
  const Inst inst = c.module().inst(def);
  return inst.op() == Op::kAccessChain || inst.op() == Op::kInBoundsAccessChain
             ? inst.id(operand::AccessChain::kBase)
             : pointer;
}

void CheckLoad(const CheckContext& c) {
  constexpr OperandIndex kPointer = operand::Load::kPointer;
  if (c.operand_type(kPointer).storage_class != StorageClass::kInput) return;
  const Id variable = VariableAt(c, c.inst().id(kPointer));
  const ModelSet models = ModelsOf(c.context(), variable);
  const auto access = c.inst().Find(operand::Load::kMemoryAccess);
  const bool is_volatile =
      access && (c.inst().operand_word(*access) &
                 static_cast<uint32_t>(MemoryAccess::kVolatile)) != 0;
  if (is_volatile || !models.Intersects(kModels)) return;
  c.ReportIfReached(R("builtin.volatile.load"), models, {variable});
}
constexpr Check kChecks[] = {
    {Op::kLoad, CheckLoad,
     Requires(Api::kVulkan, Capability::kVulkanMemoryModel, kModels)}};

}  // namespace

extern constinit const Family kVolatileBuiltins(
    R, kModuleCheck<Phase::kSummaries, CheckVariables, Api::kVulkan>, kChecks);

}  // namespace plumb

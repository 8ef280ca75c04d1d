// Group operations: the stages and types that a device supports.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"
#include "validate/rules/device/shader_stages.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    DeviceRule("device.subgroup.extended-types",
               "{0} of {1} requires feature shaderSubgroupExtendedTypes, which "
               "the device lacks",
               "VUID-RuntimeSpirv-None-06275"),
    DeviceRule(
        "device.subgroup.quad-stages",
        "the device supports quad operations only in fragment and compute "
        "shaders, but an entry point with execution model {0} reaches this one",
        "VUID-RuntimeSpirv-None-06342"),
    DeviceRule("device.subgroup.stages",
               "the device does not support subgroup operations in execution "
               "model {0}, but an entry point with it reaches this one",
               "VUID-RuntimeSpirv-None-06343"),
    DeviceRule("device.subgroup.rotate-clustered",
               "operand ClusterSize requires shaderSubgroupRotateClustered, "
               "which the device lacks",
               "VUID-RuntimeSpirv-shaderSubgroupRotateClustered-09566"),
    DeviceRule(
        "device.subgroup.quad-broadcast-index",
        "operand Index must be a constant on this device, but {0} is not",
        "VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06276"),
    DeviceRule("device.subgroup.broadcast-id",
               "operand Id must be a constant on this device, but {0} is not",
               "VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06277"),
});

bool IsExtended(const TypeInfo& type) {
  if (type.poisoned() || !type.Is(tt::kScalar | tt::kVector)) return false;
  if (type.Is(tt::kInt)) return type.width != 32;
  return type.Is(tt::kFloat) && type.width == 16 &&
         !type.Is(tt::kOtherEncoding);
}

void CheckTypes(const CheckContext& c) {
  if (c.inst().result_type() == kNoId) return;
  OperandIndex at = operand::CopyObject::kResultType;
  Id type = c.inst().result_type();
  if (!IsExtended(c.result_type())) {
    // The result type of votes and similar does not depend on their operands.
    at = grammar::OperandByName(c.inst().op(), "Value");
    if (at == kNoOperand || at >= c.inst().operand_count()) return;
    type = c.type_of(at);
    if (!IsExtended(c.context().types().Get(type))) return;
  }
  c.Report(R("device.subgroup.extended-types"), at,
           {c.inst().op(), Arg::Type(type)});
}

void CheckQuad(const CheckContext& c) {
  c.ReportIfReached(
      R("device.subgroup.quad-stages"),
      ~ModelSet({ExecutionModel::kFragment, ExecutionModel::kGLCompute}));
}

// Whether the scope is Subgroup.  Instructions without a scope have it.
bool HasSubgroupScope(const CheckContext& c) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != grammar::Kind::kIdScope) continue;
    const auto scope = FixedValue(c, c.inst().id(o));
    return scope && grammar::Scope{*scope} == grammar::Scope::kSubgroup;
  }
  return true;
}

void CheckStages(const CheckContext& c) {
  const ModelSet without =
      ModelsWithout(*DeviceOf(c.context()), "subgroupSupportedStages");
  if (without.Empty() || !HasSubgroupScope(c)) return;
  c.ReportIfReached(R("device.subgroup.stages"), without);
}

void CheckRotate(const CheckContext& c) {
  constexpr auto kCluster = operand::GroupNonUniformRotateKHR::kClusterSize;
  if (c.inst().operand_count() <= kCluster) return;
  c.Report(R("device.subgroup.rotate-clustered"), kCluster);
}

// From version 1.5 on, which itself allows other ids.
void CheckConstant(const CheckContext& c, const Rule& rule,
                   OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (c.context().features().version() < 5 || def == kNoInst ||
      MakesConstant(c.module().record(def).op)) {
    return;
  }
  c.Report(rule, operand, {c.inst().id(operand)});
}

void CheckBroadcast(const CheckContext& c) {
  CheckConstant(c, R("device.subgroup.broadcast-id"),
                operand::GroupNonUniformBroadcast::kInvocationId);
}
void CheckQuadBroadcast(const CheckContext& c) {
  CheckConstant(c, R("device.subgroup.quad-broadcast-index"),
                operand::GroupNonUniformQuadBroadcast::kIndex);
}

constexpr auto kGroups =
    grammar::kOpsWith<OpTrait::kGroup, OpTrait::kNonUniform>;
constexpr Op kQuads[] = {Op::kGroupNonUniformQuadBroadcast,
                         Op::kGroupNonUniformQuadSwap};
constexpr Check kChecks[] = {
    {kGroups, CheckTypes, Requires(Lacks<"shaderSubgroupExtendedTypes">)},
    {kQuads, CheckQuad, Requires(Lacks<"subgroupQuadOperationsInAllStages">)},
    {kGroups, CheckStages, Requires(Knows<"subgroupSupportedStages">)},
    {Op::kGroupNonUniformRotateKHR, CheckRotate,
     Requires(Lacks<"shaderSubgroupRotateClustered">)},
    {Op::kGroupNonUniformBroadcast, CheckBroadcast,
     Requires(Lacks<"subgroupBroadcastDynamicId">)},
    {Op::kGroupNonUniformQuadBroadcast, CheckQuadBroadcast,
     Requires(Lacks<"subgroupBroadcastDynamicId">)},
};

}  // namespace

extern constinit const Family kDeviceGroups(R, kChecks);

}  // namespace plumb

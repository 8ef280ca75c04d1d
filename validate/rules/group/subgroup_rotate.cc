// Rotation of values in a group (SPV_KHR_subgroup_rotate).
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
using grammar::Scope;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_subgroup_rotate";
constexpr plumb::Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"group.rotate.result-type", kSection,
     "the result type must be a scalar or vector of numbers or Booleans, not "
     "{0}"},
    {"group.rotate.value-type", kSection,
     "operand Value must have the result type, {1}, not {0}"},
    {"group.rotate.scope", kSection,
     "the execution scope must be Workgroup or Subgroup, not {0}"},
    {"group.rotate.scope-subgroup", kSection,
     "values rotate in subgroups only, not in scope {0}",
     "VUID-StandaloneSpirv-None-04642", Severity::kError, kVulkan},
    {"group.rotate.delta-type", kSection,
     "operand Delta must be an unsigned integer scalar, not {0}"},
    {"group.rotate.cluster-type", kSection,
     "operand ClusterSize must be an unsigned integer scalar, not {0}"},
    {"group.rotate.cluster-constant", kSection,
     "operand ClusterSize must be a constant, but {0} is not"},
    {"group.rotate.cluster-power-of-two", kSection,
     "operand ClusterSize must be a power of two, not {0}"},
});

constexpr Op kOps[] = {Op::kGroupNonUniformRotateKHR};
constexpr uint32_t kScope = 2, kValue = 3, kDelta = 4, kClusterSize = 5;
constexpr TypePattern kUnsigned = {
    .shape = tt::kScalar, .component = tt::kInt, .never = tt::kSigned};

constexpr Signature kSignatures[] = {
    {.ops = kOps,
     .result = {.shape = tt::kScalar | tt::kVector},
     .result_rule = &R("group.rotate.result-type"),
     .first_operand = kValue,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("group.rotate.value-type")},
    {.ops = kOps,
     .operands = kUnsigned,
     .operand_rule = &R("group.rotate.delta-type"),
     .first_operand = kDelta,
     .operand_count = 1},
    {.ops = kOps,
     .operands = kUnsigned,
     .operand_rule = &R("group.rotate.cluster-type"),
     .first_operand = kClusterSize,
     .operand_count = 1},
};

void CheckScope(const CheckContext& c) {
  const auto scope = FixedValue(c, c.inst().id(kScope));
  if (!scope) return;
  const Arg name = Arg::Enumerant(grammar::Kind::kScope, *scope);
  if (*scope == static_cast<uint32_t>(Scope::kSubgroup)) return;
  c.Report(*scope == static_cast<uint32_t>(Scope::kWorkgroup)
               ? R("group.rotate.scope-subgroup")
               : R("group.rotate.scope"),
           kScope, {name});
}

void CheckClusterSize(const CheckContext& c) {
  if (c.inst().operand_count() <= kClusterSize) return;
  const Id id = c.inst().id(kClusterSize);
  const InstIndex def = c.module().def(id);
  const TypeInfo& type = c.operand_type(kClusterSize);
  if (def == kNoInst || !kUnsigned.FitsRow(type) || IsUnknown(type)) return;
  const Op op = c.module().record(def).op;
  if (!MakesConstant(op)) {
    c.Report(R("group.rotate.cluster-constant"), kClusterSize, {id});
    return;
  }
  const auto size = FixedValue(c, id);
  if (size && !std::has_single_bit(*size)) {
    c.Report(R("group.rotate.cluster-power-of-two"), kClusterSize, {*size});
  }
}

constexpr Check kChecks[] = {{kOps, CheckScope}, {kOps, CheckClusterSize}};

}  // namespace

extern constinit const Family kSubgroupRotate = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

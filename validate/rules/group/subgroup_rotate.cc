// Rotation of values in a group (SPV_KHR_subgroup_rotate).  Rows of
// memory/scopes.cc have the allowed scopes.
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace rotate = grammar::operand::GroupNonUniformRotateKHR;

constexpr char kSection[] = "SPV_KHR_subgroup_rotate";

constexpr RuleTable R({
    {"group.rotate.result-type", kSection,
     "the result type must be a scalar or vector of numbers or Booleans, not "
     "{0}"},
    {"group.rotate.value-type", kSection,
     "operand Value must have the result type, {1}, not {0}"},
    {"group.rotate.delta-type", kSection,
     "operand Delta must be an unsigned integer scalar, not {0}"},
    {"group.rotate.cluster-type", kSection,
     "operand ClusterSize must be an unsigned integer scalar, not {0}"},
    {"group.rotate.cluster-constant", kSection,
     "operand ClusterSize must be a constant, but {0} is not"},
    // Only undefined behavior, according to the text.
    {"group.rotate.cluster-power-of-two", kSection,
     "behavior is undefined unless operand ClusterSize is a power of two, but "
     "{0} is not",
     "", Severity::kWarning},
});

constexpr TypePattern kUnsigned = {
    .shape = tt::kScalar, .component = tt::kInt, .never = tt::kSigned};

constexpr Signature kSignatures[] = {
    {.ops = Op::kGroupNonUniformRotateKHR,
     .result = {.shape = tt::kScalar | tt::kVector},
     .result_rule = &R("group.rotate.result-type"),
     .first_operand = rotate::kValue,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("group.rotate.value-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kGroupNonUniformRotateKHR, rotate::kDelta, kUnsigned,
     &R("group.rotate.delta-type")},
    {Op::kGroupNonUniformRotateKHR, rotate::kClusterSize, kUnsigned,
     &R("group.rotate.cluster-type")},
    {Op::kGroupNonUniformRotateKHR, rotate::kClusterSize, kAnyType,
     &R("group.rotate.cluster-constant"), DefinedBy::kConstant},
};

void CheckClusterSize(const CheckContext& c) {
  const auto operand = c.inst().Find(rotate::kClusterSize);
  if (!operand) return;
  const auto size = FixedValue(c, c.inst().id(*operand));
  if (size && !std::has_single_bit(*size)) {
    c.Report(R("group.rotate.cluster-power-of-two"), *operand, {*size});
  }
}

constexpr Check kChecks[] = {{Op::kGroupNonUniformRotateKHR, CheckClusterSize}};

}  // namespace

extern constinit const Family kSubgroupRotate(R, kChecks, kSignatures,
                                              kOperandRules);

}  // namespace plumb

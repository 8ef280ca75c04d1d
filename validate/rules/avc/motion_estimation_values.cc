// Constant operands of motion estimation instructions
// (SPV_INTEL_device_side_avc_motion_estimation).  For operands that need not
// be constants, a wrong constant is a warning.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/avc/motion_estimation_types.h"

namespace plumb {
namespace {

constexpr Rule Tolerated(Rule rule) {
  rule.severity = Severity::kWarning;
  return rule;
}

constexpr RuleTable R({
    {"avc.constant-operand.constant", avc::kSection,
     "{1} must be a constant, but {0} is not"},
    {"avc.search-window-config.value", avc::kSection,
     "{1} must be from 0 to 5, not {0}"},
    {"avc.major-shape.value", avc::kSection,
     "{1} must be from 0 to 3, not {0}"},
    {"avc.direction.value", avc::kSection, "{1} must be 0, 1 or 2, not {0}"},
    {"avc.image-select.value", avc::kSection,
     "{1} must be 1 (forward) or 2 (backward), not {0}"},
    Tolerated({"avc.slice-type.value", avc::kSection,
               "{1} must be 0, 1 or 2, not {0}"}),
    Tolerated({"avc.cost-precision.value", avc::kSection,
               "{1} must be from 0 to 3, not {0}"}),
    Tolerated({"avc.dual-ref.value", avc::kSection,
               "{1} must be 0 or 1, not {0}"}),
    Tolerated({"avc.pixel-resolution.value", avc::kSection,
               "{1} must be 1 (half) or 3 (quarter), not {0}"}),
    Tolerated({"avc.block-based-skip-type.value", avc::kSection,
               "{1} must be 0 or 128, not {0}"}),
    Tolerated({"avc.qp.value", avc::kSection,
               "{1} must be from 0 to 51, not {0}"}),
    Tolerated({"avc.field-polarity.value", avc::kSection,
               "{1} must be 0 or 1, not {0}"}),
    Tolerated({"avc.sad-adjustment.value", avc::kSection,
               "{1} must be 0 (none) or 2 (Haar), not {0}"}),
    Tolerated({"avc.bidirectional-weight.value", avc::kSection,
               "{1} must be 16, 21, 32, 43 or 48, not {0}"}),
    Tolerated({"avc.skip-block-partition-type.value", avc::kSection,
               "{1} must be 0 (16x16) or 16384 (8x8), not {0}"}),
    Tolerated({"avc.packed-penalty.reserved-bits", avc::kSection,
               "the reserved bits of {1}, {0}, must be zero"}),
});

// --- Constants ---

constexpr Op kWindows[] = {Op::kSubgroupAvcImeSetSingleReferenceINTEL,
                           Op::kSubgroupAvcImeSetDualReferenceINTEL,
                           Op::kSubgroupAvcImeRefWindowSizeINTEL};
constexpr Op kMajorShapes[] = {
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL};
constexpr Op kDirections[] = {
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL};

constexpr OperandRule kOperandRules[] = {
    {kWindows, "Search Window Config", kAnyType,
     &R("avc.constant-operand.constant"), DefinedBy::kConstant},
    {kMajorShapes, "Major Shape", kAnyType, &R("avc.constant-operand.constant"),
     DefinedBy::kConstant},
    {kDirections, "Direction", kAnyType, &R("avc.constant-operand.constant"),
     DefinedBy::kConstant},
    {Op::kSubgroupAvcImeGetBorderReachedINTEL, "Image Select", kAnyType,
     &R("avc.constant-operand.constant"), DefinedBy::kConstant},
};

// --- Values ---

constexpr uint32_t kUpTo1[] = {0, 1};
constexpr uint32_t kUpTo2[] = {0, 1, 2};
constexpr uint32_t kUpTo3[] = {0, 1, 2, 3};
constexpr uint32_t kUpTo5[] = {0, 1, 2, 3, 4, 5};
constexpr uint32_t kForwardOrBackward[] = {1, 2};
constexpr uint32_t kAdjustments[] = {0, 2};
constexpr uint32_t kResolutions[] = {1, 3};
constexpr uint32_t kWeights[] = {0, 0x10, 0x15, 0x20, 0x2b, 0x30};
constexpr uint32_t kSkipTypes[] = {0, 0x80};
constexpr uint32_t kPartitions[] = {0, 0x4000};

// The allowed values of an operand, by its name.
struct ValueRow {
  absl::string_view name;
  absl::Span<const uint32_t> values;
  const Rule* rule;
};
constexpr ValueRow kRows[] = {
    {"Search Window Config", kUpTo5, &R("avc.search-window-config.value")},
    {"Major Shape", kUpTo3, &R("avc.major-shape.value")},
    {"Image Select", kForwardOrBackward, &R("avc.image-select.value")},
    {"Slice Type", kUpTo2, &R("avc.slice-type.value")},
    {"Cost Precision", kUpTo3, &R("avc.cost-precision.value")},
    {"Source Field Polarity", kUpTo1, &R("avc.field-polarity.value")},
    {"Reference Field Polarity", kUpTo1, &R("avc.field-polarity.value")},
    {"Forward Reference Field Polarity", kUpTo1,
     &R("avc.field-polarity.value")},
    {"Backward Reference Field Polarity", kUpTo1,
     &R("avc.field-polarity.value")},
    {"SAD Adjustment", kAdjustments, &R("avc.sad-adjustment.value")},
    {"Sad Adjustment", kAdjustments, &R("avc.sad-adjustment.value")},
    {"Pixel Resolution", kResolutions, &R("avc.pixel-resolution.value")},
    {"Bidirectional Weight", kWeights, &R("avc.bidirectional-weight.value")},
    {"Block Based Skip Type", kSkipTypes,
     &R("avc.block-based-skip-type.value")},
    {"Dual Ref", kUpTo1, &R("avc.dual-ref.value")},
    {"Skip Block Partition Type", kPartitions,
     &R("avc.skip-block-partition-type.value")},
};

// Reports the value of an operand; the operand's name is its first argument.
void ReportValue(const CheckContext& c, const Rule& rule, OperandIndex operand,
                 uint64_t value) {
  c.Report(rule, operand, {value, Arg::Operand(c.inst(), operand)});
}

std::optional<uint32_t> ValueOf(const CheckContext& c, OperandIndex operand) {
  return operand == kNoOperand ? std::nullopt
                               : FixedValue(c, c.inst().id(operand));
}

void CheckValues(const CheckContext& c) {
  for (const auto& [name, values, rule] : kRows) {
    const OperandIndex operand = grammar::OperandByName(c.inst().op(), name);
    const std::optional<uint32_t> value = ValueOf(c, operand);
    if (!value.has_value() || absl::c_linear_search(values, *value)) continue;
    ReportValue(c, *rule, operand, *value);
  }
}

// In other instructions a direction is a set of these values.
void CheckDirection(const CheckContext& c) {
  const OperandIndex operand =
      grammar::OperandByName(c.inst().op(), "Direction");
  const std::optional<uint32_t> value = ValueOf(c, operand);
  if (!value.has_value() || absl::c_linear_search(kUpTo2, *value)) return;
  ReportValue(c, R("avc.direction.value"), operand, *value);
}

void CheckQp(const CheckContext& c) {
  constexpr uint32_t kLargest = 51;
  const OperandIndex operand = grammar::OperandByName(c.inst().op(), "Qp");
  const std::optional<uint32_t> value = ValueOf(c, operand);
  if (!value.has_value() || *value <= kLargest) return;
  ReportValue(c, R("avc.qp.value"), operand, *value);
}

// --- Penalties ---

struct PenaltyRow {
  Op op;
  OperandIndex operand;
  uint64_t reserved;
};
constexpr PenaltyRow kPenalties[] = {
    {Op::kSubgroupAvcMceSetInterShapePenaltyINTEL,
     operand::SubgroupAvcMceSetInterShapePenaltyINTEL::kPackedShapePenalty,
     0xffffff00'00000000},
    {Op::kSubgroupAvcSicSetIntraLumaShapePenaltyINTEL,
     operand::SubgroupAvcSicSetIntraLumaShapePenaltyINTEL::kPackedShapePenalty,
     0xff},
    {Op::kSubgroupAvcSicSetIntraLumaModeCostFunctionINTEL,
     operand::SubgroupAvcSicSetIntraLumaModeCostFunctionINTEL::
         kLumaPackedNonDcPenalty,
     0xff000000},
};

void CheckPenalty(const CheckContext& c) {
  for (const auto& [op, operand, reserved] : kPenalties) {
    if (op != c.inst().op()) continue;
    const ScalarConstant penalty =
        c.context().constants().Scalar(c.inst().id(operand));
    if (!penalty.fixed() || (penalty.value & reserved) == 0) return;
    ReportValue(c, R("avc.packed-penalty.reserved-bits"), operand,
                penalty.value);
  }
}

constexpr Op kWithPenalty[] = {
    Op::kSubgroupAvcMceSetInterShapePenaltyINTEL,
    Op::kSubgroupAvcSicSetIntraLumaShapePenaltyINTEL,
    Op::kSubgroupAvcSicSetIntraLumaModeCostFunctionINTEL};

constexpr Check kChecks[] = {{avc::kAllOps, CheckValues},
                             {kDirections, CheckDirection},
                             {avc::kAllOps, CheckQp},
                             {kWithPenalty, CheckPenalty}};

}  // namespace

extern constinit const Family kMotionEstimationValues(R, kChecks,
                                                      kOperandRules);

}  // namespace plumb

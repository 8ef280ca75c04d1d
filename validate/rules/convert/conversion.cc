// Numeric conversions (section 3.32.11): between integers and floats, and
// between widths.  Pointers and bit patterns are in pointer_conversion.cc and
// bitcast.cc, cooperative matrices in matrix_conversion.cc.
//
// What result and operand are made of is data; that they have the same shape
// is a check.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "core/target_env.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"convert.toint.result-int", "3.32.11",
     "the result type must be an integer scalar or vector, not {0}"},
    {"convert.tounsigned.result-signedness-0", "3.32.11",
     "the integers of the result type must have signedness 0, not those of "
     "{0}"},
    {"convert.tofloat.result-float", "3.32.11",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"convert.fromfloat.operand-float", "3.32.11",
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"convert.fromint.operand-int", "3.32.11",
     "{1} must be an integer scalar or vector, not {0}"},
    {"convert.numeric.component-count", "3.32.11",
     "{2} must have as many components as the result, {1}, not {0}"},
    {"convert.width.must-differ", "3.32.11",
     "the conversion must change the width, but leads from {0} to {1}"},
    {"convert.quantizetof16.width-32", "3.32.11",
     "the components of the result type must be 32 bits wide, not those of "
     "{0}"},
    {"convert.quantizetof16.operand-type", "3.32.11",
     "{2} must have the type of the result, {1}, not {0}"},
    {"convert.fconvert.no-microscaling", "3.32.11",
     "no microscaling format may be produced in Vulkan, but {0} is one",
     "VUID-StandaloneSpirv-OpFConvert-12466", Severity::kError, kVulkan},
    {"convert.storage-only.width-only", "3.31",
     "{0} is there for storage only: it can be converted to and from another "
     "width, but not otherwise"},
});

constexpr Op kToInt[] = {Op::kConvertFToU,    Op::kConvertFToS,
                         Op::kUConvert,       Op::kSConvert,
                         Op::kSatConvertSToU, Op::kSatConvertUToS};
constexpr Op kToUnsigned[] = {Op::kConvertFToU, Op::kUConvert};
constexpr Op kToFloat[] = {Op::kConvertSToF, Op::kConvertUToF, Op::kFConvert};
constexpr Op kFromFloat[] = {Op::kConvertFToU, Op::kConvertFToS, Op::kFConvert};
constexpr Op kFromInt[] = {Op::kConvertSToF,    Op::kConvertUToF,
                           Op::kUConvert,       Op::kSConvert,
                           Op::kSatConvertSToU, Op::kSatConvertUToS};
constexpr Op kNumeric[] = {
    Op::kConvertFToU, Op::kConvertFToS,    Op::kConvertSToF,
    Op::kConvertUToF, Op::kUConvert,       Op::kSConvert,
    Op::kFConvert,    Op::kSatConvertSToU, Op::kSatConvertUToS};
constexpr Op kIntegerWidth[] = {Op::kUConvert, Op::kSConvert};
constexpr Op kFConvert[] = {Op::kFConvert};
constexpr Op kQuantize[] = {Op::kQuantizeToF16};
constexpr Op kNotWidthOnly[] = {Op::kConvertFToU, Op::kConvertFToS,
                                Op::kConvertSToF, Op::kConvertUToF,
                                Op::kBitcast};

// Cooperative matrices are converted component by component, too.
constexpr TypeTraits kShapes =
    tt::kScalar | tt::kVector | tt::kCooperativeMatrix;

constexpr Signature kSignatures[] = {
    {.ops = kToInt,
     .result = {.shape = kShapes, .component = tt::kInt},
     .result_rule = &R("convert.toint.result-int")},
    {.ops = kToUnsigned,
     .result = {.never = tt::kSigned},
     .result_rule = &R("convert.tounsigned.result-signedness-0")},
    {.ops = kToFloat,
     .result = {.shape = kShapes, .component = tt::kFloat},
     .result_rule = &R("convert.tofloat.result-float")},
    {.ops = kFromFloat,
     .operands = {.shape = kShapes, .component = tt::kFloat},
     .operand_rule = &R("convert.fromfloat.operand-float"),
     .operand_count = 1},
    {.ops = kFromInt,
     .operands = {.shape = kShapes, .component = tt::kInt},
     .operand_rule = &R("convert.fromint.operand-int"),
     .operand_count = 1},
    {.ops = kQuantize,
     .result = {.shape = tt::kScalar | tt::kVector, .component = tt::kFloat},
     .result_rule = &R("convert.tofloat.result-float")},
    {.ops = kQuantize,
     .result = {.width = 32},
     .result_rule = &R("convert.quantizetof16.width-32"),
     .relation = Relation::kResultType,
     .relation_rule = &R("convert.quantizetof16.operand-type")},
};

constexpr int32_t kValue = 2;

// Matrices are judged in matrix_conversion.cc.
void CheckCount(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id operand = c.type_of(kValue);
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kValue);
  const TypeTraits of_shape = kShapes | tt::kCountUnknown;
  if (((to.traits ^ from.traits) & of_shape) == 0 && to.count == from.count &&
      !to.Is(tt::kCountUnknown)) {
    return;
  }
  if (IsUnknown(to) || IsUnknown(from) || to.Is(tt::kCooperativeMatrix) ||
      from.Is(tt::kCooperativeMatrix)) {
    return;
  }
  const std::optional<uint32_t> to_count = CountOf(c, result);
  const std::optional<uint32_t> from_count = CountOf(c, operand);
  const bool known = to_count.has_value() && from_count.has_value();
  if (to.Is(tt::kVector) != from.Is(tt::kVector) ||
      (known && *to_count != *from_count)) {
    ReportTypes(c, R("convert.numeric.component-count"), kValue, operand,
                result);
    c.PoisonResult();
  }
}

void CheckIntegerWidth(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kValue);
  if (IsUnknown(to) || IsUnknown(from) || to.width != from.width) return;
  ReportTypes(c, R("convert.width.must-differ"), kValue, c.type_of(kValue),
              c.inst().result_type());
}

Id ComponentOf(const TypeInfo& info, Id type) {
  return info.Is(tt::kScalar) ? type : info.element;
}

// Formats of the same width are converted into each other.
void CheckFloatWidth(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kValue);
  if (IsUnknown(to) || IsUnknown(from)) return;
  const Id component = ComponentOf(to, result);
  if (component == ComponentOf(from, c.type_of(kValue))) {
    ReportTypes(c, R("convert.width.must-differ"), kValue, c.type_of(kValue),
                result);
    return;
  }
  if (!to.Is(tt::kOtherEncoding)) return;
  const InstIndex def = c.module().def(component);
  if (def == kNoInst || c.module().word_count(def) < 4) return;
  const auto encoding = grammar::FPEncoding{c.module().inst(def).word(3)};
  switch (encoding) {
    case grammar::FPEncoding::kFloat6E2M3EXT:
    case grammar::FPEncoding::kFloat6E3M2EXT:
    case grammar::FPEncoding::kFloat4E2M1EXT:
    case grammar::FPEncoding::kFloat8UnsignedE8M0EXT:
    case grammar::FPEncoding::kMXInt8EXT:
      ReportType(c, R("convert.fconvert.no-microscaling"), 0, result);
      break;
    default:
      break;
  }
}

void CheckStorageOnly(const CheckContext& c) {
  if (IsStorageOnly(c, c.result_type())) {
    ReportType(c, R("convert.storage-only.width-only"), 0,
               c.inst().result_type());
  } else if (IsStorageOnly(c, c.operand_type(kValue))) {
    ReportType(c, R("convert.storage-only.width-only"), kValue,
               c.type_of(kValue));
  }
}

constexpr Check kChecks[] = {{kNumeric, CheckCount},
                             {kIntegerWidth, CheckIntegerWidth},
                             {kFConvert, CheckFloatWidth},
                             {kNotWidthOnly, CheckStorageOnly}};

}  // namespace

extern constinit const Family kConversion = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

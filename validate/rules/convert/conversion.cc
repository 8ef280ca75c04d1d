// Numeric conversions (section 3.3.11): between integers and floats, and
// between widths.  pointer_conversion.cc and bitcast.cc check those of
// pointers and bit patterns, matrix_conversion.cc those of cooperative
// matrices.
//
// The component types of result and operand are data; a check compares their
// shapes.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/cooperative_vector_types.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

constexpr RuleTable R({
    {"convert.toint.result-int", "3.3.11",
     "the result type must be an integer scalar or vector, not {0}"},
    {"convert.tounsigned.result-signedness-0", "3.3.11",
     "the integers of the result type, {0}, must have signedness 0"},
    {"convert.tofloat.result-float", "3.3.11",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"convert.fromfloat.operand-float", "3.3.11",
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"convert.fromint.operand-int", "3.3.11",
     "{1} must be an integer scalar or vector, not {0}"},
    Malformed({"convert.numeric.component-count", "3.3.11",
               "{2} must have as many components as the result, {1}, not {0}"}),
    {"convert.cooperativevector.both", "SPV_NV_cooperative_vector",
     "a cooperative vector can be converted only to a cooperative vector, but "
     "{0} becomes {1}",
     "", Severity::kError, kWithCooperativeVectorsOnly},
    {"convert.width.must-differ", "3.3.11",
     "the conversion must change the width, but is from {0} to {1}"},
    // No current encoding is 32 bits wide.
    Also("convert.quantizetof16.no-encoding",
         {"convert.quantizetof16.width-32", "3.3.11",
          "the components of the result type, {0}, must be 32 bits wide"}),
    {"convert.quantizetof16.operand-type", "3.3.11",
     "{2} must have the type of the result, {1}, not {0}"},
    {"convert.fconvert.no-microscaling", "SPV_EXT_ocp_microscaling_types",
     "in Vulkan, a conversion must not produce a microscaling format, but {0} "
     "is one",
     "VUID-StandaloneSpirv-OpFConvert-12466", Severity::kError, kInVulkan},
    {"convert.fconvert.microscaling-result", "SPV_EXT_ocp_microscaling_types",
     "in Vulkan, a microscaling format must not be converted to another one, "
     "but {0} becomes {1}",
     "VUID-StandaloneSpirv-OpFConvert-12467", Severity::kError, kInVulkan},
    {"convert.int.no-microscaling", "SPV_EXT_ocp_microscaling_types",
     "in Vulkan, a microscaling format must not be converted to or from "
     "integers, but {0} is one",
     "VUID-StandaloneSpirv-OpConvertFToU-12465", Severity::kError, kInVulkan},
    {"convert.storage-only.width-only", "2.16.1",
     "{0} is a storage-only type: it can be converted only to and from another "
     "width"},
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
constexpr Op kFloatsAndInts[] = {Op::kConvertFToU, Op::kConvertFToS,
                                 Op::kConvertSToF, Op::kConvertUToF};
constexpr Op kNotWidthOnly[] = {Op::kConvertFToU, Op::kConvertFToS,
                                Op::kConvertSToF, Op::kConvertUToF,
                                Op::kBitcast};

// Cooperative matrices are converted component by component too.
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
    {.ops = Op::kQuantizeToF16,
     .result = ScalarOrVector(tt::kFloat),
     .result_rule = &R("convert.tofloat.result-float")},
    {.ops = Op::kQuantizeToF16,
     .result = {.width = 32},
     .result_rule = &R("convert.quantizetof16.width-32"),
     .relation = Relation::kResultType,
     .relation_rule = &R("convert.quantizetof16.operand-type")},
};

// The same index in all conversions.
constexpr OperandIndex kValue = operand::FConvert::kFloatValue;
constexpr OperandIndex kResultType = operand::FConvert::kResultType;

// matrix_conversion.cc checks matrices.
void CheckCount(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kValue);
  // Fast path: comparing the rows suffices unless a size is an <id>.
  constexpr TypeTraits kShapeOrId = kShapes | tt::kCountUnknown;
  if (((to.traits ^ from.traits) & kShapeOrId) == 0 && to.count == from.count &&
      !to.Is(tt::kCountUnknown)) {
    return;
  }
  if (to.unknown() || from.unknown() || to.Is(tt::kCooperativeMatrix) ||
      from.Is(tt::kCooperativeMatrix)) {
    return;
  }
  const Id result = c.inst().result_type();
  const Id value = c.type_of(kValue);
  if (!MayHaveSameCount(c.context(), result, value)) {
    ReportTypes(c, R("convert.numeric.component-count"), kValue, value, result);
    c.PoisonResult();
  } else if (IsCooperativeVector(c.context(), result) !=
             IsCooperativeVector(c.context(), value)) {
    ReportTypes(c, R("convert.cooperativevector.both"), kValue, value, result);
    c.PoisonResult();
  }
}

void ReportSameWidth(const CheckContext& c) {
  ReportTypes(c, R("convert.width.must-differ"), kValue, c.type_of(kValue),
              c.inst().result_type());
}

void CheckIntegerWidth(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kValue);
  if (!to.unknown() && !from.unknown() && to.width == from.width) {
    ReportSameWidth(c);
  }
}

bool IsMicroscaling(FPEncoding encoding) {
  return encoding == FPEncoding::kFloat6E2M3EXT ||
         encoding == FPEncoding::kFloat6E3M2EXT ||
         encoding == FPEncoding::kFloat4E2M1EXT ||
         encoding == FPEncoding::kFloat8UnsignedE8M0EXT ||
         encoding == FPEncoding::kMXInt8EXT;
}

// Whether the components of a type are known to be such numbers.
bool HoldsMicroscaling(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown() || !info.Is(tt::kOtherEncoding)) return false;
  const auto encoding = EncodingOf(c.context(), type);
  return encoding && IsMicroscaling(*encoding);
}

// Formats of the same width may be converted into each other.
void CheckFloatWidth(const CheckContext& c) {
  const ModuleContext& context = c.context();
  const Id result = c.inst().result_type();
  const TypeInfo& to = c.result_type();
  if (to.unknown() || c.operand_type(kValue).unknown()) return;
  if (ComponentOf(context, result) == ComponentOf(context, c.type_of(kValue))) {
    return ReportSameWidth(c);
  }
  if (!to.Is(tt::kOtherEncoding)) return;
  const auto encoding = EncodingOf(context, result);
  if (!encoding || !IsMicroscaling(*encoding)) return;
  if (HoldsMicroscaling(c, c.type_of(kValue))) {
    ReportTypes(c, R("convert.fconvert.microscaling-result"), kValue,
                c.type_of(kValue), result);
  } else {
    ReportType(c, R("convert.fconvert.no-microscaling"), kResultType, result);
  }
}

void CheckToOrFromInt(const CheckContext& c) {
  const Rule& rule = R("convert.int.no-microscaling");
  if (HoldsMicroscaling(c, c.inst().result_type())) {
    ReportType(c, rule, kResultType, c.inst().result_type());
  } else if (HoldsMicroscaling(c, c.type_of(kValue))) {
    ReportType(c, rule, kValue, c.type_of(kValue));
  }
}

void CheckStorageOnly(const CheckContext& c) {
  const Rule& rule = R("convert.storage-only.width-only");
  if (IsStorageOnly(c, c.result_type())) {
    ReportType(c, rule, kResultType, c.inst().result_type());
  } else if (IsStorageOnly(c, c.operand_type(kValue))) {
    ReportType(c, rule, kValue, c.type_of(kValue));
  }
}

static_assert(AllHave(kNumeric, kValue));
static_assert(AllHave(kIntegerWidth, kValue));
static_assert(AllHave(kFloatsAndInts, kValue));
static_assert(AllHave(kNotWidthOnly, kValue));
constexpr Check kChecks[] = {
    {kNumeric, CheckCount},
    {kIntegerWidth, CheckIntegerWidth},
    {Op::kFConvert, CheckFloatWidth},
    {kFloatsAndInts, CheckToOrFromInt,
     Requires(TypesWith{type_part::kOtherFloat})},
    {kNotWidthOnly, CheckStorageOnly, Requires(HasSmallNumbers)}};

}  // namespace

extern constinit const Family kConversion(R, kChecks, kSignatures);

}  // namespace plumb

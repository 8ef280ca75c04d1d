// Instructions of GLSL.std.450 that compute numbers component by component, or
// vectors of a type from vectors of the same type.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::GlslStd450;

constexpr char kSection[] = "GLSL.std.450 2";
constexpr char kFloatResult[] =
    "the result type must be a floating-point scalar or vector, not {0}";
constexpr char kSameType[] =
    "{2} must have the type of the result, {1}, not {0}";

constexpr RuleTable R({
    {"extinst.glsl.float.result-type", kSection, kFloatResult},
    {"extinst.glsl.float.operand-types", kSection, kSameType},
    {"extinst.glsl.float-16-32.result-type", kSection, kFloatResult},
    {"extinst.glsl.float-16-32.width", kSection,
     "the components of the result, of type {0}, must be 16 or 32 bits wide"},
    {"extinst.glsl.float-16-32.operand-types", kSection, kSameType},
    {"extinst.glsl.integer.result-type", kSection,
     "the result type must be an integer scalar or vector, not {0}"},
    {"extinst.glsl.integer.operand-types", kSection,
     "{1} must be an integer scalar or vector, not {0}"},
    {"extinst.glsl.integer.component-count", kSection,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"extinst.glsl.integer.width", kSection,
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
    {"extinst.glsl.find-bit.width-32", kSection,
     "the components of the result, of type {0}, must be 32 bits wide"},
    // Implementations accept every width.
    {"extinst.glsl.find-bit.lowest-width-32", kSection,
     "the components of the result, of type {0}, should be 32 bits wide", "",
     Severity::kWarning},
    {"extinst.glsl.imix.removed", kSection,
     "the set has no instruction IMix: it was removed before version 1.00"},
});

constexpr auto kFloatNumbers = NumbersOf({
    GlslStd450::kRound,       GlslStd450::kRoundEven,  GlslStd450::kTrunc,
    GlslStd450::kFAbs,        GlslStd450::kFSign,      GlslStd450::kFloor,
    GlslStd450::kCeil,        GlslStd450::kFract,      GlslStd450::kSqrt,
    GlslStd450::kInverseSqrt, GlslStd450::kNormalize,  GlslStd450::kFMin,
    GlslStd450::kFMax,        GlslStd450::kStep,       GlslStd450::kReflect,
    GlslStd450::kNMin,        GlslStd450::kNMax,       GlslStd450::kFClamp,
    GlslStd450::kFMix,        GlslStd450::kSmoothStep, GlslStd450::kFma,
    GlslStd450::kFaceForward, GlslStd450::kNClamp,
});
constexpr auto kFloat1632Numbers = NumbersOf({
    GlslStd450::kRadians, GlslStd450::kDegrees, GlslStd450::kSin,
    GlslStd450::kCos,     GlslStd450::kTan,     GlslStd450::kAsin,
    GlslStd450::kAcos,    GlslStd450::kAtan,    GlslStd450::kSinh,
    GlslStd450::kCosh,    GlslStd450::kTanh,    GlslStd450::kAsinh,
    GlslStd450::kAcosh,   GlslStd450::kAtanh,   GlslStd450::kExp,
    GlslStd450::kLog,     GlslStd450::kExp2,    GlslStd450::kLog2,
    GlslStd450::kAtan2,   GlslStd450::kPow,
});
constexpr auto kIntegerNumbers = NumbersOf({
    GlslStd450::kSAbs,
    GlslStd450::kSSign,
    GlslStd450::kUMin,
    GlslStd450::kSMin,
    GlslStd450::kUMax,
    GlslStd450::kSMax,
    GlslStd450::kUClamp,
    GlslStd450::kSClamp,
    GlslStd450::kFindILsb,
    GlslStd450::kFindSMsb,
    GlslStd450::kFindUMsb,
});
constexpr auto kHighestBitNumbers =
    NumbersOf({GlslStd450::kFindSMsb, GlslStd450::kFindUMsb});
constexpr auto kLowestBitNumbers = NumbersOf({GlslStd450::kFindILsb});
constexpr auto kImixNumbers = NumbersOf({GlslStd450::kIMix});

constexpr ExtInstSet kSet = ExtInstSet::kGlslStd450;
constexpr Instructions kFloats = {kSet, kFloatNumbers};
constexpr Instructions kFloats1632 = {kSet, kFloat1632Numbers};
constexpr Instructions kIntegers = {kSet, kIntegerNumbers};
constexpr Instructions kHighestBits = {kSet, kHighestBitNumbers};
constexpr Instructions kLowestBits = {kSet, kLowestBitNumbers};
constexpr Instructions kImix = {kSet, kImixNumbers};

constexpr TypePattern kFloat = ScalarOrVector(tt::kFloat);
constexpr TypePattern kInt = ScalarOrVector(tt::kInt);

constexpr Signature kSignatures[] = {
    {.ops = kFloats,
     .result = kFloat,
     .result_rule = &R("extinst.glsl.float.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.glsl.float.operand-types")},
    {.ops = kFloats1632,
     .result = kFloat,
     .result_rule = &R("extinst.glsl.float-16-32.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.glsl.float-16-32.operand-types")},
    {.ops = kIntegers,
     .result = kInt,
     .result_rule = &R("extinst.glsl.integer.result-type"),
     .operands = kInt,
     .operand_rule = &R("extinst.glsl.integer.operand-types"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.glsl.integer.component-count")},
    {.ops = kIntegers,
     .first_operand = kFirstExtOperand,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("extinst.glsl.integer.width")},
};

constexpr OperandRule kOperandRules[] = {
    {kHighestBits, operand::ExtInst::kResultType, ScalarOrVector(tt::kInt, 32),
     &R("extinst.glsl.find-bit.width-32")},
};

void CheckFloatWidth(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (result.unknown() || result.width <= 32) return;
  ReportType(c, R("extinst.glsl.float-16-32.width"),
             operand::ExtInst::kResultType, c.inst().result_type());
  c.PoisonResult();
}

void CheckLowestBit(const CheckContext& c) {
  CheckResultWidth32(c, R("extinst.glsl.find-bit.lowest-width-32"));
}

void CheckImix(const CheckContext& c) {
  c.Report(R("extinst.glsl.imix.removed"), operand::ExtInst::kInstruction);
  c.PoisonResult();
}

constexpr Check kChecks[] = {
    {kFloats1632, CheckFloatWidth, Requires(TypesWith{type_part::kFloat64})},
    {kLowestBits, CheckLowestBit,
     Requires(TypesWith{type_part::kInt & ~type_part::kInt32})},
    {kImix, CheckImix},
};

}  // namespace

extern constinit const Family kGlslNumbers(R, kChecks, kSignatures,
                                           kOperandRules);

}  // namespace plumb

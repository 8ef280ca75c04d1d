// Instructions of GLSL.std.450 that split and combine numbers, or pack several
// into one: Modf, Frexp, Ldexp, Pack… and Unpack….
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::GlslStd450;
namespace glsl = grammar::ext_operand::GlslStd450;

constexpr char kSection[] = "GLSL.std.450 2";
constexpr char kFloatOperand[] =
    "{1} must be a floating-point scalar or vector, not {0}";
constexpr char kSameType[] =
    "{2} must have the type of the result, {1}, not {0}";
constexpr char kTypedPointer[] = "{1} must be a typed pointer, not {0}";
constexpr char kTwoMembers[] =
    "the result type must be a structure with two members, not {0}";
constexpr char kSameCount[] =
    "{2}, of type {0}, must have as many components as the result, of type {1}";

constexpr RuleTable R({
    {"extinst.glsl.modf.operand-type", kSection, kFloatOperand},
    {"extinst.glsl.modf.result-type", kSection, kSameType},
    {"extinst.glsl.modf.pointer", kSection, kTypedPointer},
    {"extinst.glsl.modf.pointee-type", kSection,
     "{2} must point to the type of the result, {1}, not to {0}"},
    {"extinst.glsl.modfstruct.result-type", kSection, kTwoMembers},
    {"extinst.glsl.modfstruct.member-types", kSection,
     "both members of the result must have the type of operand x, {1}, not "
     "{0}"},
    {"extinst.glsl.modfstruct.operand-type", kSection, kFloatOperand},
    {"extinst.glsl.frexp.operand-type", kSection, kFloatOperand},
    {"extinst.glsl.frexp.result-type", kSection, kSameType},
    {"extinst.glsl.frexp.pointer", kSection, kTypedPointer},
    {"extinst.glsl.frexp.exponent-type", kSection,
     "{1} must point to an integer scalar or vector, but {0} does not"},
    {"extinst.glsl.frexp.exponent-width", kSection,
     "{1} must point to 32-bit integers, not to {0}"},
    {"extinst.glsl.frexp.component-count", kSection,
     "the type that {2} points to, {0}, must have as many components as the "
     "result, of type {1}"},
    {"extinst.glsl.frexpstruct.result-type", kSection, kTwoMembers},
    {"extinst.glsl.frexpstruct.significand-type", kSection,
     "the first member of the result must have the type of operand x, {1}, not "
     "{0}"},
    {"extinst.glsl.frexpstruct.exponent-type", kSection,
     "the second member of the result must be an integer scalar or vector, not "
     "{0}"},
    {"extinst.glsl.frexpstruct.exponent-width", kSection,
     "the second member of the result must hold 32-bit integers, not {0}"},
    {"extinst.glsl.frexpstruct.component-count", kSection,
     "the second member of the result, of type {0}, must have as many "
     "components as operand x, of type {1}"},
    {"extinst.glsl.ldexp.operand-type", kSection, kFloatOperand},
    {"extinst.glsl.ldexp.result-type", kSection, kSameType},
    {"extinst.glsl.ldexp.exponent-type", kSection,
     "{1} must be an integer scalar or vector, not {0}"},
    {"extinst.glsl.ldexp.component-count", kSection, kSameCount},
    {"extinst.glsl.pack.result-type", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"extinst.glsl.pack4x8.operand-type", kSection,
     "{1} must be a vector of four 32-bit floats, not {0}"},
    {"extinst.glsl.pack2x16.operand-type", kSection,
     "{1} must be a vector of two 32-bit floats, not {0}"},
    {"extinst.glsl.packdouble2x32.result-type", kSection,
     "the result type must be a 64-bit floating-point scalar, not {0}"},
    {"extinst.glsl.packdouble2x32.operand-type", kSection,
     "{1} must be a vector of two 32-bit integers, not {0}"},
    {"extinst.glsl.unpack.operand-type", kSection,
     "{1} must be a 32-bit integer scalar, not {0}"},
    {"extinst.glsl.unpack4x8.result-type", kSection,
     "the result type must be a vector of four 32-bit floats, not {0}"},
    {"extinst.glsl.unpack2x16.result-type", kSection,
     "the result type must be a vector of two 32-bit floats, not {0}"},
    {"extinst.glsl.unpackdouble2x32.operand-type", kSection,
     "{1} must be a 64-bit floating-point scalar, not {0}"},
    {"extinst.glsl.unpackdouble2x32.result-type", kSection,
     "the result type must be a vector of two 32-bit integers, not {0}"},
});

constexpr auto kModfNumbers = NumbersOf({GlslStd450::kModf});
constexpr auto kModfStructNumbers = NumbersOf({GlslStd450::kModfStruct});
constexpr auto kFrexpNumbers = NumbersOf({GlslStd450::kFrexp});
constexpr auto kFrexpStructNumbers = NumbersOf({GlslStd450::kFrexpStruct});
constexpr auto kLdexpNumbers = NumbersOf({GlslStd450::kLdexp});
constexpr auto kPack4x8Numbers =
    NumbersOf({GlslStd450::kPackSnorm4x8, GlslStd450::kPackUnorm4x8});
constexpr auto kPack2x16Numbers =
    NumbersOf({GlslStd450::kPackSnorm2x16, GlslStd450::kPackUnorm2x16,
               GlslStd450::kPackHalf2x16});
constexpr auto kPackNumbers = JoinNumbers(kPack4x8Numbers, kPack2x16Numbers);
constexpr auto kPackDoubleNumbers = NumbersOf({GlslStd450::kPackDouble2x32});
constexpr auto kUnpack4x8Numbers =
    NumbersOf({GlslStd450::kUnpackSnorm4x8, GlslStd450::kUnpackUnorm4x8});
constexpr auto kUnpack2x16Numbers =
    NumbersOf({GlslStd450::kUnpackSnorm2x16, GlslStd450::kUnpackUnorm2x16,
               GlslStd450::kUnpackHalf2x16});
constexpr auto kUnpackNumbers =
    JoinNumbers(kUnpack4x8Numbers, kUnpack2x16Numbers);
constexpr auto kUnpackDoubleNumbers =
    NumbersOf({GlslStd450::kUnpackDouble2x32});

constexpr ExtInstSet kSet = ExtInstSet::kGlslStd450;
constexpr Instructions kModf = {kSet, kModfNumbers};
constexpr Instructions kModfStruct = {kSet, kModfStructNumbers};
constexpr Instructions kFrexp = {kSet, kFrexpNumbers};
constexpr Instructions kFrexpStruct = {kSet, kFrexpStructNumbers};
constexpr Instructions kLdexp = {kSet, kLdexpNumbers};
constexpr Instructions kPack4x8 = {kSet, kPack4x8Numbers};
constexpr Instructions kPack2x16 = {kSet, kPack2x16Numbers};
constexpr Instructions kPack = {kSet, kPackNumbers};
constexpr Instructions kPackDouble = {kSet, kPackDoubleNumbers};
constexpr Instructions kUnpack4x8 = {kSet, kUnpack4x8Numbers};
constexpr Instructions kUnpack2x16 = {kSet, kUnpack2x16Numbers};
constexpr Instructions kUnpack = {kSet, kUnpackNumbers};
constexpr Instructions kUnpackDouble = {kSet, kUnpackDoubleNumbers};

constexpr TypePattern kFloat = ScalarOrVector(tt::kFloat);
constexpr TypePattern kInt = ScalarOrVector(tt::kInt);
constexpr TypePattern kPointer = {.shape = tt::kPointer};
constexpr TypePattern kPair = {.shape = tt::kStruct, .count = 2};
constexpr TypePattern kFloat64 = Scalar(tt::kFloat, 64);
constexpr TypePattern kInt32Vector2 = Vector(tt::kInt, 32, 2);

// x must be a floating-point number and have the type of the result.
constexpr Signature XLikeResult(Instructions ops, const Rule* operand_rule,
                                const Rule* result_rule) {
  return {.ops = ops,
          .operands = kFloat,
          .operand_rule = operand_rule,
          .first_operand = kFirstExtOperand,
          .operand_count = 1,
          .relation = Relation::kResultType,
          .relation_rule = result_rule};
}

constexpr Signature kSignatures[] = {
    XLikeResult(kModf, &R("extinst.glsl.modf.operand-type"),
                &R("extinst.glsl.modf.result-type")),
    XLikeResult(kFrexp, &R("extinst.glsl.frexp.operand-type"),
                &R("extinst.glsl.frexp.result-type")),
    XLikeResult(kLdexp, &R("extinst.glsl.ldexp.operand-type"),
                &R("extinst.glsl.ldexp.result-type")),
    {.ops = kLdexp,
     .operands = kInt,
     .operand_rule = &R("extinst.glsl.ldexp.exponent-type"),
     .first_operand = kSecondExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.glsl.ldexp.component-count")},
};

constexpr OperandIndex kResultType = operand::ExtInst::kResultType;
constexpr OperandIndex kOnly = kFirstExtOperand;

constexpr OperandRule kOperandRules[] = {
    {kModf, "i", kPointer, &R("extinst.glsl.modf.pointer")},
    {kModfStruct, kResultType, kPair,
     &R("extinst.glsl.modfstruct.result-type")},
    {kModfStruct, kOnly, kFloat, &R("extinst.glsl.modfstruct.operand-type")},
    {kFrexp, "exp", kPointer, &R("extinst.glsl.frexp.pointer")},
    {kFrexp, "exp", PointerTo(kInt), &R("extinst.glsl.frexp.exponent-type")},
    {kFrexpStruct, kResultType, kPair,
     &R("extinst.glsl.frexpstruct.result-type")},
    {kFrexpStruct, kOnly, kFloat, &R("extinst.glsl.frexp.operand-type")},
    {kPack, kResultType, kInt32, &R("extinst.glsl.pack.result-type")},
    {kPack4x8, kOnly, kFloat32Vector4, &R("extinst.glsl.pack4x8.operand-type")},
    {kPack2x16, kOnly, kFloat32Vector2,
     &R("extinst.glsl.pack2x16.operand-type")},
    {kPackDouble, kResultType, kFloat64,
     &R("extinst.glsl.packdouble2x32.result-type")},
    {kPackDouble, kOnly, kInt32Vector2,
     &R("extinst.glsl.packdouble2x32.operand-type")},
    {kUnpack4x8, kResultType, kFloat32Vector4,
     &R("extinst.glsl.unpack4x8.result-type")},
    {kUnpack2x16, kResultType, kFloat32Vector2,
     &R("extinst.glsl.unpack2x16.result-type")},
    {kUnpack, kOnly, kInt32, &R("extinst.glsl.unpack.operand-type")},
    {kUnpackDouble, kResultType, kInt32Vector2,
     &R("extinst.glsl.unpackdouble2x32.result-type")},
    {kUnpackDouble, kOnly, kFloat64,
     &R("extinst.glsl.unpackdouble2x32.operand-type")},
};

void CheckModf(const CheckContext& c) {
  constexpr OperandIndex kWhole = glsl::Modf::kI;
  CheckSame(c, R("extinst.glsl.modf.pointee-type"), kWhole,
            PointeeOf(c, kWhole), c.inst().result_type());
}

// The type of a member of the result.
Id Member(const CheckContext& c, uint32_t member) {
  return c.context().types().MemberOf(c.module(), c.inst().result_type(),
                                      member);
}

void CheckModfStruct(const CheckContext& c) {
  const Id x = c.type_of(kOnly);
  for (const uint32_t member : {0, 1}) {
    if (!CheckSame(c, R("extinst.glsl.modfstruct.member-types"), kResultType,
                   Member(c, member), x)) {
      return;
    }
  }
}

// An extension allows 16-bit integers.
bool IsExponentWidth(const CheckContext& c, uint32_t width) {
  return width == 32 || (width == 16 && c.context().features().Has(
                                            Extension::kAmdGpuShaderInt16));
}

// Checks the type of an exponent, an integer, against that of its number.
void CheckExponent(const CheckContext& c, OperandIndex at, Id exponent,
                   Id number, const Rule& width, const Rule& count) {
  const TypeInfo& info = c.context().types().Get(exponent);
  if (info.unknown()) return;
  if (!IsExponentWidth(c, info.width)) {
    ReportType(c, width, at, exponent);
  } else if (!MayHaveSameCount(c.context(), exponent, number)) {
    ReportTypes(c, count, at, exponent, number);
  }
}

void CheckFrexp(const CheckContext& c) {
  constexpr OperandIndex kExp = glsl::Frexp::kExp;
  CheckExponent(c, kExp, PointeeOf(c, kExp), c.inst().result_type(),
                R("extinst.glsl.frexp.exponent-width"),
                R("extinst.glsl.frexp.component-count"));
}

void CheckFrexpStruct(const CheckContext& c) {
  const Id x = c.type_of(kOnly);
  const Id exponent = Member(c, 1);
  if (!CheckSame(c, R("extinst.glsl.frexpstruct.significand-type"), kResultType,
                 Member(c, 0), x)) {
    return;
  }
  if (!Fits(c.context(), kInt, exponent)) {
    ReportType(c, R("extinst.glsl.frexpstruct.exponent-type"), kResultType,
               exponent);
    return;
  }
  CheckExponent(c, kResultType, exponent, x,
                R("extinst.glsl.frexpstruct.exponent-width"),
                R("extinst.glsl.frexpstruct.component-count"));
}

static_assert(AllHave(kModfStruct, kOnly));
static_assert(AllHave(kFrexpStruct, kOnly));
constexpr Check kChecks[] = {{kModf, CheckModf},
                             {kModfStruct, CheckModfStruct},
                             {kFrexp, CheckFrexp},
                             {kFrexpStruct, CheckFrexpStruct}};

}  // namespace

extern constinit const Family kGlslParts(R, kChecks, kSignatures,
                                         kOperandRules);

}  // namespace plumb

// Fixed-point and floating-point numbers of arbitrary precision, which are
// stored in integers (SPV_ALTERA_arbitrary_precision_fixed_point,
// SPV_ALTERA_arbitrary_precision_floating_point).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kFixed[] = "SPV_ALTERA_arbitrary_precision_fixed_point";
constexpr char kFloating[] = "SPV_ALTERA_arbitrary_precision_floating_point";

constexpr RuleTable R({
    {"arith.fixedpoint.result-type", kFixed,
     "the result type must be an integer scalar, not {0}"},
    {"arith.fixedpoint.pair-result-type", kFixed,
     "the result type must be a vector of two integers, not {0}"},
    {"arith.fixedpoint.input-type", kFixed,
     "{1} must be an integer scalar, not {0}"},
    {"arith.fixedpoint.signedness-mode", kFixed,
     "{1} must be 0 (unsigned) or 1 (signed), not {0}"},
    {"arith.fixedpoint.quantization-mode", "3.2.38",
     "{1} must be a Quantization Mode, from 0 to {2}, not {0}"},
    {"arith.fixedpoint.overflow-mode", "3.2.39",
     "{1} must be an Overflow Mode, from 0 to {2}, not {0}"},
    {"arith.arbitraryfloat.result-type", kFloating,
     "the result type must be an integer scalar, not {0}"},
    {"arith.arbitraryfloat.pair-result-type", kFloating,
     "the result type must be a vector of two integers, not {0}"},
    {"arith.arbitraryfloat.comparison-result-type", kFloating,
     "the result type must be a Boolean scalar, not {0}"},
    {"arith.arbitraryfloat.operand-type", kFloating,
     "{1} must be an integer scalar, not {0}"},
    {"arith.arbitraryfloat.mantissa-width", kFloating,
     "{1}, {0}, must be less than the width of the integer that holds the "
     "mantissa, {2}"},
    {"arith.arbitraryfloat.sign-literal", kFloating,
     "{1} must be 0 (unsigned) or 1 (signed), not {0}"},
    {"arith.arbitraryfloat.subnormal-mode", kFloating,
     "{1} must be 0 (flush) or 1 (support), not {0}"},
    {"arith.arbitraryfloat.rounding-mode", kFloating,
     "{1} must be an FP Rounding Mode, from 0 to {2}, not {0}"},
    {"arith.arbitraryfloat.rounding-accuracy", kFloating,
     "{1} must be 0 (correct) or 1 (faithful), not {0}"},
    // The integers of kernels have no sign.
    {"arith.arbitraryfloat.casttoint-signedness",
     kFloating,
     "the signedness of the result type, {0}, must be operand ToSign, {1}",
     "",
     Severity::kError,
     {.unless = grammar::Capability::kKernel}},
});

constexpr Op kFixedPoint[] = {
    Op::kFixedSqrtALTERA,  Op::kFixedRecipALTERA, Op::kFixedRsqrtALTERA,
    Op::kFixedSinALTERA,   Op::kFixedCosALTERA,   Op::kFixedSinPiALTERA,
    Op::kFixedCosPiALTERA, Op::kFixedLogALTERA,   Op::kFixedExpALTERA};
constexpr Op kFixedPointPair[] = {Op::kFixedSinCosALTERA,
                                  Op::kFixedSinCosPiALTERA};
constexpr Op kFloatingPoint[] = {
    Op::kArbitraryFloatCastALTERA,      Op::kArbitraryFloatCastFromIntALTERA,
    Op::kArbitraryFloatCastToIntALTERA, Op::kArbitraryFloatAddALTERA,
    Op::kArbitraryFloatSubALTERA,       Op::kArbitraryFloatMulALTERA,
    Op::kArbitraryFloatDivALTERA,       Op::kArbitraryFloatRecipALTERA,
    Op::kArbitraryFloatRSqrtALTERA,     Op::kArbitraryFloatCbrtALTERA,
    Op::kArbitraryFloatHypotALTERA,     Op::kArbitraryFloatSqrtALTERA,
    Op::kArbitraryFloatLogINTEL,        Op::kArbitraryFloatLog2INTEL,
    Op::kArbitraryFloatLog10INTEL,      Op::kArbitraryFloatLog1pINTEL,
    Op::kArbitraryFloatExpINTEL,        Op::kArbitraryFloatExp2INTEL,
    Op::kArbitraryFloatExp10INTEL,      Op::kArbitraryFloatExpm1INTEL,
    Op::kArbitraryFloatSinINTEL,        Op::kArbitraryFloatCosINTEL,
    Op::kArbitraryFloatSinPiINTEL,      Op::kArbitraryFloatCosPiINTEL,
    Op::kArbitraryFloatASinINTEL,       Op::kArbitraryFloatASinPiINTEL,
    Op::kArbitraryFloatACosINTEL,       Op::kArbitraryFloatACosPiINTEL,
    Op::kArbitraryFloatATanINTEL,       Op::kArbitraryFloatATanPiINTEL,
    Op::kArbitraryFloatATan2INTEL,      Op::kArbitraryFloatPowINTEL,
    Op::kArbitraryFloatPowRINTEL,       Op::kArbitraryFloatPowNINTEL};
constexpr Op kFloatingPointPair[] = {Op::kArbitraryFloatSinCosPiALTERA,
                                     Op::kArbitraryFloatSinCosINTEL};
constexpr Op kComparison[] = {
    Op::kArbitraryFloatGTALTERA, Op::kArbitraryFloatGEALTERA,
    Op::kArbitraryFloatLTALTERA, Op::kArbitraryFloatLEALTERA,
    Op::kArbitraryFloatEQALTERA};

constexpr auto kAllFixed = JoinOps(kFixedPoint, kFixedPointPair);
constexpr auto kAllFloating =
    JoinOps(kFloatingPoint, kFloatingPointPair, kComparison);

// A sine and a cosine.
constexpr TypePattern kPair = Vector(tt::kInt, 0, 2);

constexpr Signature kSignatures[] = {
    {.ops = kFixedPoint,
     .result = kIntScalar,
     .result_rule = &R("arith.fixedpoint.result-type")},
    {.ops = kFixedPointPair,
     .result = kPair,
     .result_rule = &R("arith.fixedpoint.pair-result-type")},
    {.ops = kFloatingPoint,
     .result = kIntScalar,
     .result_rule = &R("arith.arbitraryfloat.result-type")},
    {.ops = kFloatingPointPair,
     .result = kPair,
     .result_rule = &R("arith.arbitraryfloat.pair-result-type")},
    {.ops = kComparison,
     .result = kBoolScalar,
     .result_rule = &R("arith.arbitraryfloat.comparison-result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {kAllFixed, "Input", kIntScalar, &R("arith.fixedpoint.input-type")},
    {kAllFloating, "A", kIntScalar, &R("arith.arbitraryfloat.operand-type")},
    {kAllFloating, "B", kIntScalar, &R("arith.arbitraryfloat.operand-type")},
};

// Literals with listed values, which are plain numbers in the grammar.
struct Choice {
  const char* name;
  uint32_t last;
  const Rule& rule;
};
constexpr Choice kFixedChoices[] = {
    {"S", 1, R("arith.fixedpoint.signedness-mode")},
    {"Q", 7, R("arith.fixedpoint.quantization-mode")},
    {"O", 3, R("arith.fixedpoint.overflow-mode")},
};
constexpr Choice kFloatingChoices[] = {
    {"SignOfB", 1, R("arith.arbitraryfloat.sign-literal")},
    {"FromSign", 1, R("arith.arbitraryfloat.sign-literal")},
    {"ToSign", 1, R("arith.arbitraryfloat.sign-literal")},
    {"Subnormal", 1, R("arith.arbitraryfloat.subnormal-mode")},
    {"Rounding", 3, R("arith.arbitraryfloat.rounding-mode")},
    {"Accuracy", 1, R("arith.arbitraryfloat.rounding-accuracy")},
    // The name in the grammar for OpArbitraryFloatSinCosPiALTERA.
    {"RoundingAccuracy", 1, R("arith.arbitraryfloat.rounding-accuracy")},
};

// The index of a named operand; kNoOperand if the instruction does not have
// it.
OperandIndex Find(const CheckContext& c, absl::string_view name) {
  return grammar::OperandByName(c.inst().op(), name);
}

void CheckChoices(const CheckContext& c, absl::Span<const Choice> choices) {
  for (const Choice& choice : choices) {
    const OperandIndex at = Find(c, choice.name);
    if (at == kNoOperand) continue;
    const uint32_t value = c.inst().operand_word(at);
    if (value <= choice.last) continue;
    c.Report(choice.rule, at,
             {value, Arg::Operand(c.inst(), static_cast<uint32_t>(at)),
              choice.last});
  }
}
void CheckFixed(const CheckContext& c) { CheckChoices(c, kFixedChoices); }

// Checks that a sign, an exponent and the mantissa fit in the bits of an
// integer.
void CheckMantissa(const CheckContext& c, absl::string_view name,
                   const TypeInfo& integer) {
  const OperandIndex at = Find(c, name);
  if (at == kNoOperand || integer.unknown() || !integer.Is(tt::kInt)) return;
  const uint32_t bits = c.inst().operand_word(at);
  if (bits < integer.width) return;
  c.Report(
      R("arith.arbitraryfloat.mantissa-width"), at,
      {bits, Arg::Operand(c.inst(), static_cast<uint32_t>(at)), integer.width});
}

void CheckFloating(const CheckContext& c) {
  CheckChoices(c, kFloatingChoices);
  CheckMantissa(c, "Ma", c.operand_type(Find(c, "A")));
  if (const OperandIndex b = Find(c, "B"); b != kNoOperand) {
    CheckMantissa(c, "Mb", c.operand_type(b));
  }
  // The grammar has both spellings.
  CheckMantissa(c, "Mresult", c.result_type());
  CheckMantissa(c, "MResult", c.result_type());
}

void CheckCastToInt(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const uint32_t sign = c.inst().operand_word(Find(c, "ToSign"));
  if (result.unknown() || !result.Is(tt::kInt) || sign > 1 ||
      result.Is(tt::kSigned) == (sign == 1)) {
    return;
  }
  c.Report(R("arith.arbitraryfloat.casttoint-signedness"), 0,
           {Arg::Type(c.inst().result_type()), sign});
}

constexpr Check kChecks[] = {
    {kAllFixed, CheckFixed},
    {kAllFloating, CheckFloating},
    {Op::kArbitraryFloatCastToIntALTERA, CheckCastToInt}};

}  // namespace

extern constinit const Family kArbitraryPrecision(R, kChecks, kSignatures,
                                                  kOperandRules);

}  // namespace plumb

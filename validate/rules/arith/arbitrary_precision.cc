// Fixed-point and floating-point numbers of arbitrary precision, which are kept
// in integers (SPV_ALTERA_arbitrary_precision_fixed_point,
// SPV_ALTERA_arbitrary_precision_floating_point).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr char kFixed[] = "SPV_ALTERA_arbitrary_precision_fixed_point";
constexpr char kFloating[] = "SPV_ALTERA_arbitrary_precision_floating_point";

constexpr RuleTable R({
    {"arith.fixedpoint.result-type", kFixed,
     "the result type must be an integer scalar, not {0}"},
    {"arith.fixedpoint.pair-result-type", kFixed,
     "the result type must be a vector of two integers, not {0}"},
    {"arith.arbitraryfloat.result-type", kFloating,
     "the result type must be an integer scalar, not {0}"},
    {"arith.arbitraryfloat.pair-result-type", kFloating,
     "the result type must be a vector of two integers, not {0}"},
    {"arith.arbitraryfloat.comparison-result-type", kFloating,
     "the result type must be a Boolean scalar, not {0}"},
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

}  // namespace

extern constinit const Family kArbitraryPrecision = {
    .rules = R.rules(),
    .signatures = kSignatures,
};

}  // namespace plumb

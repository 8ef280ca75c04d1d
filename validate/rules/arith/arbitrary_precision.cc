// Fixed-point and floating-point numbers of arbitrary precision, which are kept
// in integers (SPV_ALTERA_arbitrary_precision_fixed_point,
// SPV_ALTERA_arbitrary_precision_floating_point).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

using grammar::Op;
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

constexpr TypePattern kInteger = {.shape = tt::kScalar, .component = tt::kInt};

constexpr Signature kSignatures[] = {
    {.ops = kFixedPoint,
     .result = kInteger,
     .result_rule = &R("arith.fixedpoint.result-type")},
    {.ops = kFloatingPoint,
     .result = kInteger,
     .result_rule = &R("arith.arbitraryfloat.result-type")},
    {.ops = kComparison,
     .result = {.shape = tt::kScalar, .component = tt::kBool},
     .result_rule = &R("arith.arbitraryfloat.comparison-result-type")},
};

// A sine and a cosine.
void CheckPair(const CheckContext& c, const Rule& rule) {
  const TypeInfo& type = c.result_type();
  const bool is_pair = type.Is(tt::kVector) && type.Is(tt::kInt) &&
                       (type.count == 2 || type.Is(tt::kCountUnknown));
  if (type.traits == 0 || is_pair) return;
  ReportType(c, rule, 0, c.inst().result_type());
  c.PoisonResult();
}
void CheckFixedPair(const CheckContext& c) {
  CheckPair(c, R("arith.fixedpoint.pair-result-type"));
}
void CheckFloatingPair(const CheckContext& c) {
  CheckPair(c, R("arith.arbitraryfloat.pair-result-type"));
}

constexpr Check kChecks[] = {{kFixedPointPair, CheckFixedPair},
                             {kFloatingPointPair, CheckFloatingPair}};

}  // namespace

extern constinit const Family kArbitraryPrecision = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

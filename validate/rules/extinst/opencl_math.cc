// Math and common instructions of OpenCL.std (its sections 2.1 and 2.3).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::OpenClStd;

constexpr char kSection[] = "OpenCL.std 2.1";
constexpr char kFloatResult[] =
    "the result type must be a floating-point scalar or vector, not {0}";
constexpr char kSameType[] =
    "{2} must have the type of the result, {1}, not {0}";
constexpr char kSameCount[] =
    "{2}, of type {0}, must have as many components as the result, of type {1}";

constexpr RuleTable R({
    {"extinst.opencl.float.result-type", kSection, kFloatResult},
    {"extinst.opencl.float.operand-types", kSection, kSameType},
    {"extinst.opencl.half-native.result-type", kSection, kFloatResult},
    // Producers and implementations use other widths too.
    {"extinst.opencl.half-native.width-32", kSection,
     "the components of the result, of type {0}, should be 32 bits wide", "",
     Severity::kWarning},
    {"extinst.opencl.half-native.operand-types", kSection, kSameType},
    {"extinst.opencl.float-out.result-type", kSection, kFloatResult},
    {"extinst.opencl.float-out.operand-types", kSection, kSameType},
    Also("extinst.opencl.untyped-pointer",
         {"extinst.opencl.float-out.pointer", kSection,
          "{1} must be a pointer, not {0}"}),
    {"extinst.opencl.float-out.storage-class", kSection,
     "{1} must point into CrossWorkgroup, Workgroup, Function or Generic, but "
     "{0} does not"},
    {"extinst.opencl.float-out.pointee-type", kSection,
     "{2} must point to the type of the result, {1}, not to {0}"},
    {"extinst.opencl.int-out.pointee-type", kSection,
     "{1} must point to a scalar or vector of 32-bit integers, but {0} does "
     "not"},
    {"extinst.opencl.int-out.component-count", kSection,
     "the type that {2} points to, {0}, must have as many components as the "
     "result, of type {1}"},
    {"extinst.opencl.ilogb.result-type", kSection,
     "the result type must be a scalar or vector of 32-bit integers, not {0}"},
    {"extinst.opencl.ilogb.operand-type", kSection,
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"extinst.opencl.ilogb.component-count", kSection, kSameCount},
    {"extinst.opencl.float-int.result-type", kSection, kFloatResult},
    {"extinst.opencl.float-int.operand-type", kSection, kSameType},
    {"extinst.opencl.float-int.exponent-type", kSection,
     "{1} must be a scalar or vector of 32-bit integers, not {0}"},
    {"extinst.opencl.float-int.component-count", kSection, kSameCount},
    {"extinst.opencl.nan.result-type", kSection, kFloatResult},
    {"extinst.opencl.nan.operand-type", kSection,
     "{1} must be an integer scalar or vector, not {0}"},
    {"extinst.opencl.nan.component-count", kSection, kSameCount},
    {"extinst.opencl.nan.width", kSection,
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
});

constexpr auto kFloatNumbers = NumbersOf({
    OpenClStd::kAcos,       OpenClStd::kAcosh,       OpenClStd::kAcospi,
    OpenClStd::kAsin,       OpenClStd::kAsinh,       OpenClStd::kAsinpi,
    OpenClStd::kAtan,       OpenClStd::kAtan2,       OpenClStd::kAtanh,
    OpenClStd::kAtanpi,     OpenClStd::kAtan2pi,     OpenClStd::kCbrt,
    OpenClStd::kCeil,       OpenClStd::kCopysign,    OpenClStd::kCos,
    OpenClStd::kCosh,       OpenClStd::kCospi,       OpenClStd::kErfc,
    OpenClStd::kErf,        OpenClStd::kExp,         OpenClStd::kExp2,
    OpenClStd::kExp10,      OpenClStd::kExpm1,       OpenClStd::kFabs,
    OpenClStd::kFdim,       OpenClStd::kFloor,       OpenClStd::kFma,
    OpenClStd::kFmax,       OpenClStd::kFmin,        OpenClStd::kFmod,
    OpenClStd::kHypot,      OpenClStd::kLgamma,      OpenClStd::kLog,
    OpenClStd::kLog2,       OpenClStd::kLog10,       OpenClStd::kLog1p,
    OpenClStd::kLogb,       OpenClStd::kMad,         OpenClStd::kMaxmag,
    OpenClStd::kMinmag,     OpenClStd::kNextafter,   OpenClStd::kPow,
    OpenClStd::kPowr,       OpenClStd::kRemainder,   OpenClStd::kRint,
    OpenClStd::kRound,      OpenClStd::kRsqrt,       OpenClStd::kSin,
    OpenClStd::kSinh,       OpenClStd::kSinpi,       OpenClStd::kSqrt,
    OpenClStd::kTan,        OpenClStd::kTanh,        OpenClStd::kTanpi,
    OpenClStd::kTgamma,     OpenClStd::kTrunc,       OpenClStd::kFclamp,
    OpenClStd::kDegrees,    OpenClStd::kFmax_common, OpenClStd::kFmin_common,
    OpenClStd::kMix,        OpenClStd::kRadians,     OpenClStd::kStep,
    OpenClStd::kSmoothstep, OpenClStd::kSign,
});
constexpr auto kHalfNativeNumbers = NumbersOf({
    OpenClStd::kHalf_cos,     OpenClStd::kHalf_divide,
    OpenClStd::kHalf_exp,     OpenClStd::kHalf_exp2,
    OpenClStd::kHalf_exp10,   OpenClStd::kHalf_log,
    OpenClStd::kHalf_log2,    OpenClStd::kHalf_log10,
    OpenClStd::kHalf_powr,    OpenClStd::kHalf_recip,
    OpenClStd::kHalf_rsqrt,   OpenClStd::kHalf_sin,
    OpenClStd::kHalf_sqrt,    OpenClStd::kHalf_tan,
    OpenClStd::kNative_cos,   OpenClStd::kNative_divide,
    OpenClStd::kNative_exp,   OpenClStd::kNative_exp2,
    OpenClStd::kNative_exp10, OpenClStd::kNative_log,
    OpenClStd::kNative_log2,  OpenClStd::kNative_log10,
    OpenClStd::kNative_powr,  OpenClStd::kNative_recip,
    OpenClStd::kNative_rsqrt, OpenClStd::kNative_sin,
    OpenClStd::kNative_sqrt,  OpenClStd::kNative_tan,
});
// They return a second number through a pointer, their last operand.
constexpr auto kUnaryFloatOutNumbers =
    NumbersOf({OpenClStd::kFract, OpenClStd::kModf, OpenClStd::kSincos});
constexpr auto kUnaryIntOutNumbers =
    NumbersOf({OpenClStd::kFrexp, OpenClStd::kLgamma_r});
constexpr auto kBinaryOutNumbers = NumbersOf({OpenClStd::kRemquo});
constexpr auto kUnaryOutNumbers =
    JoinNumbers(kUnaryFloatOutNumbers, kUnaryIntOutNumbers);
constexpr auto kIlogbNumbers = NumbersOf({OpenClStd::kIlogb});
constexpr auto kFloatIntNumbers =
    NumbersOf({OpenClStd::kLdexp, OpenClStd::kPown, OpenClStd::kRootn});
constexpr auto kNanNumbers = NumbersOf({OpenClStd::kNan});

constexpr ExtInstSet kSet = ExtInstSet::kOpenClStd;
constexpr Instructions kFloats = {kSet, kFloatNumbers};
constexpr Instructions kHalfNative = {kSet, kHalfNativeNumbers};
constexpr Instructions kUnaryFloatOut = {kSet, kUnaryFloatOutNumbers};
constexpr Instructions kUnaryIntOut = {kSet, kUnaryIntOutNumbers};
constexpr Instructions kUnaryOut = {kSet, kUnaryOutNumbers};
constexpr Instructions kBinaryOut = {kSet, kBinaryOutNumbers};
constexpr Instructions kIlogb = {kSet, kIlogbNumbers};
constexpr Instructions kFloatInt = {kSet, kFloatIntNumbers};
constexpr Instructions kNan = {kSet, kNanNumbers};

constexpr TypePattern kFloat = ScalarOrVector(tt::kFloat);
constexpr TypePattern kInt = ScalarOrVector(tt::kInt);
constexpr TypePattern kInt32s = ScalarOrVector(tt::kInt, 32);

// A row: the result is a floating-point number, and the first `count` operands
// (0: all) have its type.
constexpr Signature FloatsLikeResult(Instructions ops, const Rule* result_rule,
                                     const Rule* operand_rule,
                                     uint8_t count = 0) {
  return {.ops = ops,
          .result = kFloat,
          .result_rule = result_rule,
          .first_operand = kFirstExtOperand,
          .operand_count = count,
          .relation = Relation::kResultType,
          .relation_rule = operand_rule};
}

constexpr Signature kSignatures[] = {
    FloatsLikeResult(kFloats, &R("extinst.opencl.float.result-type"),
                     &R("extinst.opencl.float.operand-types")),
    FloatsLikeResult(kHalfNative, &R("extinst.opencl.half-native.result-type"),
                     &R("extinst.opencl.half-native.operand-types")),
    FloatsLikeResult(kUnaryOut, &R("extinst.opencl.float-out.result-type"),
                     &R("extinst.opencl.float-out.operand-types"), 1),
    FloatsLikeResult(kBinaryOut, &R("extinst.opencl.float-out.result-type"),
                     &R("extinst.opencl.float-out.operand-types"), 2),
    FloatsLikeResult(kFloatInt, &R("extinst.opencl.float-int.result-type"),
                     &R("extinst.opencl.float-int.operand-type"), 1),
    {.ops = kFloatInt,
     .operands = kInt32s,
     .operand_rule = &R("extinst.opencl.float-int.exponent-type"),
     .first_operand = kSecondExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.opencl.float-int.component-count")},
    {.ops = kIlogb,
     .result = kInt32s,
     .result_rule = &R("extinst.opencl.ilogb.result-type"),
     .operands = kFloat,
     .operand_rule = &R("extinst.opencl.ilogb.operand-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.opencl.ilogb.component-count")},
    {.ops = kNan,
     .result = kFloat,
     .result_rule = &R("extinst.opencl.nan.result-type"),
     .operands = kInt,
     .operand_rule = &R("extinst.opencl.nan.operand-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.opencl.nan.component-count")},
    {.ops = kNan,
     .first_operand = kFirstExtOperand,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("extinst.opencl.nan.width")},
};

constexpr OperandIndex kUnaryPointer = kSecondExtOperand;
constexpr OperandIndex kBinaryPointer = kThirdExtOperand;

constexpr OperandRule kOperandRules[] = {
    {kUnaryOut, kUnaryPointer, kAnyPointer,
     &R("extinst.opencl.float-out.pointer")},
    {kUnaryOut, kUnaryPointer, kAnyPointer.InStorageClass(kWritableByOpenCl),
     &R("extinst.opencl.float-out.storage-class")},
    {kUnaryIntOut, kUnaryPointer, AnyPointerTo(kInt32s),
     &R("extinst.opencl.int-out.pointee-type")},
    {kBinaryOut, kBinaryPointer, kAnyPointer,
     &R("extinst.opencl.float-out.pointer")},
    {kBinaryOut, kBinaryPointer, kAnyPointer.InStorageClass(kWritableByOpenCl),
     &R("extinst.opencl.float-out.storage-class")},
    {kBinaryOut, kBinaryPointer, AnyPointerTo(kInt32s),
     &R("extinst.opencl.int-out.pointee-type")},
};

void CheckHalfNative(const CheckContext& c) {
  CheckResultWidth32(c, R("extinst.opencl.half-native.width-32"));
}

void CheckFloatOut(const CheckContext& c) {
  CheckSame(c, R("extinst.opencl.float-out.pointee-type"), kUnaryPointer,
            PointeeOf(c, kUnaryPointer), c.inst().result_type());
}

void CheckIntOut(const CheckContext& c, OperandIndex pointer) {
  const Id pointee = PointeeOf(c, pointer);
  const Id result = c.inst().result_type();
  if (c.context().types().Get(pointee).unknown() ||
      MayHaveSameCount(c.context(), pointee, result)) {
    return;
  }
  ReportTypes(c, R("extinst.opencl.int-out.component-count"), pointer, pointee,
              result);
}
void CheckUnaryIntOut(const CheckContext& c) { CheckIntOut(c, kUnaryPointer); }
void CheckBinaryOut(const CheckContext& c) { CheckIntOut(c, kBinaryPointer); }

constexpr Check kChecks[] = {
    {kHalfNative, CheckHalfNative,
     Requires(TypesWith{type_part::kFloat16 | type_part::kFloat64})},
    {kUnaryFloatOut, CheckFloatOut},
    {kUnaryIntOut, CheckUnaryIntOut},
    {kBinaryOut, CheckBinaryOut}};

}  // namespace

extern constinit const Family kOpenclMath(R, kChecks, kSignatures,
                                          kOperandRules);

}  // namespace plumb

// The instructions that may compute with cooperative vectors
// (SPV_NV_cooperative_vector).  The families of the instructions check their
// other operands and results.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/cooperative_vector_types.h"
#include "validate/facts/relational.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_NV_cooperative_vector";

constexpr RuleTable R({
    {"arith.cooperativevector.instructions", kSection,
     "{1} does not accept cooperative vectors, such as {0}", "",
     Severity::kError, kWithCooperativeVectorsOnly},
    {"arith.cooperativevector.operands-same-type", kSection,
     "{2} must have the type of operand 1, {1}, not {0}", "", Severity::kError,
     kWithCooperativeVectorsOnly},
});

constexpr Op kNotElementwise[] = {
    Op::kFRem,
    Op::kFMod,
    Op::kUMod,
    Op::kSRem,
    Op::kSMod,
    Op::kDot,
    Op::kVectorTimesMatrix,
    Op::kMatrixTimesVector,
    Op::kOuterProduct,
    Op::kIAddCarry,
    Op::kISubBorrow,
    Op::kUMulExtended,
    Op::kSMulExtended,
    Op::kQuantizeToF16,
    Op::kBitFieldInsert,
    Op::kBitFieldSExtract,
    Op::kBitFieldUExtract,
    Op::kBitReverse,
    Op::kBitCount,
    Op::kIsNan,
    Op::kIsInf,
    Op::kIsFinite,
    Op::kIsNormal,
    Op::kSignBitSet,
};
constexpr auto kDerivatives = grammar::kOpsWith<grammar::OpTrait::kDerivative>;
constexpr auto kRelations = JoinOps(kIntegerRelations, kFloatRelations);
// The operands of the other allowed instructions have the type of the result.
constexpr Op kIntegerBinary[] = {Op::kIAdd, Op::kISub, Op::kIMul, Op::kSDiv};

void CheckInstruction(const CheckContext& c) {
  const ModuleContext& context = c.context();
  const auto report = [&](OperandIndex at, Id type) {
    c.Report(R("arith.cooperativevector.instructions"), at,
             {Arg::Type(type), c.inst().op()});
    c.PoisonResult();
  };
  if (IsCooperativeVector(context, c.inst().result_type())) {
    return report(0, c.inst().result_type());
  }
  for (OperandIndex o = 2; o < c.inst().operand_count(); ++o) {
    if (IsIdUse(c.inst().kind(o)) &&
        IsCooperativeVector(context, c.type_of(o))) {
      return report(o, c.type_of(o));
    }
  }
}

// A rule for all vectors checks that their sizes match.
void CheckSameType(const CheckContext& c) {
  namespace binary = operand::IAdd;
  const Id first = c.type_of(binary::kOperand1);
  const Id second = c.type_of(binary::kOperand2);
  if (first == second || !IsCooperativeVector(c.context(), first) ||
      !IsCooperativeVector(c.context(), second) ||
      c.operand_type(binary::kOperand1).width !=
          c.operand_type(binary::kOperand2).width ||
      CountOf(c, first) != CountOf(c, second)) {
    return;
  }
  ReportTypes(c, R("arith.cooperativevector.operands-same-type"),
              binary::kOperand2, second, first);
}

static_assert(AllHave(kIntegerBinary, operand::IAdd::kOperand1,
                      operand::IAdd::kOperand2));
constexpr Check kChecks[] = {{kNotElementwise, CheckInstruction},
                             {kDerivatives, CheckInstruction},
                             {kRelations, CheckInstruction},
                             {kIntegerBinary, CheckSameType}};

}  // namespace

extern constinit const Family kCooperativeVectors(R, kChecks);

}  // namespace plumb

// Arithmetic instructions that work component by component (section 3.3.13;
// SPV_KHR_fma; cooperative matrices: SPV_KHR_cooperative_matrix,
// SPV_NV_cooperative_matrix).
//
// Integer operands must match the result in size, but not in signedness;
// floating-point operands must have exactly the type of the result.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"arith.snegate.result-type", "3.3.13",
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.snegate.operand-type", "3.3.13",
     "the operand must be an integer scalar or vector, not {0}"},
    {"arith.snegate.component-count", "3.3.13",
     "the operand, of type {0}, must have as many components as the result, of "
     "type {1}"},
    {"arith.snegate.component-width", "3.3.13",
     "the components of the operand, of type {0}, must be as wide as those of "
     "the result, of type {1}"},
    {"arith.fnegate.result-type", "3.3.13",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"arith.fnegate.operand-type", "3.3.13",
     "the operand must have the type of the result, {1}, not {0}"},
    {"arith.integer-binary.result-type", "3.3.13",
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.integer-binary.operand-type", "3.3.13",
     "{1} must be an integer scalar or vector, not {0}"},
    {"arith.integer-binary.operand-count", "3.3.13",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"arith.integer-binary.operand-width", "3.3.13",
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
    {"arith.float-binary.result-type", "3.3.13",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"arith.float-binary.operand-type", "3.3.13",
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.float.encoding", "SPV_KHR_bfloat16, SPV_EXT_float8",
     "arithmetic is defined only for floating-point types with the IEEE 754 "
     "encoding, not for {0}"},
    {"arith.unsigned-binary.result-type", "3.3.13",
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.unsigned-binary.result-signedness", "3.3.13",
     "the result type must have signedness 0, but is {0}"},
    {"arith.unsigned-binary.operand-type", "3.3.13",
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.fma.result-type", "SPV_KHR_fma",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"arith.fma.operand-type", "SPV_KHR_fma",
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.cooperative-matrix.operand-shape", "SPV_NV_cooperative_matrix",
     "the operand, of type {0}, must have the scope, rows, columns and use of "
     "the result, of type {1}"},
    {"arith.extended.result-struct", "3.3.13",
     "the result type must be a structure, not {0}"},
    {"arith.extended.member-count", "3.3.13",
     "the result type must have two members, not {0}"},
    {"arith.extended.members-same-type", "3.3.13",
     "the members of the result type must have the same type, not {0} and {1}"},
    {"arith.extended.member-type", "3.3.13",
     "the members of the result type must be integer scalars or vectors, not "
     "{0}"},
    {"arith.extended.member-unsigned", "3.3.13",
     "the members of the result type must have signedness 0, but are {0}"},
    {"arith.extended.operand-type", "3.3.13",
     "{2} must have the type of the result's members, {1}, not {0}"},
});

constexpr TypeTraits kFlat = tt::kScalar | tt::kVector;
// For instructions that also allow cooperative matrices.
constexpr TypeTraits kFlatOrMatrix = kFlat | tt::kCooperativeMatrix;
constexpr TypePattern kIntegers = {.shape = kFlatOrMatrix,
                                   .component = tt::kInt};
constexpr TypePattern kFloats = {.shape = kFlatOrMatrix,
                                 .component = tt::kFloat};

constexpr Op kInteger[] = {Op::kIAdd, Op::kISub, Op::kIMul,
                           Op::kSDiv, Op::kSRem, Op::kSMod};
constexpr Op kIntegerNoMatrix[] = {Op::kSRem, Op::kSMod};
constexpr Op kFloat[] = {Op::kFAdd, Op::kFSub, Op::kFMul,
                         Op::kFDiv, Op::kFRem, Op::kFMod};
constexpr Op kFloatNoMatrix[] = {Op::kFRem, Op::kFMod};
constexpr Op kUnsigned[] = {Op::kUDiv, Op::kUMod};
constexpr Op kAllFloat[] = {Op::kFNegate, Op::kFAdd, Op::kFSub, Op::kFMul,
                            Op::kFDiv,    Op::kFRem, Op::kFMod, Op::kFmaKHR};
constexpr Op kMatrixMultiply[] = {Op::kIMul, Op::kFMul};
// Integer instructions that allow cooperative matrices.  In the floating-point
// and unsigned ones the operands must have the type of the result anyway.
constexpr Op kIntegerMatrix[] = {Op::kSNegate, Op::kIAdd, Op::kISub, Op::kIMul,
                                 Op::kSDiv};
constexpr Op kExtended[] = {Op::kIAddCarry, Op::kISubBorrow, Op::kUMulExtended,
                            Op::kSMulExtended};

constexpr Signature kSignatures[] = {
    {.ops = Op::kSNegate,
     .result = kIntegers,
     .result_rule = &R("arith.snegate.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("arith.snegate.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("arith.snegate.component-count")},
    {.ops = Op::kSNegate,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("arith.snegate.component-width")},

    {.ops = Op::kFNegate,
     .result = kFloats,
     .result_rule = &R("arith.fnegate.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.fnegate.operand-type")},

    {.ops = kInteger,
     .result = kIntegers,
     .result_rule = &R("arith.integer-binary.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("arith.integer-binary.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("arith.integer-binary.operand-count")},
    {.ops = kIntegerNoMatrix,
     .result = {.shape = kFlat},
     .result_rule = &R("arith.integer-binary.result-type")},
    {.ops = kInteger,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("arith.integer-binary.operand-width")},

    {.ops = kFloat,
     .result = kFloats,
     .result_rule = &R("arith.float-binary.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.float-binary.operand-type")},
    {.ops = kFloatNoMatrix,
     .result = {.shape = kFlat},
     .result_rule = &R("arith.float-binary.result-type")},

    {.ops = kUnsigned,
     .result = kIntegers,
     .result_rule = &R("arith.unsigned-binary.result-type")},
    {.ops = Op::kUMod,
     .result = {.shape = kFlat},
     .result_rule = &R("arith.unsigned-binary.result-type")},
    {.ops = kUnsigned,
     .result = {.never = tt::kSigned},
     .result_rule = &R("arith.unsigned-binary.result-signedness"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.unsigned-binary.operand-type")},

    {.ops = Op::kFmaKHR,
     .result = ScalarOrVector(tt::kFloat),
     .result_rule = &R("arith.fma.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.fma.operand-type")},

    {.ops = kAllFloat,
     .result = {.never = tt::kOtherEncoding},
     .result_rule = &R("arith.float.encoding")},
};

// Whether two cooperative matrix types have the same scope, size and (for
// types of SPV_KHR_cooperative_matrix) use.
bool HaveOneShape(const ModuleContext& context, const Inst& a, const Inst& b) {
  if (a.op() != b.op()) return false;
  for (OperandIndex o = operand::TypeCooperativeMatrixKHR::kScope;
       o < a.operand_count(); ++o) {
    if (!MayBeEqual(context, a.id(o), b.id(o))) return false;
  }
  return true;
}

void CheckMatrixShape(const CheckContext& c) {
  const TypeInfo& info = c.result_type();
  if (!info.Is(tt::kCooperativeMatrix) || info.poisoned()) return;
  const Module& module = c.module();
  const Id result = c.inst().result_type();
  for (OperandIndex o = operand::IAdd::kOperand1; o < c.inst().operand_count();
       ++o) {
    const Id type = c.type_of(o);
    if (type == result || c.operand_type(o).unknown() ||
        HaveOneShape(c.context(), module.inst(module.def(type)),
                     module.inst(module.def(result)))) {
      continue;
    }
    ReportTypes(c, R("arith.cooperative-matrix.operand-shape"), o, type,
                result);
    return;
  }
}

// SPV_NV_cooperative_matrix does not have componentwise products of matrices.
void CheckMultiply(const CheckContext& c) {
  const TypeInfo& info = c.result_type();
  if (!info.Is(tt::kCooperativeMatrix) || info.poisoned()) return;
  const Id type = c.inst().result_type();
  if (c.module().record(c.module().def(type)).op !=
      Op::kTypeCooperativeMatrixNV) {
    return;
  }
  const Rule& rule = c.inst().op() == Op::kIMul
                         ? R("arith.integer-binary.result-type")
                         : R("arith.float-binary.result-type");
  ReportType(c, rule, operand::IMul::kResultType, type);
  c.PoisonResult();
}

// The type of the members of the result; kNoId if it is invalid.
Id MemberType(const CheckContext& c) {
  constexpr OperandIndex kResultType = operand::IAddCarry::kResultType;
  const Id type = c.inst().result_type();
  const TypeInfo& info = c.result_type();
  if (info.unknown()) return kNoId;
  if (!info.Is(tt::kStruct)) {
    ReportType(c, R("arith.extended.result-struct"), kResultType, type);
    return kNoId;
  }
  if (info.count != 2) {
    c.Report(R("arith.extended.member-count"), kResultType, {info.count});
    return kNoId;
  }
  const Id first = c.context().types().MemberOf(c.module(), type, 0);
  const Id second = c.context().types().MemberOf(c.module(), type, 1);
  if (first != second) {
    ReportTypes(c, R("arith.extended.members-same-type"), kResultType, first,
                second);
    return kNoId;
  }
  const TypeInfo& member = c.context().types().Get(first);
  if (member.unknown()) return kNoId;
  if (!ScalarOrVector(tt::kInt).MatchesTraits(member)) {
    ReportType(c, R("arith.extended.member-type"), kResultType, first);
    return kNoId;
  }
  if (c.inst().op() != Op::kSMulExtended && member.Is(tt::kSigned)) {
    ReportType(c, R("arith.extended.member-unsigned"), kResultType, first);
    return kNoId;
  }
  return first;
}

void CheckExtended(const CheckContext& c) {
  const Id member = MemberType(c);
  if (member == kNoId) return c.PoisonResult();
  for (const OperandIndex o :
       {operand::IAddCarry::kOperand1, operand::IAddCarry::kOperand2}) {
    const Id type = c.type_of(o);
    if (type == member || !c.context().types().IsType(type)) continue;
    ReportTypes(c, R("arith.extended.operand-type"), o, type, member);
    return;
  }
}

constexpr Check kChecks[] = {{kIntegerMatrix, CheckMatrixShape},
                             {kMatrixMultiply, CheckMultiply},
                             {kExtended, CheckExtended}};

}  // namespace

extern constinit const Family kArithmetic(R, kChecks, kSignatures);

}  // namespace plumb

// Arithmetic instructions that work component by component (section 3.32.13;
// SPV_KHR_fma; cooperative matrices: SPV_KHR_cooperative_matrix,
// SPV_NV_cooperative_matrix).
//
// Integer operands only have to agree in size, not in signedness; floating-
// point operands must have the very type of the result.
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"arith.snegate.result-type", "3.32.13",
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.snegate.operand-type", "3.32.13",
     "the operand must be an integer scalar or vector, not {0}"},
    {"arith.snegate.component-count", "3.32.13",
     "the operand, of type {0}, must have as many components as the result, "
     "of type {1}"},
    {"arith.snegate.component-width", "3.32.13",
     "the components of the operand, of type {0}, must be as wide as those of "
     "the result, of type {1}"},
    {"arith.fnegate.result-type", "3.32.13",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"arith.fnegate.operand-type", "3.32.13",
     "the operand must have the type of the result, {1}, not {0}"},
    {"arith.integer-binary.result-type", "3.32.13",
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.integer-binary.operand-type", "3.32.13",
     "{1} must be an integer scalar or vector, not {0}"},
    {"arith.integer-binary.operand-count", "3.32.13",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"arith.integer-binary.operand-width", "3.32.13",
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
    {"arith.float-binary.result-type", "3.32.13",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"arith.float-binary.operand-type", "3.32.13",
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.float.encoding", "SPV_KHR_bfloat16, SPV_EXT_float8",
     "arithmetic is only defined on floating-point numbers of the IEEE 754 "
     "encoding, not on those of {0}"},
    {"arith.unsigned-binary.result-type", "3.32.13",
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.unsigned-binary.result-signedness", "3.32.13",
     "the result type must have a signedness of 0, not be {0}"},
    {"arith.unsigned-binary.operand-type", "3.32.13",
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.fma.result-type", "SPV_KHR_fma",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"arith.fma.operand-type", "SPV_KHR_fma",
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.cooperative-matrix.operand-shape", "SPV_KHR_cooperative_matrix",
     "the operand, of type {0}, must have the scope, rows, columns and use of "
     "the result, of type {1}"},
    {"arith.extended.result-struct", "3.32.13",
     "the result type must be a structure, not {0}"},
    {"arith.extended.member-count", "3.32.13",
     "the result type must have two members, not {0}"},
    {"arith.extended.members-same-type", "3.32.13",
     "the members of the result type must have one type, not {0} and {1}"},
    {"arith.extended.member-type", "3.32.13",
     "the members of the result type must be integer scalars or vectors, not "
     "{0}"},
    {"arith.extended.member-unsigned", "3.32.13",
     "the members of the result type must have a signedness of 0, not be {0}"},
    {"arith.extended.operand-type", "3.32.13",
     "{2} must have the type of the result's members, {1}, not {0}"},
});

constexpr TypeTraits kFlat = tt::kScalar | tt::kVector;
// Where cooperative matrices may stand, too.
constexpr TypeTraits kFlatOrMatrix = kFlat | tt::kCooperativeMatrix;

constexpr Op kSNegate[] = {Op::kSNegate};
constexpr Op kFNegate[] = {Op::kFNegate};
constexpr Op kInteger[] = {Op::kIAdd, Op::kISub, Op::kIMul,
                           Op::kSDiv, Op::kSRem, Op::kSMod};
constexpr Op kIntegerNoMatrix[] = {Op::kSRem, Op::kSMod};
constexpr Op kFloat[] = {Op::kFAdd, Op::kFSub, Op::kFMul,
                         Op::kFDiv, Op::kFRem, Op::kFMod};
constexpr Op kFloatNoMatrix[] = {Op::kFRem, Op::kFMod};
constexpr Op kUnsigned[] = {Op::kUDiv, Op::kUMod};
constexpr Op kUnsignedNoMatrix[] = {Op::kUMod};
constexpr Op kFma[] = {Op::kFmaKHR};
constexpr Op kAllFloat[] = {Op::kFNegate, Op::kFAdd, Op::kFSub, Op::kFMul,
                            Op::kFDiv,    Op::kFRem, Op::kFMod, Op::kFmaKHR};
constexpr Op kMatrixMultiply[] = {Op::kIMul, Op::kFMul};
// Integer instructions that take cooperative matrices; in the floating-point
// and unsigned ones the operands have the type of the result anyway.
constexpr Op kIntegerMatrix[] = {Op::kSNegate, Op::kIAdd, Op::kISub, Op::kIMul,
                                 Op::kSDiv};
constexpr Op kExtended[] = {Op::kIAddCarry, Op::kISubBorrow, Op::kUMulExtended,
                            Op::kSMulExtended};

constexpr Signature kSignatures[] = {
    {.ops = kSNegate,
     .result = {.shape = kFlatOrMatrix, .component = tt::kInt},
     .result_rule = &R("arith.snegate.result-type"),
     .operands = {.shape = kFlatOrMatrix, .component = tt::kInt},
     .operand_rule = &R("arith.snegate.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("arith.snegate.component-count")},
    {.ops = kSNegate,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("arith.snegate.component-width")},

    {.ops = kFNegate,
     .result = {.shape = kFlatOrMatrix, .component = tt::kFloat},
     .result_rule = &R("arith.fnegate.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.fnegate.operand-type")},

    {.ops = kInteger,
     .result = {.shape = kFlatOrMatrix, .component = tt::kInt},
     .result_rule = &R("arith.integer-binary.result-type"),
     .operands = {.shape = kFlatOrMatrix, .component = tt::kInt},
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
     .result = {.shape = kFlatOrMatrix, .component = tt::kFloat},
     .result_rule = &R("arith.float-binary.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.float-binary.operand-type")},
    {.ops = kFloatNoMatrix,
     .result = {.shape = kFlat},
     .result_rule = &R("arith.float-binary.result-type")},

    {.ops = kUnsigned,
     .result = {.shape = kFlatOrMatrix, .component = tt::kInt},
     .result_rule = &R("arith.unsigned-binary.result-type")},
    {.ops = kUnsignedNoMatrix,
     .result = {.shape = kFlat},
     .result_rule = &R("arith.unsigned-binary.result-type")},
    {.ops = kUnsigned,
     .result = {.never = tt::kSigned},
     .result_rule = &R("arith.unsigned-binary.result-signedness"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.unsigned-binary.operand-type")},

    {.ops = kFma,
     .result = {.shape = kFlat, .component = tt::kFloat},
     .result_rule = &R("arith.fma.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.fma.operand-type")},

    {.ops = kAllFloat,
     .result = {.never = tt::kOtherEncoding},
     .result_rule = &R("arith.float.encoding")},
};

// Whether two <id>s may stand for the same number: specialization decides
// about some.
bool MayBeEqual(const CheckContext& c, Id a, Id b) {
  if (a == b) return true;
  const ScalarConstant left = c.context().constants().Scalar(a);
  const ScalarConstant right = c.context().constants().Scalar(b);
  return !left.fixed() || !right.fixed() || left.value == right.value;
}

// Scope, rows, columns and use (which the type of SPV_NV_cooperative_matrix
// lacks) of an operand are those of the result.
void CheckMatrixShape(const CheckContext& c) {
  if (!c.result_type().Is(tt::kCooperativeMatrix) ||
      c.result_type().traits == tt::kPoisoned) {
    return;
  }
  const Id result_type = c.inst().result_type();
  const Inst result = c.module().inst(c.module().def(result_type));
  for (uint32_t o = 2; o < c.inst().operand_count(); ++o) {
    const Id type = c.type_of(o);
    const TypeInfo& info = c.operand_type(o);
    if (type == result_type || info.traits == 0 ||
        info.traits == tt::kPoisoned) {
      continue;
    }
    const Inst operand = c.module().inst(c.module().def(type));
    bool same = operand.op() == result.op();
    for (uint32_t w = 3; same && w < result.word_count(); ++w) {
      same = MayBeEqual(c, Id(operand.word(w)), Id(result.word(w)));
    }
    if (same) continue;
    ReportTypes(c, R("arith.cooperative-matrix.operand-shape"), o, type,
                result_type);
    return;
  }
}

// Matrices of SPV_NV_cooperative_matrix have no product component by
// component.
void CheckMultiply(const CheckContext& c) {
  if (!c.result_type().Is(tt::kCooperativeMatrix) ||
      c.result_type().traits == tt::kPoisoned) {
    return;
  }
  const Id type = c.inst().result_type();
  if (c.module().record(c.module().def(type)).op !=
      Op::kTypeCooperativeMatrixNV) {
    return;
  }
  const Rule& rule = c.inst().op() == Op::kIMul
                         ? R("arith.integer-binary.result-type")
                         : R("arith.float-binary.result-type");
  ReportType(c, rule, 0, type);
  c.PoisonResult();
}

// The result type of an instruction with two results; kNoId if it is wrong.
Id MemberType(const CheckContext& c) {
  const Id type = c.inst().result_type();
  const TypeInfo& info = c.result_type();
  if (info.traits == 0 || info.traits == tt::kPoisoned) return kNoId;
  if (!info.Is(tt::kStruct)) {
    ReportType(c, R("arith.extended.result-struct"), 0, type);
    return kNoId;
  }
  if (info.count != 2) {
    c.Report(R("arith.extended.member-count"), 0, {info.count});
    return kNoId;
  }
  const Inst declaration = c.module().inst(c.module().def(type));
  const Id first(declaration.word(2));
  const Id second(declaration.word(3));
  if (first != second) {
    ReportTypes(c, R("arith.extended.members-same-type"), 0, first, second);
    return kNoId;
  }
  const TypeInfo& member = c.context().types().Get(first);
  if (member.traits == 0 || member.traits == tt::kPoisoned) return kNoId;
  if (!member.Is(kFlat) || !member.Is(tt::kInt)) {
    ReportType(c, R("arith.extended.member-type"), 0, first);
    return kNoId;
  }
  if (c.inst().op() != Op::kSMulExtended && member.Is(tt::kSigned)) {
    ReportType(c, R("arith.extended.member-unsigned"), 0, first);
    return kNoId;
  }
  return first;
}

void CheckExtended(const CheckContext& c) {
  const Id member = MemberType(c);
  if (member == kNoId) return c.PoisonResult();
  for (uint32_t o = 2; o < 4; ++o) {
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

extern constinit const Family kArithmetic = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

// Products, reductions and operations per element of cooperative matrices
// (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix,
// SPV_NV_cooperative_matrix2).
//
// Sizes, scopes and uses are <id>s of constants.  Two of them conflict if both
// values are fixed and differ; specialization decides about others.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

namespace muladd = grammar::operand::CooperativeMatrixMulAddKHR;
namespace reduce = grammar::operand::CooperativeMatrixReduceEXT;
namespace per_element = grammar::operand::CooperativeMatrixPerElementOpEXT;
namespace length = grammar::operand::CooperativeMatrixLengthKHR;
namespace function_type = grammar::operand::TypeFunction;

constexpr char kMulAdd[] = "SPV_KHR_cooperative_matrix";
constexpr char kMatrix2[] = "SPV_NV_cooperative_matrix2";

constexpr RuleTable R({
    {"cooperative.length.result-type", kMulAdd,
     "the result type must be an unsigned 32-bit integer scalar, not {0}"},
    {"cooperative.length.matrix-type", kMulAdd,
     "operand Type must be a cooperative matrix type, but {0} is not"},
    {"cooperative.muladd.result-type", kMulAdd,
     "the result type must be a cooperative matrix type, not {0}"},
    {"cooperative.muladd.operand-type", kMulAdd,
     "the operands must be cooperative matrices, not {0}"},
    {"cooperative.muladd.scope", kMulAdd,
     "the operand, of type {0}, must have the scope of the result, of type "
     "{1}"},
    {"cooperative.muladd.use", kMulAdd,
     "the matrix, of type {0}, must have use {1}"},
    {"cooperative.muladd.dimensions", kMulAdd,
     "with A M by K, B K by N, and C and the result M by N, {0} and {1} must "
     "have the same {2}"},
    {"cooperative.muladd.signed-operand-integer", kMulAdd,
     "{0} requires integer components, but the matrix is of type {1}"},
    {"cooperative.reduce.matrix-type", kMatrix2,
     "operand Matrix must be a cooperative matrix with the component type, "
     "scope and use of the result, of type {1}, not {0}"},
    {"cooperative.reduce.use-accumulator", kMatrix2,
     "operand Matrix must have use MatrixAccumulatorKHR, but {0} does not"},
    {"cooperative.reduce.mask", kMatrix2,
     "operand Reduce must be Row, Column, Row | Column, or 2x2"},
    {"cooperative.reduce.dimensions", kMatrix2,
     "{2}: the result has type {0}, Matrix {1}"},
    {"cooperative.reduce.function", kMatrix2,
     "operand CombineFunc must return the component type of Matrix, {0}, and "
     "take two parameters of it"},
    {"cooperative.per-element.matrix-type", kMatrix2,
     "operand Matrix must be a cooperative matrix of the type of the result, "
     "{1}, not {0}"},
    {"cooperative.per-element.function", kMatrix2,
     "operand Func must return the component type of Matrix, {0}, and take two "
     "32-bit integers and a component"},
    {"cooperative.per-element.operand-count", kMatrix2,
     "operand Func has {0} parameter{0s}, but gets {1} argument{1s}"},
    {"cooperative.per-element.operand-type", kMatrix2,
     "the operand must have the type of Func's parameter, {1}, or be a matrix "
     "of the shape of Matrix with such components, not {0}"},
});

// Operands of the type instructions; types of SPV_NV_cooperative_matrix have
// no use.
using grammar::operand::TypeCooperativeMatrixKHR::kColumns;
using grammar::operand::TypeCooperativeMatrixKHR::kRows;
using grammar::operand::TypeCooperativeMatrixKHR::kScope;
using grammar::operand::TypeCooperativeMatrixKHR::kUse;

ScalarConstant Value(const CheckContext& c, Id type, OperandIndex operand) {
  const Inst inst = c.module().inst(c.module().def(type));
  if (operand >= inst.operand_count()) return {};
  return c.context().constants().Scalar(inst.id(operand));
}

// Whether an operand of one type may be `factor` times an operand of another.
bool MayBeEqual(const CheckContext& c, Id a, OperandIndex a_operand, Id b,
                OperandIndex b_operand, int64_t factor = 1) {
  const ScalarConstant left = Value(c, a, a_operand);
  const ScalarConstant right = Value(c, b, b_operand);
  return !left.fixed() || !right.fixed() ||
         (left.value >= 0 && left.value <= UINT32_MAX &&
          left.value * factor == right.value);
}
// The same operand of both types.
bool MayAgree(const CheckContext& c, Id a, Id b, OperandIndex operand) {
  return MayBeEqual(c, a, operand, b, operand);
}

bool IsMatrix(const CheckContext& c, Id type) {
  return c.context().types().Get(type).Is(tt::kCooperativeMatrix);
}

// A property that two of the types must share.
struct Agreement {
  uint8_t a;
  OperandIndex a_operand;
  uint8_t b;
  OperandIndex b_operand;
  const char* what;
};
constexpr uint8_t kA = 0, kB = 1, kC = 2, kResult = 3;
constexpr Agreement kAgreements[] = {
    {kA, kRows, kResult, kRows, "M"},
    {kC, kRows, kResult, kRows, "M"},
    {kB, kColumns, kResult, kColumns, "N"},
    {kC, kColumns, kResult, kColumns, "N"},
    {kA, kColumns, kB, kRows, "K"},
};
constexpr absl::string_view kUses[] = {
    "MatrixAKHR", "MatrixBKHR", "MatrixAccumulatorKHR", "MatrixAccumulatorKHR"};
constexpr int64_t kUseValues[] = {0, 1, 2, 2};

// The operand of a matrix of the product.
OperandIndex OperandOf(uint32_t matrix) {
  return matrix == kResult ? muladd::kResultType : muladd::kA + matrix;
}

bool CheckUses(const CheckContext& c, const Id (&types)[4]) {
  for (uint32_t m = 0; m < 4; ++m) {
    const ScalarConstant use = Value(c, types[m], kUse);
    if (!use.fixed() || use.value == kUseValues[m]) continue;
    c.Report(R("cooperative.muladd.use"), OperandOf(m),
             {Arg::Type(types[m]), kUses[m]});
    return false;
  }
  return true;
}

// The bits of the operands tell which of the matrices are signed, in order.
void CheckSigned(const CheckContext& c, const Id (&types)[4]) {
  const auto operands = c.inst().Find(muladd::kCooperativeMatrixOperands);
  if (!operands) return;
  const uint32_t bits = c.inst().operand_word(*operands);
  for (uint32_t m = 0; m < 4; ++m) {
    const uint32_t bit = bits & (1u << m);
    const TypeInfo& type = c.context().types().Get(types[m]);
    if (bit == 0 || type.Is(tt::kInt)) continue;
    c.Report(R("cooperative.muladd.signed-operand-integer"), *operands,
             {Arg::Enumerant(Kind::kCooperativeMatrixOperands, bit),
              Arg::Type(types[m])});
    return;
  }
}

void CheckMulAdd(const CheckContext& c) {
  const Id result = c.inst().result_type();
  if (c.result_type().unknown()) return;
  if (!IsMatrix(c, result)) {
    c.Report(R("cooperative.muladd.result-type"), 0, {Arg::Type(result)});
    return c.PoisonResult();
  }
  const Id types[4] = {c.type_of(muladd::kA), c.type_of(muladd::kB),
                       c.type_of(muladd::kC), result};
  for (uint32_t m = 0; m < 3; ++m) {
    if (c.context().types().Get(types[m]).unknown()) return;
    if (IsMatrix(c, types[m])) continue;
    c.Report(R("cooperative.muladd.operand-type"), OperandOf(m),
             {Arg::Type(types[m])});
    return;
  }
  if (!CheckUses(c, types)) return;
  for (uint32_t m = 0; m < 3; ++m) {
    if (MayAgree(c, types[m], result, kScope)) continue;
    c.Report(R("cooperative.muladd.scope"), OperandOf(m),
             {Arg::Type(types[m]), Arg::Type(result)});
    return;
  }
  CheckSigned(c, types);
  for (const Agreement& g : kAgreements) {
    if (MayBeEqual(c, types[g.a], g.a_operand, types[g.b], g.b_operand)) {
      continue;
    }
    c.Report(R("cooperative.muladd.dimensions"), OperandOf(g.a),
             {Arg::Type(types[g.a]), Arg::Type(types[g.b]), g.what});
    return;
  }
}

// The error in the size of a reduction's result; empty if there is none.
absl::string_view WrongSize(const CheckContext& c, Id result, Id matrix,
                            uint32_t reduce) {
  using grammar::CooperativeMatrixReduce;
  const auto is = [reduce](CooperativeMatrixReduce mask) {
    return reduce == static_cast<uint32_t>(mask);
  };
  if (is(CooperativeMatrixReduce::kRow) &&
      !MayAgree(c, result, matrix, kRows)) {
    return "a reduction of rows keeps their number";
  }
  if (is(CooperativeMatrixReduce::kColumn) &&
      !MayAgree(c, result, matrix, kColumns)) {
    return "a reduction of columns keeps their number";
  }
  if (is(CooperativeMatrixReduce::k2x2) &&
      (!MayBeEqual(c, result, kRows, matrix, kRows, 2) ||
       !MayBeEqual(c, result, kColumns, matrix, kColumns, 2))) {
    return "a reduction of 2x2 halves rows and columns";
  }
  return "";
}

// A parameter of a function type.
Id Parameter(const Inst& function, uint32_t n) {
  return function.id(function_type::kParameterTypes + n);
}
uint32_t ParameterCount(const Inst& function) {
  return function.operand_count() - function_type::kParameterTypes.value;
}

// Row, Column, both of them, and 2x2.
constexpr auto kLastReduce =
    static_cast<uint32_t>(grammar::CooperativeMatrixReduce::k2x2);

void CheckReduce(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id matrix = c.type_of(reduce::kMatrix);
  if (c.result_type().unknown() || c.operand_type(reduce::kMatrix).unknown()) {
    return;
  }
  if (!IsMatrix(c, result) || !IsMatrix(c, matrix) ||
      c.result_type().element != c.operand_type(reduce::kMatrix).element ||
      !MayAgree(c, result, matrix, kScope) ||
      !MayAgree(c, result, matrix, kUse)) {
    c.Report(R("cooperative.reduce.matrix-type"), reduce::kMatrix,
             {Arg::Type(matrix), Arg::Type(result)});
    return c.PoisonResult();
  }
  const ScalarConstant use = Value(c, matrix, kUse);
  if (use.fixed() && use.value != kUseValues[kResult]) {
    c.Report(R("cooperative.reduce.use-accumulator"), reduce::kMatrix,
             {Arg::Type(matrix)});
    return c.PoisonResult();
  }
  const uint32_t mask = c.inst().operand_word(reduce::kReduce);
  if (mask == 0 || mask > kLastReduce) {
    c.Report(R("cooperative.reduce.mask"), reduce::kReduce);
    return;
  }
  const absl::string_view wrong = WrongSize(c, result, matrix, mask);
  if (!wrong.empty()) {
    c.Report(R("cooperative.reduce.dimensions"), 0,
             {Arg::Type(result), Arg::Type(matrix), wrong});
    return c.PoisonResult();
  }
  const InstIndex type =
      FunctionTypeOf(c.module(), c.inst().id(reduce::kCombineFunc));
  if (type == kNoInst) return;
  const Inst function = c.module().inst(type);
  const Id component = c.operand_type(reduce::kMatrix).element;
  if (ParameterCount(function) != 2 ||
      function.id(function_type::kReturnType) != component ||
      Parameter(function, 0) != component ||
      Parameter(function, 1) != component) {
    c.Report(R("cooperative.reduce.function"), reduce::kCombineFunc,
             {Arg::Type(component)});
  }
}

// Whether an operand may be passed, whole or element by element.
bool IsPassable(const CheckContext& c, Id type, Id parameter, Id matrix) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return true;
  if (!info.Is(tt::kCooperativeMatrix)) return type == parameter;
  if (info.element != parameter ||
      c.module().record(c.module().def(type)).op !=
          c.module().record(c.module().def(matrix)).op) {
    return false;
  }
  for (OperandIndex o = kScope; o <= kUse; ++o) {
    if (!MayAgree(c, type, matrix, o)) return false;
  }
  return true;
}

void CheckPerElement(const CheckContext& c) {
  constexpr uint32_t kOwnParameters = 3;  // row, column, component
  const Id matrix = c.type_of(per_element::kMatrix);
  const TypeInfo& info = c.operand_type(per_element::kMatrix);
  if (c.result_type().unknown() || info.unknown()) return;
  if (!IsMatrix(c, matrix) || matrix != c.inst().result_type()) {
    c.Report(R("cooperative.per-element.matrix-type"), per_element::kMatrix,
             {Arg::Type(matrix), Arg::Type(c.inst().result_type())});
    return c.PoisonResult();
  }
  const InstIndex type =
      FunctionTypeOf(c.module(), c.inst().id(per_element::kFunc));
  if (type == kNoInst) return;
  const Inst function = c.module().inst(type);
  const uint32_t parameters = ParameterCount(function);
  if (parameters < kOwnParameters ||
      function.id(function_type::kReturnType) != info.element ||
      !Fits(c.context(), kInt32, Parameter(function, 0)) ||
      !Fits(c.context(), kInt32, Parameter(function, 1)) ||
      Parameter(function, 2) != info.element) {
    c.Report(R("cooperative.per-element.function"), per_element::kFunc,
             {Arg::Type(info.element)});
    return;
  }
  constexpr auto kFirst = per_element::kOperands;
  const uint32_t arguments =
      c.inst().operand_count() - kFirst.value + kOwnParameters;
  if (parameters != arguments) {
    c.Report(R("cooperative.per-element.operand-count"), per_element::kFunc,
             {parameters, arguments});
    return;
  }
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    const Id parameter = Parameter(function, o - kFirst + kOwnParameters);
    if (IsPassable(c, c.type_of(o), parameter, matrix)) continue;
    c.Report(R("cooperative.per-element.operand-type"), o,
             {Arg::Type(c.type_of(o)), Arg::Type(parameter)});
    return;
  }
}

void CheckLength(const CheckContext& c) {
  const Id type = c.inst().id(length::kType);
  if (c.module().def(type) == kNoInst || IsMatrix(c, type)) return;
  c.Report(R("cooperative.length.matrix-type"), length::kType, {type});
  c.PoisonResult();
}

constexpr Op kLengths[] = {Op::kCooperativeMatrixLengthKHR,
                           Op::kCooperativeMatrixLengthNV};
constexpr Op kProducts[] = {Op::kCooperativeMatrixMulAddKHR,
                            Op::kCooperativeMatrixMulAddNV};

constexpr Signature kSignatures[] = {
    {.ops = kLengths,
     .result = {.shape = tt::kScalar,
                .component = tt::kInt,
                .never = tt::kSigned,
                .width = 32},
     .result_rule = &R("cooperative.length.result-type")},
};
static_assert(AllHave(kLengths, length::kType));
static_assert(AllHave(kProducts, muladd::kA, muladd::kB, muladd::kC));
constexpr Check kChecks[] = {
    {kLengths, CheckLength},
    {kProducts, CheckMulAdd},
    {Op::kCooperativeMatrixReduceNV, CheckReduce},
    {Op::kCooperativeMatrixPerElementOpNV, CheckPerElement}};

}  // namespace

extern constinit const Family kCooperativeMatrix(R, kChecks, kSignatures);

}  // namespace plumb

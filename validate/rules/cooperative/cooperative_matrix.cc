// Products, reductions and operations per element of cooperative matrices
// (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix,
// SPV_NV_cooperative_matrix2).
//
// Sizes, scopes and uses are <id>s of constants.  Two of them disagree if both
// values are known for good and differ: specialization decides about others.
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr char kMulAdd[] = "SPV_KHR_cooperative_matrix";
constexpr char kMatrix2[] = "SPV_NV_cooperative_matrix2";

constexpr RuleTable R({
    {"cooperative.length.result-type", kMulAdd,
     "the result type must be a 32-bit integer scalar of signedness 0, not "
     "{0}"},
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
     "the matrix, of type {0}, must have the use {1}"},
    {"cooperative.muladd.dimensions", kMulAdd,
     "with A of M by K, B of K by N, C and the result of M by N components, "
     "{0} and {1} do not have the same {2}"},
    {"cooperative.reduce.matrix-type", kMatrix2,
     "operand Matrix must be a cooperative matrix with the component type, "
     "scope and "
     "use of the result, of type {1}, not {0}"},
    {"cooperative.reduce.mask", kMatrix2,
     "operand Reduce must be Row, Column, both of them, or 2x2"},
    {"cooperative.reduce.dimensions", kMatrix2,
     "{2}: the result has type {0}, Matrix {1}"},
    {"cooperative.reduce.function", kMatrix2,
     "operand CombineFunc must return the component type of Matrix, {0}, and "
     "take two "
     "parameters of it"},
    {"cooperative.per-element.matrix-type", kMatrix2,
     "operand Matrix must be a cooperative matrix of the type of the result, "
     "{1}, not "
     "{0}"},
    {"cooperative.per-element.function", kMatrix2,
     "operand Func must return the component type of Matrix, {0}, and take two "
     "32-bit "
     "integers and a component"},
    {"cooperative.per-element.operand-count", kMatrix2,
     "operand Func takes {0} parameters, but gets {1} arguments"},
    {"cooperative.per-element.operand-type", kMatrix2,
     "the operand must have the type of Func's parameter, {1}, or be a matrix "
     "of the shape of Matrix with such components, not {0}"},
});

// Words of the type instructions.
constexpr uint32_t kComponent = 2, kScope = 3, kRows = 4, kColumns = 5,
                   kUse = 6;

bool Unknown(const TypeInfo& info) {
  return info.traits == 0 || info.traits == tt::kPoisoned;
}

ScalarConstant Value(const CheckContext& c, Id type, uint32_t word) {
  const Inst inst = c.module().inst(c.module().def(type));
  if (word >= inst.word_count()) return {};
  return c.context().constants().Scalar(Id(inst.word(word)));
}

// Whether a word of a type and one of another may stand for `factor` times the
// same number.
bool MayBeEqual(const CheckContext& c, Id a, uint32_t a_word, Id b,
                uint32_t b_word, int64_t factor = 1) {
  const ScalarConstant left = Value(c, a, a_word);
  const ScalarConstant right = Value(c, b, b_word);
  return !left.fixed() || !right.fixed() ||
         (left.value >= 0 && left.value <= UINT32_MAX &&
          left.value * factor == right.value);
}

bool IsMatrix(const CheckContext& c, Id type) {
  return c.context().types().Get(type).Is(tt::kCooperativeMatrix);
}

// What two of the types must have in common.
struct Agreement {
  uint8_t a, a_word, b, b_word;
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
int32_t OperandOf(uint32_t matrix) {
  return matrix == kResult ? 0 : matrix + 2;
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

void CheckMulAdd(const CheckContext& c) {
  const Id result = c.inst().result_type();
  if (Unknown(c.result_type())) return;
  if (!IsMatrix(c, result)) {
    c.Report(R("cooperative.muladd.result-type"), 0, {Arg::Type(result)});
    return c.PoisonResult();
  }
  const Id types[4] = {c.type_of(2), c.type_of(3), c.type_of(4), result};
  for (uint32_t m = 0; m < 3; ++m) {
    if (Unknown(c.context().types().Get(types[m]))) return;
    if (IsMatrix(c, types[m])) continue;
    c.Report(R("cooperative.muladd.operand-type"), OperandOf(m),
             {Arg::Type(types[m])});
    return;
  }
  if (!CheckUses(c, types)) return;
  for (uint32_t m = 0; m < 3; ++m) {
    if (MayBeEqual(c, types[m], kScope, result, kScope)) continue;
    c.Report(R("cooperative.muladd.scope"), OperandOf(m),
             {Arg::Type(types[m]), Arg::Type(result)});
    return;
  }
  for (const Agreement& g : kAgreements) {
    if (MayBeEqual(c, types[g.a], g.a_word, types[g.b], g.b_word)) continue;
    c.Report(R("cooperative.muladd.dimensions"), OperandOf(g.a),
             {Arg::Type(types[g.a]), Arg::Type(types[g.b]), g.what});
    return;
  }
}

// What is wrong with the sizes of a reduction's result; empty if nothing is.
absl::string_view WrongSize(const CheckContext& c, Id result, Id matrix,
                            uint32_t reduce) {
  using grammar::CooperativeMatrixReduce;
  const auto is = [reduce](CooperativeMatrixReduce mask) {
    return reduce == static_cast<uint32_t>(mask);
  };
  if (is(CooperativeMatrixReduce::kRow) &&
      !MayBeEqual(c, result, kRows, matrix, kRows)) {
    return "a reduction of rows keeps their number";
  }
  if (is(CooperativeMatrixReduce::kColumn) &&
      !MayBeEqual(c, result, kColumns, matrix, kColumns)) {
    return "a reduction of columns keeps their number";
  }
  if (is(CooperativeMatrixReduce::k2x2) &&
      (!MayBeEqual(c, result, kRows, matrix, kRows, 2) ||
       !MayBeEqual(c, result, kColumns, matrix, kColumns, 2))) {
    return "a reduction of 2x2 halves rows and columns";
  }
  return "";
}

// The type of a function; its words from 2 on are the return type and the
// parameters.  kNoInst if `id` is no function.
InstIndex FunctionType(const CheckContext& c, Id id) {
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || c.module().record(def).op != Op::kFunction) {
    return kNoInst;
  }
  const InstIndex type = c.module().def(Id(c.module().inst(def).word(4)));
  if (type == kNoInst || c.module().record(type).op != Op::kTypeFunction) {
    return kNoInst;
  }
  return type;
}

void CheckReduce(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const Id matrix = c.type_of(2);
  if (Unknown(c.result_type()) || Unknown(c.operand_type(2))) return;
  if (!IsMatrix(c, result) || !IsMatrix(c, matrix) ||
      c.result_type().element != c.operand_type(2).element ||
      !MayBeEqual(c, result, kScope, matrix, kScope) ||
      !MayBeEqual(c, result, kUse, matrix, kUse)) {
    c.Report(R("cooperative.reduce.matrix-type"), 2,
             {Arg::Type(matrix), Arg::Type(result)});
    return c.PoisonResult();
  }
  const uint32_t reduce = c.inst().operand_word(3);
  if (reduce == 0 || reduce > 4) {
    c.Report(R("cooperative.reduce.mask"), 3);
    return;
  }
  const absl::string_view wrong = WrongSize(c, result, matrix, reduce);
  if (!wrong.empty()) {
    c.Report(R("cooperative.reduce.dimensions"), 0,
             {Arg::Type(result), Arg::Type(matrix), wrong});
    return c.PoisonResult();
  }
  const InstIndex type = FunctionType(c, c.inst().id(4));
  if (type == kNoInst) return;
  const Inst function = c.module().inst(type);
  const uint32_t component = c.operand_type(2).element.value;
  if (function.word_count() != 5 || function.word(2) != component ||
      function.word(3) != component || function.word(4) != component) {
    c.Report(R("cooperative.reduce.function"), 4,
             {Arg::Type(c.operand_type(2).element)});
  }
}

bool IsInt32(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  return Unknown(info) ||
         (info.IsAll(tt::kScalar | tt::kInt) && info.width == 32);
}

// Whether an operand may be passed, whole or element by element.
bool IsPassable(const CheckContext& c, Id type, Id parameter, Id matrix) {
  const TypeInfo& info = c.context().types().Get(type);
  if (Unknown(info)) return true;
  if (!info.Is(tt::kCooperativeMatrix)) return type == parameter;
  if (info.element != parameter ||
      c.module().record(c.module().def(type)).op !=
          c.module().record(c.module().def(matrix)).op) {
    return false;
  }
  for (uint32_t word = kScope; word <= kUse; ++word) {
    if (!MayBeEqual(c, type, word, matrix, word)) return false;
  }
  return true;
}

void CheckPerElement(const CheckContext& c) {
  const Id matrix = c.type_of(2);
  const TypeInfo& info = c.operand_type(2);
  if (Unknown(c.result_type()) || Unknown(info)) return;
  if (!IsMatrix(c, matrix) || matrix != c.inst().result_type()) {
    c.Report(R("cooperative.per-element.matrix-type"), 2,
             {Arg::Type(matrix), Arg::Type(c.inst().result_type())});
    return c.PoisonResult();
  }
  const InstIndex type = FunctionType(c, c.inst().id(3));
  if (type == kNoInst) return;
  const Inst function = c.module().inst(type);
  if (function.word_count() < 6 || Id(function.word(2)) != info.element ||
      !IsInt32(c, Id(function.word(3))) || !IsInt32(c, Id(function.word(4))) ||
      Id(function.word(5)) != info.element) {
    c.Report(R("cooperative.per-element.function"), 3,
             {Arg::Type(info.element)});
    return;
  }
  const uint32_t parameters = function.word_count() - 3;
  const uint32_t arguments = c.inst().operand_count() - 4 + 3;
  if (parameters != arguments) {
    c.Report(R("cooperative.per-element.operand-count"), 3,
             {parameters, arguments});
    return;
  }
  for (uint32_t o = 4; o < c.inst().operand_count(); ++o) {
    const Id parameter(function.word(o + 2));
    if (IsPassable(c, c.type_of(o), parameter, matrix)) continue;
    c.Report(R("cooperative.per-element.operand-type"), o,
             {Arg::Type(c.type_of(o)), Arg::Type(parameter)});
    return;
  }
}

void CheckLength(const CheckContext& c) {
  constexpr uint32_t kType = 2;
  const Id type = c.inst().id(kType);
  if (c.module().def(type) == kNoInst || IsMatrix(c, type)) return;
  c.Report(R("cooperative.length.matrix-type"), kType, {type});
  c.PoisonResult();
}

constexpr Op kLengths[] = {Op::kCooperativeMatrixLengthKHR,
                           Op::kCooperativeMatrixLengthNV};
constexpr Op kProducts[] = {Op::kCooperativeMatrixMulAddKHR,
                            Op::kCooperativeMatrixMulAddNV};
constexpr Op kReductions[] = {Op::kCooperativeMatrixReduceNV};
constexpr Op kPerElement[] = {Op::kCooperativeMatrixPerElementOpNV};

constexpr Signature kSignatures[] = {
    {.ops = kLengths,
     .result = {.shape = tt::kScalar,
                .component = tt::kInt,
                .never = tt::kSigned,
                .width = 32},
     .result_rule = &R("cooperative.length.result-type")},
};
constexpr Check kChecks[] = {{kLengths, CheckLength},
                             {kProducts, CheckMulAdd},
                             {kReductions, CheckReduce},
                             {kPerElement, CheckPerElement}};

}  // namespace

extern constinit const Family kCooperativeMatrix = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

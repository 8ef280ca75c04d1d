// Products of vectors and matrices (section 3.3.13).
//
// A matrix is a vector of columns: its row count is the component count of its
// column type.  Each operand is compared with the result first, then the
// dimension along which a product sums is compared with the other operand.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"arith.vectortimesscalar.result-type", "3.3.13",
     "the result type must be a vector of floating-point numbers, not {0}"},
    {"arith.vectortimesscalar.vector-type", "3.3.13",
     "operand Vector must have the type of the result, {1}, not {0}"},
    {"arith.vectortimesscalar.scalar-type", "3.3.13",
     "operand Scalar must have the type of the result's components, {1}, not "
     "{0}"},
    {"arith.matrixtimesscalar.result-type", "3.3.13",
     "the result type must be a matrix, not {0}"},
    {"arith.matrixtimesscalar.matrix-type", "3.3.13",
     "operand Matrix must have the type of the result, {1}, not {0}"},
    {"arith.matrixtimesscalar.scalar-type", "3.3.13",
     "operand Scalar must have the type of the result's components, {1}, not "
     "{0}"},
    {"arith.vectortimesmatrix.result-type", "3.3.13",
     "the result type must be a vector of floating-point numbers, not {0}"},
    {"arith.vectortimesmatrix.vector-type", "3.3.13",
     "operand Vector must be a vector with the component type of the result, "
     "{1}, not {0}"},
    {"arith.vectortimesmatrix.vector-count", "3.3.13",
     "operand Vector, of type {0}, must have as many components as Matrix, of "
     "type {1}, has rows"},
    {"arith.vectortimesmatrix.matrix-type", "3.3.13",
     "operand Matrix must be a matrix with the component type of the result, "
     "{1}, not {0}"},
    {"arith.vectortimesmatrix.matrix-columns", "3.3.13",
     "operand Matrix, of type {0}, must have as many columns as the result, of "
     "type {1}, has components"},
    {"arith.matrixtimesvector.result-type", "3.3.13",
     "the result type must be a vector of floating-point numbers, not {0}"},
    {"arith.matrixtimesvector.matrix-type", "3.3.13",
     "operand Matrix must be a matrix with columns of the type of the result, "
     "{1}, not {0}"},
    {"arith.matrixtimesvector.vector-type", "3.3.13",
     "operand Vector must be a vector with the component type of the result, "
     "{1}, not {0}"},
    {"arith.matrixtimesvector.vector-count", "3.3.13",
     "operand Vector, of type {0}, must have as many components as Matrix, of "
     "type {1}, has columns"},
    {"arith.matrixtimesmatrix.result-type", "3.3.13",
     "the result type must be a matrix, not {0}"},
    {"arith.matrixtimesmatrix.left-type", "3.3.13",
     "operand LeftMatrix must be a matrix with the column type of the result, "
     "{1}, not {0}"},
    {"arith.matrixtimesmatrix.right-type", "3.3.13",
     "operand RightMatrix must be a matrix with the component type of the "
     "result, {1}, not {0}"},
    {"arith.matrixtimesmatrix.right-columns", "3.3.13",
     "operand RightMatrix, of type {0}, must have as many columns as the "
     "result, of type {1}"},
    {"arith.matrixtimesmatrix.right-rows", "3.3.13",
     "operand RightMatrix, of type {0}, must have as many rows as LeftMatrix, "
     "of type {1}, has columns"},
    {"arith.outerproduct.result-type", "3.3.13",
     "the result type must be a matrix, not {0}"},
    {"arith.outerproduct.vector1-type", "3.3.13",
     "operand Vector 1 must have the column type of the result, {1}, not {0}"},
    {"arith.outerproduct.vector2-type", "3.3.13",
     "operand Vector 2 must be a vector with the component type of the result, "
     "{1}, not {0}"},
    {"arith.outerproduct.vector2-count", "3.3.13",
     "operand Vector 2, of type {0}, must have as many components as the "
     "result, of type {1}, has columns"},
    {"arith.dot.result-type", "3.3.13",
     "the result type must be a floating-point scalar, not {0}"},
    {"arith.dot.operands-vectors", "3.3.13",
     "the operands must be vectors, not {0}"},
    {"arith.dot.component-type", "3.3.13",
     "the components of the vectors, of type {0}, must have the type of the "
     "result, {1}"},
    {"arith.dot.operands-same-type", "3.3.13",
     "operand Vector 2 must have the type of Vector 1, {1}, not {0}"},
    {"arith.dot.encoding", "SPV_KHR_bfloat16, SPV_EXT_float8",
     "OpDot on {0} requires the IEEE 754 encoding, or encoding BFloat16KHR and "
     "capability BFloat16DotProductKHR"},
    {"arith.product.encoding", "SPV_KHR_bfloat16, SPV_EXT_float8",
     "products are defined only for floating-point types with the IEEE 754 "
     "encoding, not for {0}"},
});

constexpr Op kProducts[] = {Op::kVectorTimesScalar, Op::kMatrixTimesScalar,
                            Op::kVectorTimesMatrix, Op::kMatrixTimesVector,
                            Op::kMatrixTimesMatrix, Op::kOuterProduct};

constexpr TypePattern kVector = Vector(tt::kFloat);
constexpr TypePattern kMatrix = {.shape = tt::kMatrix};

constexpr Signature kSignatures[] = {
    {.ops = Op::kVectorTimesScalar,
     .result = kVector,
     .result_rule = &R("arith.vectortimesscalar.result-type"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.vectortimesscalar.vector-type")},
    {.ops = Op::kMatrixTimesScalar,
     .result = {.shape = tt::kMatrix | tt::kCooperativeMatrix},
     .result_rule = &R("arith.matrixtimesscalar.result-type"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.matrixtimesscalar.matrix-type")},
    {.ops = Op::kVectorTimesMatrix,
     .result = kVector,
     .result_rule = &R("arith.vectortimesmatrix.result-type")},
    {.ops = Op::kMatrixTimesVector,
     .result = kVector,
     .result_rule = &R("arith.matrixtimesvector.result-type")},
    {.ops = Op::kMatrixTimesMatrix,
     .result = kMatrix,
     .result_rule = &R("arith.matrixtimesmatrix.result-type")},
    {.ops = Op::kOuterProduct,
     .result = kMatrix,
     .result_rule = &R("arith.outerproduct.result-type")},
    {.ops = Op::kDot,
     .result = Scalar(tt::kFloat),
     .result_rule = &R("arith.dot.result-type"),
     .operands = {.shape = tt::kVector},
     .operand_rule = &R("arith.dot.operands-vectors")},
    {.ops = kProducts,
     .result = {.never = tt::kOtherEncoding},
     .result_rule = &R("arith.product.encoding")},
};

// The type of the result or of an operand, and its dimensions.
struct Shape {
  OperandIndex at;
  Id type;
  const TypeInfo* info;
  Id component;  // type of a scalar in it
  uint32_t rows;
  bool unknown;  // not checked further

  bool Is(TypeTraits shape) const { return info->Is(shape); }
};

Shape ShapeOf(const CheckContext& c, OperandIndex at, Id type) {
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(type);
  Shape shape{at, type, &info, info.element, 1, info.unknown()};
  if (info.Is(tt::kMatrix) && !shape.unknown) {
    const TypeInfo& column = types.Get(info.element);
    shape.component = column.element;
    shape.rows = column.count;
    shape.unknown = column.poisoned();
  }
  return shape;
}

Shape Result(const CheckContext& c) {
  return ShapeOf(c, operand::Dot::kResultType, c.inst().result_type());
}
Shape Operand(const CheckContext& c, OperandIndex at) {
  return ShapeOf(c, at, c.type_of(at));
}

void Report(const CheckContext& c, const Rule& rule, const Shape& wrong,
            Id expected) {
  ReportTypes(c, rule, wrong.at, wrong.type, expected);
}

// Sizes that are <id>s are not compared here.
bool HaveSameCount(const Shape& a, uint32_t a_count, const Shape& b,
                   uint32_t b_count) {
  return ((a.info->traits | b.info->traits) & tt::kCountUnknown) != 0 ||
         a_count == b_count;
}

bool IsVectorOf(const Shape& shape, Id component) {
  return shape.Is(tt::kVector) && shape.info->element == component;
}

// In both instructions the scalar is the second operand.
void CheckScalar(const CheckContext& c, const Rule& rule) {
  const Shape result = Result(c);
  const Shape scalar = Operand(c, operand::MatrixTimesScalar::kScalar);
  if (result.unknown || scalar.unknown || scalar.type == result.component) {
    return;
  }
  Report(c, rule, scalar, result.component);
}
void CheckVectorTimesScalar(const CheckContext& c) {
  CheckScalar(c, R("arith.vectortimesscalar.scalar-type"));
}
void CheckMatrixTimesScalar(const CheckContext& c) {
  CheckScalar(c, R("arith.matrixtimesscalar.scalar-type"));
}

void CheckVectorTimesMatrix(const CheckContext& c) {
  namespace product = operand::VectorTimesMatrix;
  const Shape result = Result(c);
  const Shape vector = Operand(c, product::kVector);
  const Shape matrix = Operand(c, product::kMatrix);
  if (result.unknown || vector.unknown || matrix.unknown) return;
  if (!IsVectorOf(vector, result.component)) {
    Report(c, R("arith.vectortimesmatrix.vector-type"), vector,
           result.component);
  } else if (!matrix.Is(tt::kMatrix) || matrix.component != result.component) {
    Report(c, R("arith.vectortimesmatrix.matrix-type"), matrix,
           result.component);
  } else if (!HaveSameCount(matrix, matrix.info->count, result,
                            result.info->count)) {
    Report(c, R("arith.vectortimesmatrix.matrix-columns"), matrix, result.type);
  } else if (!HaveSameCount(vector, vector.info->count, matrix, matrix.rows)) {
    Report(c, R("arith.vectortimesmatrix.vector-count"), vector, matrix.type);
  }
}

void CheckMatrixTimesVector(const CheckContext& c) {
  namespace product = operand::MatrixTimesVector;
  const Shape result = Result(c);
  const Shape matrix = Operand(c, product::kMatrix);
  const Shape vector = Operand(c, product::kVector);
  if (result.unknown || vector.unknown || matrix.unknown) return;
  if (!matrix.Is(tt::kMatrix) || matrix.info->element != result.type) {
    Report(c, R("arith.matrixtimesvector.matrix-type"), matrix, result.type);
  } else if (!IsVectorOf(vector, result.component)) {
    Report(c, R("arith.matrixtimesvector.vector-type"), vector,
           result.component);
  } else if (!HaveSameCount(vector, vector.info->count, matrix,
                            matrix.info->count)) {
    Report(c, R("arith.matrixtimesvector.vector-count"), vector, matrix.type);
  }
}

void CheckMatrixTimesMatrix(const CheckContext& c) {
  namespace product = operand::MatrixTimesMatrix;
  const Shape result = Result(c);
  const Shape left = Operand(c, product::kLeftMatrix);
  const Shape right = Operand(c, product::kRightMatrix);
  if (result.unknown || left.unknown || right.unknown) return;
  if (!left.Is(tt::kMatrix) || left.info->element != result.info->element) {
    Report(c, R("arith.matrixtimesmatrix.left-type"), left,
           result.info->element);
  } else if (!right.Is(tt::kMatrix) || right.component != result.component) {
    Report(c, R("arith.matrixtimesmatrix.right-type"), right, result.component);
  } else if (right.info->count != result.info->count) {
    Report(c, R("arith.matrixtimesmatrix.right-columns"), right, result.type);
  } else if (right.rows != left.info->count) {
    Report(c, R("arith.matrixtimesmatrix.right-rows"), right, left.type);
  }
}

void CheckOuterProduct(const CheckContext& c) {
  namespace product = operand::OuterProduct;
  const Shape result = Result(c);
  const Shape first = Operand(c, product::kVector1);
  const Shape second = Operand(c, product::kVector2);
  if (result.unknown || first.unknown || second.unknown) return;
  if (first.type != result.info->element) {
    Report(c, R("arith.outerproduct.vector1-type"), first,
           result.info->element);
  } else if (!IsVectorOf(second, result.component)) {
    Report(c, R("arith.outerproduct.vector2-type"), second, result.component);
  } else if (!HaveSameCount(second, second.info->count, result,
                            result.info->count)) {
    Report(c, R("arith.outerproduct.vector2-count"), second, result.type);
  }
}

bool SupportsDotProduct(const CheckContext& c, const Shape& result) {
  return !result.Is(tt::kOtherEncoding) ||
         (c.context().Has(grammar::Capability::kBFloat16DotProductKHR) &&
          EncodingOf(c.context(), result.type) ==
              grammar::FPEncoding::kBFloat16KHR);
}

void CheckDot(const CheckContext& c) {
  namespace product = operand::Dot;
  const Shape result = Result(c);
  if (result.unknown) return;
  if (!SupportsDotProduct(c, result)) {
    ReportType(c, R("arith.dot.encoding"), product::kResultType, result.type);
    return c.PoisonResult();
  }
  for (const OperandIndex o : {product::kVector1, product::kVector2}) {
    const Shape vector = Operand(c, o);
    if (vector.unknown || vector.component == result.type) continue;
    Report(c, R("arith.dot.component-type"), vector, result.type);
    return;
  }
  const Shape first = Operand(c, product::kVector1);
  const Shape second = Operand(c, product::kVector2);
  if (!first.unknown && !second.unknown && first.type != second.type) {
    Report(c, R("arith.dot.operands-same-type"), second, first.type);
  }
}

constexpr Check kChecks[] = {{Op::kVectorTimesScalar, CheckVectorTimesScalar},
                             {Op::kMatrixTimesScalar, CheckMatrixTimesScalar},
                             {Op::kVectorTimesMatrix, CheckVectorTimesMatrix},
                             {Op::kMatrixTimesVector, CheckMatrixTimesVector},
                             {Op::kMatrixTimesMatrix, CheckMatrixTimesMatrix},
                             {Op::kOuterProduct, CheckOuterProduct},
                             {Op::kDot, CheckDot}};

}  // namespace

extern constinit const Family kLinearAlgebra(R, kChecks, kSignatures);

}  // namespace plumb

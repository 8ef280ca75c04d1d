// Instructions of GLSL.std.450 on whole vectors and matrices: lengths,
// products, refraction, determinants and inverses.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::GlslStd450;
namespace glsl = grammar::ext_operand::GlslStd450;

constexpr char kSection[] = "GLSL.std.450 2";
constexpr char kSquare[] = "operand x must be a square matrix, not {0}";

constexpr RuleTable R({
    {"extinst.glsl.length.operand-types", kSection,
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"extinst.glsl.length.result-type", kSection,
     "the result type, {1}, must be the component type of {2}, {0}"},
    {"extinst.glsl.distance.component-count", kSection,
     "operand p1, of type {0}, must have as many components as p0, of type "
     "{1}"},
    {"extinst.glsl.cross.operand-types", kSection,
     "{1} must be a vector of three floating-point numbers, not {0}"},
    {"extinst.glsl.cross.result-type", kSection,
     "{2}, of type {0}, must have the type of the result, {1}"},
    {"extinst.glsl.refract.operand-types", kSection,
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"extinst.glsl.refract.same-type", kSection,
     "{2} must have the type of the result, {1}, not {0}"},
    {"extinst.glsl.refract.eta-type", kSection,
     "operand eta must be a floating-point scalar, not {0}"},
    // Implementations accept every width.
    {"extinst.glsl.refract.component-type", kSection,
     "operand eta should have the component type of the result, {1}, not {0}",
     "", Severity::kWarning},
    {"extinst.glsl.determinant.operand-type", kSection, kSquare},
    {"extinst.glsl.determinant.result-type", kSection,
     "the result type must be the component type of operand x, {1}, not {0}"},
    {"extinst.glsl.matrixinverse.operand-type", kSection, kSquare},
    {"extinst.glsl.matrixinverse.result-type", kSection,
     "operand x must have the type of the result, {1}, not {0}"},
});

constexpr auto kLengthNumbers =
    NumbersOf({GlslStd450::kLength, GlslStd450::kDistance});
constexpr auto kDistanceNumbers = NumbersOf({GlslStd450::kDistance});
constexpr auto kCrossNumbers = NumbersOf({GlslStd450::kCross});
constexpr auto kRefractNumbers = NumbersOf({GlslStd450::kRefract});
constexpr auto kDeterminantNumbers = NumbersOf({GlslStd450::kDeterminant});
constexpr auto kInverseNumbers = NumbersOf({GlslStd450::kMatrixInverse});

constexpr ExtInstSet kSet = ExtInstSet::kGlslStd450;
constexpr Instructions kLengths = {kSet, kLengthNumbers};
constexpr Instructions kDistance = {kSet, kDistanceNumbers};
constexpr Instructions kCross = {kSet, kCrossNumbers};
constexpr Instructions kRefract = {kSet, kRefractNumbers};
constexpr Instructions kDeterminant = {kSet, kDeterminantNumbers};
constexpr Instructions kInverse = {kSet, kInverseNumbers};

constexpr TypePattern kFloat = ScalarOrVector(tt::kFloat);
constexpr TypePattern kMatrix = {.shape = tt::kMatrix};

constexpr Signature kSignatures[] = {
    {.ops = kLengths,
     .operands = kFloat,
     .operand_rule = &R("extinst.glsl.length.operand-types"),
     .first_operand = kFirstExtOperand},
    {.ops = kCross,
     .operands = Vector(tt::kFloat, 0, 3),
     .operand_rule = &R("extinst.glsl.cross.operand-types"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.glsl.cross.result-type")},
    {.ops = kRefract,
     .operands = kFloat,
     .operand_rule = &R("extinst.glsl.refract.operand-types"),
     .first_operand = kFirstExtOperand,
     .operand_count = 2,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.glsl.refract.same-type")},
    {.ops = kDeterminant,
     .operands = kMatrix,
     .operand_rule = &R("extinst.glsl.determinant.operand-type"),
     .first_operand = kFirstExtOperand},
    {.ops = kInverse,
     .operands = kMatrix,
     .operand_rule = &R("extinst.glsl.matrixinverse.operand-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.glsl.matrixinverse.result-type")},
};

constexpr OperandRule kOperandRules[] = {
    {kRefract, "eta", Scalar(tt::kFloat), &R("extinst.glsl.refract.eta-type")},
};

constexpr OperandIndex kResultType = operand::ExtInst::kResultType;
constexpr OperandIndex kX = glsl::Determinant::kX;
static_assert(kX == OperandIndex(glsl::MatrixInverse::kX));

// The result has the type of the components of each operand.
void CheckLength(const CheckContext& c) {
  for (OperandIndex o = kX; o < c.inst().operand_count(); ++o) {
    const Id component = ComponentOf(c.context(), c.type_of(o));
    if (!CheckSame(c, R("extinst.glsl.length.result-type"), o, component,
                   c.inst().result_type())) {
      return c.PoisonResult();
    }
  }
}

void CheckDistance(const CheckContext& c) {
  const Id p0 = c.type_of(glsl::Distance::kP0);
  const Id p1 = c.type_of(glsl::Distance::kP1);
  if (c.context().poisoned(c.inst().result()) || p0 == p1 ||
      MayHaveSameCount(c.context(), p0, p1)) {
    return;
  }
  ReportTypes(c, R("extinst.glsl.distance.component-count"),
              glsl::Distance::kP1, p1, p0);
}

void CheckRefract(const CheckContext& c) {
  constexpr OperandIndex kEta = glsl::Refract::kEta;
  CheckSame(c, R("extinst.glsl.refract.component-type"), kEta, c.type_of(kEta),
            ComponentOf(c.context(), c.inst().result_type()));
}

// Whether x, a matrix, is square, as far as known.
bool CheckSquare(const CheckContext& c, const Rule& rule) {
  const Id type = c.type_of(kX);
  const TypeInfo& matrix = c.context().types().Get(type);
  const auto columns = CountOf(c, type);
  const auto rows = CountOf(c, matrix.element);
  if (matrix.unknown() || !columns || !rows || *columns == *rows) return true;
  ReportType(c, rule, kX, type);
  return false;
}

void CheckDeterminant(const CheckContext& c) {
  if (!CheckSquare(c, R("extinst.glsl.determinant.operand-type"))) return;
  const TypeInfo& matrix = c.operand_type(kX);
  if (matrix.unknown()) return;
  CheckSame(c, R("extinst.glsl.determinant.result-type"), kResultType,
            c.inst().result_type(),
            c.context().types().Get(matrix.element).element);
}

void CheckInverse(const CheckContext& c) {
  CheckSquare(c, R("extinst.glsl.matrixinverse.operand-type"));
}

static_assert(AllHave(kDistance, glsl::Distance::kP0, glsl::Distance::kP1));
static_assert(AllHave(kRefract, glsl::Refract::kEta));
static_assert(AllHave(kDeterminant, kX));
constexpr Check kChecks[] = {{kLengths, CheckLength},
                             {kDistance, CheckDistance},
                             {kRefract, CheckRefract},
                             {kDeterminant, CheckDeterminant},
                             {kInverse, CheckInverse}};

}  // namespace

extern constinit const Family kGlslGeometry(R, kChecks, kSignatures,
                                            kOperandRules);

}  // namespace plumb

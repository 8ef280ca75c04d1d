// Arrays that hold rows or columns of cooperative matrices
// (SPV_QCOM_cooperative_matrix_conversion): parts of arrays, and conversions
// between an array and the matrix of which it is a line.
// convert/bitcast_array.cc checks conversions between arrays.
//
// A line of a matrix of use A or B has 256 bits; as an array it has the
// components of the matrix, or is packed into unsigned 32-bit integers.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/number_array.h"

namespace plumb {
namespace {

using grammar::CooperativeMatrixUse;
namespace matrix = grammar::operand::TypeCooperativeMatrixKHR;

constexpr RuleTable R({
    {"composite.extractsubarray.array-type",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the array must be one of 32-bit integers or of 16- or 32-bit floats, not "
     "{0}"},
    {"composite.extractsubarray.element-type",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the elements of the array, {0}, must have the type of those of the "
     "result, {1}"},
    {"composite.extractsubarray.start-int",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the start index must be a 32-bit integer, not {0}"},
    {"composite.extractsubarray.start-signed",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the start index should be signed, not {0}", "", Severity::kWarning},
    {"composite.extractsubarray.range",
     "SPV_QCOM_cooperative_matrix_conversion",
     "{1} element{1s} from index {0} on exceed an array of {2}: behavior is "
     "undefined",
     "", Severity::kWarning},
    {"composite.matrixarray.scope", "SPV_QCOM_cooperative_matrix_conversion",
     "the matrix must have scope Subgroup, not {0}"},
    {"composite.matrixarray.matrix-type",
     "SPV_QCOM_cooperative_matrix_conversion",
     "a cooperative matrix of SPV_KHR_cooperative_matrix is expected, not {0}"},
    {"composite.matrixarray.array-type",
     "SPV_QCOM_cooperative_matrix_conversion", "an array is expected, not {0}"},
    {"composite.matrixarray.component-type",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the components of {0} must be 16- or 32-bit floats, or integers of 32 "
     "bits in an accumulator and of 8 bits in other matrices"},
    {"composite.matrixarray.element-type",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the elements of {0} must be components of the matrix, {1}, or unsigned "
     "32-bit integers"},
    {"composite.matrixarray.line-bits",
     "SPV_QCOM_cooperative_matrix_conversion",
     "a line of {0} must have 256 bits, not {1}"},
    {"composite.matrixarray.length", "SPV_QCOM_cooperative_matrix_conversion",
     "the array must have {1} element{1s} to hold a line of the matrix, not "
     "{0}"},
});

constexpr Op kMatrixArray[] = {Op::kCompositeConstructCoopMatQCOM,
                               Op::kCompositeExtractCoopMatQCOM};

constexpr OperandIndex kResultType = operand::ExtractSubArrayQCOM::kResultType;
// The same index in all of these instructions.
constexpr OperandIndex kSource = operand::ExtractSubArrayQCOM::kSourceArray;

constexpr OperandRule kOperandRules[] = {
    {Op::kExtractSubArrayQCOM, operand::ExtractSubArrayQCOM::kIndex, kInt32,
     &R("composite.extractsubarray.start-int")},
};

// Checks the index at which a part of an array starts.
void CheckStart(const CheckContext& c) {
  constexpr OperandIndex kStart = operand::ExtractSubArrayQCOM::kIndex;
  const TypeInfo& type = c.operand_type(kStart);
  if (type.unknown() || !kInt32.MatchesTraits(type)) return;
  if (!type.Is(tt::kSigned)) {
    ReportType(c, R("composite.extractsubarray.start-signed"), kStart,
               c.type_of(kStart));
  }
  const ScalarConstant start =
      c.context().constants().Scalar(c.inst().id(kStart));
  const std::optional<uint32_t> part = CountOf(c, c.inst().result_type());
  const std::optional<uint32_t> whole = CountOf(c, c.type_of(kSource));
  if (!start.fixed() || !part || !whole ||
      (start.value >= 0 && start.value + *part <= int64_t{*whole})) {
    return;
  }
  c.Report(R("composite.extractsubarray.range"), kStart,
           {c.inst().id(kStart), *part, *whole});
}

void CheckSubArray(const CheckContext& c) {
  if (!CheckNumberArrays(c, R("composite.extractsubarray.array-type"))) return;
  const Id to = c.result_type().element;
  const Id from = c.operand_type(kSource).element;
  if (to != from) {
    ReportTypes(c, R("composite.extractsubarray.element-type"), kSource, from,
                to);
    return;
  }
  CheckStart(c);
}

// A matrix, the array that is a line of it, and the operands with their types.
struct Line {
  Id matrix;
  Id array;
  OperandIndex matrix_at;
  OperandIndex array_at;
};

void CheckLength(const CheckContext& c, const Line& line, bool accumulator,
                 uint32_t components) {
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(line.matrix);
  const std::optional<uint32_t> length = CountOf(c, line.array);
  if (!length.has_value()) return;
  uint32_t expected = components;
  if (types.Get(line.array).element != info.element) {
    if (!accumulator) {
      expected = 8;
    } else if (info.Is(tt::kFloat) && info.width == 16) {
      expected = components / 2;
    }
  }
  if (*length != expected) {
    c.Report(R("composite.matrixarray.length"), line.array_at,
             {*length, expected});
  }
}

// Whether an array may hold the numbers of a matrix.
bool HasArrayNumbers(const TypeInfo& matrix, bool accumulator) {
  if (matrix.Is(tt::kFloat)) {
    return !matrix.Is(tt::kOtherEncoding) &&
           (matrix.width == 16 || matrix.width == 32);
  }
  return matrix.Is(tt::kInt) && matrix.width == (accumulator ? 32 : 8);
}

void CheckLine(const CheckContext& c, const Line& line) {
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(line.matrix);
  const Id element = types.Get(line.array).element;
  if (element != info.element &&
      !Unsigned(kInt32).MatchesTraits(types.Get(element))) {
    ReportTypes(c, R("composite.matrixarray.element-type"), line.array_at,
                line.array, info.element);
    return;
  }
  const Inst type = c.module().inst(c.module().def(line.matrix));
  const std::optional<uint32_t> scope = FixedValue(c, type.id(matrix::kScope));
  if (scope && *scope != static_cast<uint32_t>(grammar::Scope::kSubgroup)) {
    c.Report(R("composite.matrixarray.scope"), line.matrix_at,
             {Arg::Enumerant(grammar::Kind::kScope, *scope)});
    return;
  }
  const std::optional<uint32_t> use = FixedValue(c, type.id(matrix::kUse));
  if (!use.has_value()) return;
  const bool accumulator =
      CooperativeMatrixUse{*use} == CooperativeMatrixUse::kMatrixAccumulatorKHR;
  if (!HasArrayNumbers(info, accumulator)) {
    ReportType(c, R("composite.matrixarray.component-type"), line.matrix_at,
               line.matrix);
    return;
  }
  const bool by_column =
      CooperativeMatrixUse{*use} == CooperativeMatrixUse::kMatrixBKHR;
  const std::optional<uint32_t> components =
      FixedValue(c, type.id(by_column ? matrix::kRows : matrix::kColumns));
  if (!components.has_value()) return;
  const uint64_t bits = uint64_t{*components} * info.width;
  if (!accumulator && bits != 256) {
    c.Report(R("composite.matrixarray.line-bits"), line.matrix_at,
             {Arg::Type(line.matrix), bits});
    return;
  }
  CheckLength(c, line, accumulator, *components);
}

void CheckMatrixArray(const CheckContext& c) {
  if (c.result_type().unknown() || c.operand_type(kSource).unknown()) return;
  const Id result = c.inst().result_type();
  const Id source = c.type_of(kSource);
  const bool constructs = c.inst().op() == Op::kCompositeConstructCoopMatQCOM;
  const Line line = constructs ? Line{result, source, kResultType, kSource}
                               : Line{source, result, kSource, kResultType};
  const InstIndex declared = c.module().def(line.matrix);
  if (c.module().record(declared).op != Op::kTypeCooperativeMatrixKHR) {
    ReportType(c, R("composite.matrixarray.matrix-type"), line.matrix_at,
               line.matrix);
  } else if (!c.context().types().Get(line.array).Is(tt::kArray)) {
    ReportType(c, R("composite.matrixarray.array-type"), line.array_at,
               line.array);
  } else {
    CheckLine(c, line);
  }
}

static_assert(AllHave(kMatrixArray, kSource));
constexpr Check kChecks[] = {{Op::kExtractSubArrayQCOM, CheckSubArray},
                             {kMatrixArray, CheckMatrixArray}};

}  // namespace

extern constinit const Family kMatrixArray(R, kChecks, kOperandRules);

}  // namespace plumb

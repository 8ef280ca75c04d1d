// Arrays that hold rows or columns of cooperative matrices
// (SPV_QCOM_cooperative_matrix_conversion): conversions between arrays, and
// between an array and the matrix that it is a line of.
//
// A line of a matrix of use A or B has 256 bits; as an array it has the
// components of the matrix, or is packed into unsigned 32-bit integers.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::CooperativeMatrixUse;
using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"convert.bitcastarray.array-type", "3.32.11",
     "the array must be one of 32-bit integers or of 16- or 32-bit floats, not "
     "{0}"},
    {"convert.bitcastarray.total-bits", "3.32.11",
     "{0} must have as many bits as the result, {1}"},
    {"composite.extractsubarray.array-type", "3.32.12",
     "the array must be one of 32-bit integers or of 16- or 32-bit floats, not "
     "{0}"},
    {"composite.extractsubarray.element-type", "3.32.12",
     "the elements of the array, {0}, must have the type of those of the "
     "result, {1}"},
    {"composite.extractsubarray.start-int", "3.32.12",
     "the start index must be a 32-bit integer, not {0}"},
    {"composite.matrixarray.matrix-type", "3.32.12",
     "there must be a cooperative matrix of SPV_KHR_cooperative_matrix, not "
     "{0}"},
    {"composite.matrixarray.array-type", "3.32.12",
     "there must be an array, not {0}"},
    {"composite.matrixarray.component-type", "3.32.12",
     "the components must be 16- or 32-bit floats, or integers of 32 bits in "
     "an accumulator and of 8 bits in other matrices, not those of {0}"},
    {"composite.matrixarray.element-type", "3.32.12",
     "the elements of {0} must be components of the matrix, {1}, or unsigned "
     "32-bit integers"},
    {"composite.matrixarray.line-bits", "3.32.12",
     "a line of {0} must have 256 bits, not {1}"},
    {"composite.matrixarray.length", "3.32.12",
     "the array must have {1} elements to hold a line of the matrix, not {0}"},
});

constexpr Op kBitCastArray[] = {Op::kBitCastArrayQCOM};
constexpr Op kSubArray[] = {Op::kExtractSubArrayQCOM};
constexpr Op kMatrixArray[] = {Op::kCompositeConstructCoopMatQCOM,
                               Op::kCompositeExtractCoopMatQCOM};

constexpr int32_t kResultType = 0;
constexpr int32_t kSource = 2;
constexpr int32_t kStart = 3;

// Words of OpTypeCooperativeMatrixKHR.
constexpr uint32_t kRows = 4, kColumns = 5, kUse = 6;

constexpr Signature kSignatures[] = {
    {.ops = kSubArray,
     .operands = {.shape = tt::kScalar, .component = tt::kInt, .width = 32},
     .operand_rule = &R("composite.extractsubarray.start-int"),
     .first_operand = kStart,
     .operand_count = 1},
};

bool IsPlainFloat(const TypeInfo& type) {
  return type.Is(tt::kFloat) && !type.Is(tt::kOtherEncoding) &&
         (type.width == 16 || type.width == 32);
}

// Whether both the result and the source are arrays of the permitted numbers;
// says so if not.
bool CheckArrays(const CheckContext& c, const Rule& rule) {
  const TypeTable& types = c.context().types();
  for (const int32_t at : {kResultType, kSource}) {
    const Id type =
        at == kResultType ? c.inst().result_type() : c.type_of(kSource);
    const TypeInfo& info = types.Get(type);
    if (IsUnknown(info)) return false;
    const TypeInfo& element = types.Get(info.element);
    const bool is_number = element.Is(tt::kScalar) &&
                           (IsPlainFloat(element) ||
                            (element.Is(tt::kInt) && element.width == 32));
    if (!info.Is(tt::kArray) || !is_number) {
      ReportType(c, rule, at, type);
      return false;
    }
  }
  return true;
}

void CheckBitCastArray(const CheckContext& c) {
  if (!CheckArrays(c, R("convert.bitcastarray.array-type"))) return;
  const TypeTable& types = c.context().types();
  const Id to = c.inst().result_type();
  const Id from = c.type_of(kSource);
  const std::optional<uint32_t> to_count = CountOf(c, to);
  const std::optional<uint32_t> from_count = CountOf(c, from);
  if (!to_count.has_value() || !from_count.has_value()) return;
  const uint64_t to_width = types.Get(types.Get(to).element).width;
  const uint64_t from_width = types.Get(types.Get(from).element).width;
  if (*to_count * to_width != *from_count * from_width) {
    ReportTypes(c, R("convert.bitcastarray.total-bits"), kSource, from, to);
  }
}

void CheckSubArray(const CheckContext& c) {
  if (!CheckArrays(c, R("composite.extractsubarray.array-type"))) return;
  const Id to = c.result_type().element;
  const Id from = c.operand_type(kSource).element;
  if (to != from) {
    ReportTypes(c, R("composite.extractsubarray.element-type"), kSource, from,
                to);
  }
}

// A matrix, the array that is a line of it, and where their types stand.
struct Line {
  Id matrix;
  Id array;
  int32_t matrix_at;
  int32_t array_at;
};

void CheckLength(const CheckContext& c, const Line& line, bool accumulator,
                 uint32_t components) {
  const TypeTable& types = c.context().types();
  const TypeInfo& matrix = types.Get(line.matrix);
  const std::optional<uint32_t> length = CountOf(c, line.array);
  if (!length.has_value()) return;
  uint32_t expected = components;
  if (types.Get(line.array).element != matrix.element) {
    if (!accumulator) {
      expected = 8;
    } else if (matrix.Is(tt::kFloat) && matrix.width == 16) {
      expected = components / 2;
    }
  }
  if (*length != expected) {
    c.Report(R("composite.matrixarray.length"), line.array_at,
             {*length, expected});
  }
}

void CheckLine(const CheckContext& c, const Line& line) {
  const TypeTable& types = c.context().types();
  const TypeInfo& matrix = types.Get(line.matrix);
  const TypeInfo& element = types.Get(types.Get(line.array).element);
  const bool is_word = element.Is(tt::kInt) && element.Is(tt::kScalar) &&
                       !element.Is(tt::kSigned) && element.width == 32;
  if (types.Get(line.array).element != matrix.element && !is_word) {
    ReportTypes(c, R("composite.matrixarray.element-type"), line.array_at,
                line.array, matrix.element);
    return;
  }
  const Inst type = c.module().inst(c.module().def(line.matrix));
  const std::optional<uint32_t> use = FixedValue(c, Id(type.word(kUse)));
  if (!use.has_value()) return;
  const bool accumulator =
      CooperativeMatrixUse{*use} == CooperativeMatrixUse::kMatrixAccumulatorKHR;
  const uint32_t int_width = accumulator ? 32 : 8;
  if (!IsPlainFloat(matrix) &&
      !(matrix.Is(tt::kInt) && matrix.width == int_width)) {
    ReportType(c, R("composite.matrixarray.component-type"), line.matrix_at,
               line.matrix);
    return;
  }
  const bool by_column =
      CooperativeMatrixUse{*use} == CooperativeMatrixUse::kMatrixBKHR;
  const std::optional<uint32_t> components =
      FixedValue(c, Id(type.word(by_column ? kRows : kColumns)));
  if (!components.has_value()) return;
  const uint64_t bits = uint64_t{*components} * matrix.width;
  if (!accumulator && bits != 256) {
    c.Report(R("composite.matrixarray.line-bits"), line.matrix_at,
             {Arg::Type(line.matrix), bits});
    return;
  }
  CheckLength(c, line, accumulator, *components);
}

void CheckMatrixArray(const CheckContext& c) {
  if (IsUnknown(c.result_type()) || IsUnknown(c.operand_type(kSource))) return;
  const Id result = c.inst().result_type();
  const Id source = c.type_of(kSource);
  const bool constructs = c.inst().op() == Op::kCompositeConstructCoopMatQCOM;
  const Line line = constructs ? Line{result, source, kResultType, kSource}
                               : Line{source, result, kSource, kResultType};
  const InstIndex matrix = c.module().def(line.matrix);
  if (c.module().record(matrix).op != Op::kTypeCooperativeMatrixKHR) {
    ReportType(c, R("composite.matrixarray.matrix-type"), line.matrix_at,
               line.matrix);
  } else if (!c.context().types().Get(line.array).Is(tt::kArray)) {
    ReportType(c, R("composite.matrixarray.array-type"), line.array_at,
               line.array);
  } else {
    CheckLine(c, line);
  }
}

constexpr Check kChecks[] = {{kBitCastArray, CheckBitCastArray},
                             {kSubArray, CheckSubArray},
                             {kMatrixArray, CheckMatrixArray}};

}  // namespace

extern constinit const Family kMatrixArray = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

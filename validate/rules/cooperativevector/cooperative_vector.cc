// Products and memory of cooperative vectors (SPV_NV_cooperative_vector).
//
// A product takes many operands that follow few rules: a table names them.
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_NV_cooperative_vector";

constexpr RuleTable R({
    {"cooperativevector.result.type", kSection,
     "the result type must be a cooperative vector type, not {0}"},
    {"cooperativevector.result.component", kSection,
     "the components of the result must be 32-bit integers or 16-bit or 32-bit "
     "floats, not {0}"},
    {"cooperativevector.result.count", kSection,
     "a product with {1} rows has as many components, not {0}"},
    {"cooperativevector.operand.vector", kSection,
     "the operand must be a cooperative vector, not {0}"},
    {"cooperativevector.operand.same-component", kSection,
     "operands A and B must have the same component type, but are {0} and "
     "{1}"},
    {"cooperativevector.input.count", kSection,
     "a matrix with {1} columns takes as many components of Input, not {0}"},
    {"cooperativevector.input.packed", kSection,
     "packed components must come as 32-bit unsigned integers, {1} of them, "
     "not "
     "as {0}"},
    {"cooperativevector.pointer.type", kSection,
     "the operand must be a pointer, not {0}"},
    {"cooperativevector.pointer.array", kSection,
     "the operand must point to an array of numbers, not to {0}"},
    {"cooperativevector.pointer.storage-class", kSection,
     "the operand must not point into {0}"},
    {"cooperativevector.operand.int32", kSection,
     "the operand must be a 32-bit integer, not {0}"},
    {"cooperativevector.operand.constant", kSection,
     "the operand must be a constant, but {0} is not"},
    {"cooperativevector.layout.known", kSection,
     "{0} is no Cooperative Vector Matrix Layout"},
    {"cooperativevector.transpose.boolean", kSection,
     "operand Transpose must be a Boolean scalar, not {0}"},
});

constexpr Op kOps[] = {Op::kCooperativeVectorLoadNV,
                       Op::kCooperativeVectorStoreNV,
                       Op::kCooperativeVectorMatrixMulNV,
                       Op::kCooperativeVectorMatrixMulAddNV,
                       Op::kCooperativeVectorOuterProductAccumulateNV,
                       Op::kCooperativeVectorReduceSumAccumulateNV};

// What an operand must be.
enum class Is : uint8_t {
  kNone,
  kVector,
  kPointer,        // to an array of scalars or vectors
  kMatrixPointer,  // to an array of scalars, and not into Workgroup
  kInt,            // 32 bits wide
  kConstantInt,    // the same, and a constant
  kLayout,         // the same, and a Cooperative Vector Matrix Layout
  kConstantBool,
};
constexpr uint32_t kMaxOperands = 15;
struct Row {
  Op op;
  Is operands[kMaxOperands];
};
constexpr Row kRows[] = {
    {Op::kCooperativeVectorLoadNV,
     {Is::kNone, Is::kNone, Is::kPointer, Is::kInt}},
    {Op::kCooperativeVectorStoreNV, {Is::kPointer, Is::kInt, Is::kVector}},
    {Op::kCooperativeVectorMatrixMulNV,
     {Is::kNone, Is::kNone, Is::kVector, Is::kConstantInt, Is::kMatrixPointer,
      Is::kInt, Is::kConstantInt, Is::kConstantInt, Is::kConstantInt,
      Is::kLayout, Is::kConstantBool, Is::kInt}},
    {Op::kCooperativeVectorMatrixMulAddNV,
     {Is::kNone, Is::kNone, Is::kVector, Is::kConstantInt, Is::kMatrixPointer,
      Is::kInt, Is::kConstantInt, Is::kMatrixPointer, Is::kInt,
      Is::kConstantInt, Is::kConstantInt, Is::kConstantInt, Is::kLayout,
      Is::kConstantBool, Is::kInt}},
    {Op::kCooperativeVectorOuterProductAccumulateNV,
     {Is::kPointer, Is::kInt, Is::kVector, Is::kVector, Is::kLayout, Is::kInt,
      Is::kInt}},
    {Op::kCooperativeVectorReduceSumAccumulateNV,
     {Is::kPointer, Is::kInt, Is::kVector}},
};

bool IsCooperativeVector(const CheckContext& c, Id type) {
  const InstIndex def = c.module().def(type);
  return def != kNoInst && c.module().record(def).op == Op::kTypeVectorIdEXT;
}

// --- One operand
// -----------------------------------------------------------------

bool CheckPointer(const CheckContext& c, OperandIndex operand, bool matrix) {
  const OperandIndex at = operand;
  const TypeInfo& pointer = c.operand_type(operand);
  if (!pointer.Is(tt::kAnyPointer)) {
    ReportType(c, R("cooperativevector.pointer.type"), at, c.type_of(operand));
    return false;
  }
  const TypeTable& types = c.context().types();
  const TypeInfo& array = types.Get(pointer.element);
  if (pointer.Is(tt::kPointer) && !IsUnknown(array)) {
    const TypeInfo& element = types.Get(array.element);
    if (!array.Is(tt::kArray | tt::kRuntimeArray) ||
        !(IsUnknown(element) ||
          element.Is(matrix ? tt::kScalar : tt::kScalar | tt::kVector))) {
      ReportType(c, R("cooperativevector.pointer.array"), at, pointer.element);
      return false;
    }
  }
  switch (pointer.storage_class) {
    case StorageClass::kWorkgroup:
      if (matrix) break;
      return true;
    case StorageClass::kCrossWorkgroup:
    case StorageClass::kStorageBuffer:
    case StorageClass::kPhysicalStorageBuffer:
      return true;
    default:
      break;
  }
  c.Report(
      R("cooperativevector.pointer.storage-class"), at,
      {Arg::Enumerant(grammar::Kind::kStorageClass, pointer.storage_class)});
  return false;
}

bool CheckConstant(const CheckContext& c, OperandIndex operand) {
  const Id id = c.inst().id(operand);
  const Op op = c.module().record(c.module().def(id)).op;
  if (MakesConstant(op)) return true;
  c.Report(R("cooperativevector.operand.constant"), operand, {id});
  return false;
}

bool CheckInt(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.IsAll(tt::kScalar | tt::kInt) && type.width == 32) return true;
  ReportType(c, R("cooperativevector.operand.int32"), operand,
             c.type_of(operand));
  return false;
}

bool CheckLayout(const CheckContext& c, OperandIndex operand) {
  constexpr uint32_t kLast = 3;  // TrainingOptimalNV
  if (!CheckInt(c, operand) || !CheckConstant(c, operand)) return false;
  const auto layout = FixedValue(c, c.inst().id(operand));
  if (!layout || *layout <= kLast) return true;
  c.Report(R("cooperativevector.layout.known"), operand, {*layout});
  return false;
}

bool CheckOperand(const CheckContext& c, OperandIndex operand, Is what) {
  const TypeInfo& type = c.operand_type(operand);
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst || IsUnknown(type)) return true;
  const OperandIndex at = operand;
  switch (what) {
    case Is::kNone:
      return true;
    case Is::kVector:
      if (IsCooperativeVector(c, c.type_of(operand))) return true;
      ReportType(c, R("cooperativevector.operand.vector"), at,
                 c.type_of(operand));
      return false;
    case Is::kPointer:
      return CheckPointer(c, operand, false);
    case Is::kMatrixPointer:
      return CheckPointer(c, operand, true);
    case Is::kInt:
      return CheckInt(c, operand);
    case Is::kConstantInt:
      return CheckInt(c, operand) && CheckConstant(c, operand);
    case Is::kLayout:
      return CheckLayout(c, operand);
    case Is::kConstantBool:
      if (type.IsAll(tt::kScalar | tt::kBool)) return CheckConstant(c, operand);
      ReportType(c, R("cooperativevector.transpose.boolean"), at,
                 c.type_of(operand));
      return false;
  }
  return true;
}

// --- Products
// ----------------------------------------------------------------------

// The component types whose values are packed into 32-bit integers.
constexpr uint32_t kSignedInt8Packed = 1000491000;
constexpr uint32_t kUnsignedInt8Packed = 1000491001;
constexpr uint32_t kPackedPerComponent = 4;

// The number of rows is at `rows`, that of columns behind it.
void CheckProduct(const CheckContext& c, uint32_t rows) {
  const TypeInfo& result = c.result_type();
  const bool float_component = result.Is(tt::kFloat) &&
                               !result.Is(tt::kOtherEncoding) &&
                               (result.width == 16 || result.width == 32);
  if (!float_component && !(result.Is(tt::kInt) && result.width == 32)) {
    ReportType(c, R("cooperativevector.result.component"), 0,
               c.inst().result_type());
    return c.PoisonResult();
  }
  const auto m = FixedValue(c, c.inst().id(rows));
  const auto count = CountOf(c, c.inst().result_type());
  if (m && count && *m != *count) {
    c.Report(R("cooperativevector.result.count"), 0, {*count, *m});
    return c.PoisonResult();
  }
  constexpr uint32_t kInput = 2, kInterpretation = 3;
  const auto k = FixedValue(c, c.inst().id(rows + 1));
  const auto inputs = CountOf(c, c.type_of(kInput));
  const auto meaning = FixedValue(c, c.inst().id(kInterpretation));
  if (!k || !inputs || !meaning) return;
  if (*meaning != kSignedInt8Packed && *meaning != kUnsignedInt8Packed) {
    if (*inputs != *k) {
      c.Report(R("cooperativevector.input.count"), kInput, {*inputs, *k});
    }
    return;
  }
  const TypeInfo& input = c.operand_type(kInput);
  const uint32_t needed =
      *k / kPackedPerComponent + (*k % kPackedPerComponent != 0 ? 1 : 0);
  if (!input.Is(tt::kInt) || input.Is(tt::kSigned) || input.width != 32 ||
      *inputs < needed) {
    c.Report(R("cooperativevector.input.packed"), kInput,
             {Arg::Type(c.type_of(kInput)), needed});
  }
}

void CheckInstruction(const CheckContext& c) {
  const Op op = c.inst().op();
  if (c.inst().result_type() != kNoId) {
    if (IsUnknown(c.result_type())) return;
    if (!IsCooperativeVector(c, c.inst().result_type())) {
      ReportType(c, R("cooperativevector.result.type"), 0,
                 c.inst().result_type());
      return c.PoisonResult();
    }
  }
  for (const Row& row : kRows) {
    if (row.op != op) continue;
    for (uint32_t o = 0; o < c.inst().operand_count() && o < kMaxOperands;
         ++o) {
      if (c.inst().kind(o) != grammar::Kind::kIdRef) continue;
      if (!CheckOperand(c, o, row.operands[o])) return;
    }
  }
  if (op == Op::kCooperativeVectorMatrixMulNV) return CheckProduct(c, 7);
  if (op == Op::kCooperativeVectorMatrixMulAddNV) return CheckProduct(c, 10);
  if (op != Op::kCooperativeVectorOuterProductAccumulateNV) return;
  constexpr uint32_t kA = 2, kB = 3;
  if (IsUnknown(c.operand_type(kA)) || IsUnknown(c.operand_type(kB)) ||
      c.operand_type(kA).element == c.operand_type(kB).element) {
    return;
  }
  c.Report(R("cooperativevector.operand.same-component"), kB,
           {Arg::Type(c.type_of(kA)), Arg::Type(c.type_of(kB))});
}

constexpr Check kChecks[] = {{kOps, CheckInstruction}};

}  // namespace

extern constinit const Family kCooperativeVector = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

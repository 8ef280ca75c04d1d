// Tensor layouts and views (SPV_NV_tensor_addressing): their types, and the
// instructions that make one out of another.
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
namespace tt = type_trait;

constexpr char kSection[] = "SPV_NV_tensor_addressing";

constexpr RuleTable R({
    {"tensoraddressing.type.dim", kSection,
     "operand Dim must be a constant 32-bit integer from 1 to 5, but {0} is "
     "not"},
    {"tensoraddressing.layouttype.clamp-mode", kSection,
     "operand ClampMode must be a constant 32-bit integer from 0 to 4, but {0} "
     "is not"},
    {"tensoraddressing.viewtype.has-dimensions", kSection,
     "operand HasDimensions must be a Boolean constant, but {0} is not"},
    {"tensoraddressing.viewtype.permutation-count", kSection,
     "a view of {1} dimensions takes as many in its permutation, not {0}"},
    {"tensoraddressing.viewtype.permutation", kSection,
     "{0} must be a constant 32-bit integer below the number of dimensions"},
    {"tensoraddressing.viewtype.permutation-unique", kSection,
     "dimension {0} stands twice in the permutation"},
    {"tensoraddressing.layout.result-type", kSection,
     "the result type must be a tensor layout type, not {0}"},
    {"tensoraddressing.view.result-type", kSection,
     "the result type must be a tensor view type, not {0}"},
    {"tensoraddressing.operand.same-type", kSection,
     "the operand must have the result type, {1}, not {0}"},
    {"tensoraddressing.operand.count", kSection,
     "{2} dimensions take {1} operands, not {0}"},
    {"tensoraddressing.operand.type", kSection,
     "the operands must be 32-bit integers, not {0}"},
});

constexpr Op kTypes[] = {Op::kTypeTensorLayoutNV, Op::kTypeTensorViewNV};
constexpr Op kCreate[] = {Op::kCreateTensorLayoutNV, Op::kCreateTensorViewNV};
constexpr Op kSet[] = {
    Op::kTensorLayoutSetBlockSizeNV,  Op::kTensorLayoutSetDimensionNV,
    Op::kTensorLayoutSetStrideNV,     Op::kTensorLayoutSliceNV,
    Op::kTensorLayoutSetClampValueNV, Op::kTensorViewSetDimensionNV,
    Op::kTensorViewSetStrideNV,       Op::kTensorViewSetClipNV};

constexpr uint32_t kMaxDim = 5;
constexpr uint32_t kMaxClampMode = 4;
constexpr uint32_t kDim = 1, kSecond = 2, kFirstPermutation = 3;  // of a type
constexpr uint32_t kObject = 2, kFirstNumber = 3;  // of an instruction
constexpr TypePattern kInt32 = {
    .shape = tt::kScalar, .component = tt::kInt, .width = 32};

// Whether an operand of a type is a constant of this kind.
bool IsConstantOf(const CheckContext& c, OperandIndex operand,
                  TypePattern pattern) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  const TypeInfo& type = c.operand_type(operand);
  if (def == kNoInst || IsUnknown(type)) return true;
  const Op op = c.module().record(def).op;
  return MakesConstant(op) && pattern.FitsRow(type);
}

// Reports an operand of a type, which is then not relied on.
void Reject(const CheckContext& c, const Rule& rule, OperandIndex operand) {
  c.Report(rule, operand, {c.inst().id(operand)});
  c.PoisonResult();
}

void CheckPermutation(const CheckContext& c, uint32_t dim) {
  const uint32_t count = c.inst().operand_count() - kFirstPermutation;
  if (count != dim) {
    c.Report(R("tensoraddressing.viewtype.permutation-count"), Place::kWhole,
             {count, dim});
    return c.PoisonResult();
  }
  uint32_t seen = 0;  // a bit for each dimension
  for (uint32_t o = kFirstPermutation; o < c.inst().operand_count(); ++o) {
    const auto value = FixedValue(c, c.inst().id(o));
    if (!IsConstantOf(c, o, kInt32) || (value && *value >= dim)) {
      return Reject(c, R("tensoraddressing.viewtype.permutation"), o);
    }
    if (!value) continue;
    if ((seen >> *value & 1) != 0) {
      c.Report(R("tensoraddressing.viewtype.permutation-unique"), o, {*value});
      return c.PoisonResult();
    }
    seen |= 1u << *value;
  }
}

void CheckType(const CheckContext& c) {
  const auto dim = FixedValue(c, c.inst().id(kDim));
  if (!IsConstantOf(c, kDim, kInt32) ||
      (dim && (*dim == 0 || *dim > kMaxDim))) {
    return Reject(c, R("tensoraddressing.type.dim"), kDim);
  }
  if (c.inst().op() == Op::kTypeTensorLayoutNV) {
    const auto mode = FixedValue(c, c.inst().id(kSecond));
    if (!IsConstantOf(c, kSecond, kInt32) || (mode && *mode > kMaxClampMode)) {
      Reject(c, R("tensoraddressing.layouttype.clamp-mode"), kSecond);
    }
    return;
  }
  if (!IsConstantOf(c, kSecond,
                    {.shape = tt::kScalar, .component = tt::kBool})) {
    return Reject(c, R("tensoraddressing.viewtype.has-dimensions"), kSecond);
  }
  if (dim) CheckPermutation(c, *dim);
}

bool IsView(Op op) {
  return op == Op::kCreateTensorViewNV || op == Op::kTensorViewSetDimensionNV ||
         op == Op::kTensorViewSetStrideNV || op == Op::kTensorViewSetClipNV;
}

// Whether the result type is what the instruction makes.
bool CheckResult(const CheckContext& c) {
  const InstIndex def = c.module().def(c.inst().result_type());
  if (def == kNoInst || IsUnknown(c.result_type())) return false;
  const bool view = IsView(c.inst().op());
  const Op wanted = view ? Op::kTypeTensorViewNV : Op::kTypeTensorLayoutNV;
  if (c.module().record(def).op == wanted) return true;
  ReportType(c,
             view ? R("tensoraddressing.view.result-type")
                  : R("tensoraddressing.layout.result-type"),
             0, c.inst().result_type());
  c.PoisonResult();
  return false;
}

// The numbers an instruction takes per dimension; 0: not by dimensions.
uint32_t NumbersPerDimension(Op op) {
  switch (op) {
    case Op::kTensorLayoutSliceNV:
      return 2;
    case Op::kTensorLayoutSetClampValueNV:
    case Op::kTensorViewSetClipNV:
      return 0;
    default:
      return 1;
  }
}

void CheckCreate(const CheckContext& c) { CheckResult(c); }

void CheckSet(const CheckContext& c) {
  if (!CheckResult(c)) return;
  const Id result = c.inst().result_type();
  if (c.type_of(kObject) != kNoId && c.type_of(kObject) != result) {
    ReportTypes(c, R("tensoraddressing.operand.same-type"), kObject,
                c.type_of(kObject), result);
    return;
  }
  for (uint32_t o = kFirstNumber; o < c.inst().operand_count(); ++o) {
    const TypeInfo& type = c.operand_type(o);
    if (IsUnknown(type) || kInt32.FitsRow(type)) continue;
    ReportType(c, R("tensoraddressing.operand.type"), o, c.type_of(o));
    return;
  }
  const Inst type = c.module().inst(c.module().def(result));
  const auto dim = FixedValue(c, type.id(kDim));
  const uint32_t numbers = NumbersPerDimension(c.inst().op());
  const uint32_t count = c.inst().operand_count() - kFirstNumber;
  if (!dim || numbers == 0 || *dim > kMaxDim || count == *dim * numbers) return;
  c.Report(R("tensoraddressing.operand.count"), Place::kWhole,
           {count, *dim * numbers, *dim})
      .Note("the type is declared here", Place::At(type.index()));
}

constexpr Check kChecks[] = {
    {kTypes, CheckType}, {kCreate, CheckCreate}, {kSet, CheckSet}};

}  // namespace

extern constinit const Family kTensorAddressing = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

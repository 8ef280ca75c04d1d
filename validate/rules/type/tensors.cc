// Types of tensors (SPV_ARM_tensors).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/type/tensor_type.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr RuleTable R({
    {"type.typetensor.element", "SPV_ARM_tensors",
     "the element type must be a scalar type, not {0}"},
    {"type.typetensor.rank", "SPV_ARM_tensors",
     "the rank must be a constant integer scalar, but {0} is not"},
    {"type.typetensor.shape", "SPV_ARM_tensors",
     "the shape must be a constant array of integers, as long as the rank, but "
     "{0} is not"},
    {"type.typetensor.extent", "SPV_ARM_tensors",
     "each extent of the shape must be greater than 0"},
});

constexpr OperandIndex kElement = operand::TypeTensorARM::kElementType;
constexpr OperandIndex kRank = operand::TypeTensorARM::kRank;
constexpr OperandIndex kShape = operand::TypeTensorARM::kShape;

bool IsConstantOperand(const CheckContext& c, OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return false;
  return MakesConstant(c.module().record(def).op);
}

// Whether the shape is an array of integers, as long as a known rank.
bool ShapeFits(const CheckContext& c, const ScalarConstant& rank) {
  if (!IsConstantOperand(c, kShape)) return false;
  const TypeInfo& type = c.operand_type(kShape);
  if (!type.Is(tt::kArray)) return false;
  if (!c.context().types().Get(type.element).IsAll(tt::kScalar | tt::kInt)) {
    return false;
  }
  const Inst array = c.module().inst(c.module().def(c.type_of(kShape)));
  const ScalarConstant length =
      c.context().constants().Scalar(array.id(operand::TypeArray::kLength));
  return !rank.fixed() || !length.fixed() || rank.value == length.value;
}

void CheckElement(const CheckContext& c) {
  const Id element = c.inst().id(kElement);
  const TypeInfo& type = c.context().types().Get(element);
  if (type.unknown() || type.Is(tt::kScalar)) return;
  ReportType(c, R("type.typetensor.element"), kElement, element);
  c.PoisonResult();
}

void CheckType(const CheckContext& c) {
  const uint32_t count = c.inst().operand_count();
  if (count <= kRank) return;
  if (!IsConstantOperand(c, kRank) ||
      !c.operand_type(kRank).IsAll(tt::kScalar | tt::kInt)) {
    c.Report(R("type.typetensor.rank"), kRank, {c.inst().id(kRank)});
    c.PoisonResult();
    return;
  }
  if (count <= kShape) return;
  const TensorType type(c.context(), c.index());
  if (!ShapeFits(c, type.rank())) {
    c.Report(R("type.typetensor.shape"), kShape, {c.inst().id(kShape)});
    c.PoisonResult();
    return;
  }
  const InstIndex shape = c.module().def(c.inst().id(kShape));
  const uint32_t extents = c.module().record(shape).operand_count;
  for (uint32_t n = 0; operand::ConstantComposite::kConstituents + n < extents;
       ++n) {
    const ScalarConstant extent = type.extent(n);
    if (!extent.fixed() || extent.value > 0) continue;
    c.Report(R("type.typetensor.extent"), kShape);
    c.PoisonResult();
    return;
  }
}

constexpr Op kOps[] = {Op::kTypeTensorARM};
constexpr Check kChecks[] = {{kOps, CheckElement}, {kOps, CheckType}};

}  // namespace

extern constinit const Family kTensors = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

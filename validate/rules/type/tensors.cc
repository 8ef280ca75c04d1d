// Types of tensors (SPV_ARM_tensors).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/tensor_type.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"type.typetensor.element", "SPV_ARM_tensors",
     "the element type must be a scalar type, not {0}"},
    {"type.typetensor.rank", "SPV_ARM_tensors",
     "the rank must be a constant integer scalar, but {0} is not"},
    {"type.typetensor.shape", "SPV_ARM_tensors",
     "the shape must be a constant array of integers, as long as the rank, but "
     "{0} is not"},
    // Implementations reject this, though the text allows it.
    Contradicts(Contradicted::kOperand,
                {"type.typetensor.rank-zero", "SPV_ARM_tensors",
                 "a tensor of rank 0 has no dimensions", "",
                 Severity::kWarning}),
    {"type.typetensor.extent", "SPV_ARM_tensors",
     "each extent of the shape should be greater than 0", "",
     Severity::kWarning},
});

constexpr OperandIndex kElement = operand::TypeTensorARM::kElementType;

bool IsConstantOperand(const CheckContext& c, OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return false;
  const Op op = c.module().record(def).op;
  return MakesConstant(op) || op == Op::kConstantDataKHR ||
         op == Op::kSpecConstantDataKHR;
}

// Whether the shape is an array of integers whose length is a known rank.
bool ShapeFits(const CheckContext& c, OperandIndex shape,
               const ScalarConstant& rank) {
  if (!IsConstantOperand(c, shape)) return false;
  const TypeInfo& type = c.operand_type(shape);
  if (!type.Is(tt::kArray)) return false;
  if (!c.context().types().Get(type.element).IsAll(tt::kScalar | tt::kInt)) {
    return false;
  }
  const Inst array = c.module().inst(c.module().def(c.type_of(shape)));
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

// Whether a known extent is 0.  The extents of a shape that is not a composite
// are all equal.
bool HasExtentZero(const CheckContext& c, OperandIndex shape,
                   const TensorType& type) {
  const Op op = c.module().record(c.module().def(c.inst().id(shape))).op;
  const bool one_by_one =
      op == Op::kConstantComposite || op == Op::kSpecConstantComposite;
  const uint32_t count =
      one_by_one ? CountOf(c, c.type_of(shape)).value_or(1) : 1;
  for (uint32_t n = 0; n < count; ++n) {
    const ScalarConstant extent = type.extent(n);
    if (!extent.known) return false;
    if (extent.fixed() && extent.value == 0) return true;
  }
  return false;
}

void CheckType(const CheckContext& c) {
  const auto rank = c.inst().Find(operand::TypeTensorARM::kRank);
  if (!rank) return;
  if (!IsConstantOperand(c, *rank) ||
      !c.operand_type(*rank).IsAll(tt::kScalar | tt::kInt)) {
    c.Report(R("type.typetensor.rank"), *rank, {c.inst().id(*rank)});
    c.PoisonResult();
    return;
  }
  const TensorType type(c.context(), c.index());
  if (type.rank().fixed() && type.rank().value == 0) {
    c.Report(R("type.typetensor.rank-zero"), *rank);
  }
  const auto shape = c.inst().Find(operand::TypeTensorARM::kShape);
  if (!shape) return;
  if (!ShapeFits(c, *shape, type.rank())) {
    c.Report(R("type.typetensor.shape"), *shape, {c.inst().id(*shape)});
    c.PoisonResult();
    return;
  }
  if (HasExtentZero(c, *shape, type)) {
    c.Report(R("type.typetensor.extent"), *shape);
  }
}

constexpr Check kChecks[] = {{Op::kTypeTensorARM, CheckElement},
                             {Op::kTypeTensorARM, CheckType}};

}  // namespace

extern constinit const Family kTensors(R, kChecks);

}  // namespace plumb

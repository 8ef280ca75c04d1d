// Types of tensors, and constants of such types (SPV_ARM_tensors): a tensor of
// rank n is made of tensors of rank n - 1, and one of rank 1 of its elements.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"type.typetensor.rank", "SPV_ARM_tensors",
     "the rank must be a constant integer scalar, but {0} is not"},
    {"type.typetensor.shape", "SPV_ARM_tensors",
     "the shape must be a constant array of integers, as long as the rank, but "
     "{0} is not"},
    {"type.typetensor.extent", "SPV_ARM_tensors",
     "each extent of the shape must be greater than 0"},
    {"const.constantcomposite.tensor-count", "SPV_ARM_tensors",
     "{2} takes {1} constituents, but there are {0}"},
    {"const.constantcomposite.tensor-constituent", "SPV_ARM_tensors",
     "{0} cannot be a part of {1}"},
});

// Operands of OpTypeTensorARM.
constexpr uint32_t kElement = 1;
constexpr uint32_t kRank = 2;
constexpr uint32_t kShape = 3;
// Where the constituents of a composite constant begin.
constexpr uint32_t kFirstConstituent = 2;

bool IsComposite(Op op) {
  return op == Op::kConstantComposite || op == Op::kSpecConstantComposite;
}

// What a module says of a tensor type; an absent part is not known.
class TensorType {
 public:
  TensorType(const CheckContext& c, InstIndex declaration)
      : c_(c), inst_(c.module().inst(declaration)) {}

  Id element() const { return inst_.id(kElement); }
  ScalarConstant rank() const {
    return inst_.operand_count() > kRank ? Value(inst_.id(kRank))
                                         : ScalarConstant();
  }
  ScalarConstant extent(uint32_t n) const {
    if (inst_.operand_count() <= kShape) return {};
    const InstIndex def = c_.module().def(inst_.id(kShape));
    if (def == kNoInst) return {};
    const Inst shape = c_.module().inst(def);
    if (!IsComposite(shape.op())) return {};
    const OperandIndex operand = kFirstConstituent + n;
    return operand < shape.operand_count() ? Value(shape.id(operand))
                                           : ScalarConstant();
  }

 private:
  ScalarConstant Value(Id id) const {
    return c_.context().constants().Scalar(id);
  }

  const CheckContext& c_;
  Inst inst_;
};

// --- Types -----------------------------------------------------------------

bool IsConstantOperand(const CheckContext& c, OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return false;
  const Op op = c.module().record(def).op;
  return MakesConstant(op);
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
  const ScalarConstant length = c.context().constants().Scalar(array.id(2));
  return !rank.fixed() || !length.fixed() || rank.value == length.value;
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
  const TensorType type(c, c.index());
  if (!ShapeFits(c, type.rank())) {
    c.Report(R("type.typetensor.shape"), kShape, {c.inst().id(kShape)});
    c.PoisonResult();
    return;
  }
  const InstIndex shape = c.module().def(c.inst().id(kShape));
  const uint32_t extents = c.module().record(shape).operand_count;
  for (uint32_t n = 0; n + kFirstConstituent < extents; ++n) {
    const ScalarConstant extent = type.extent(n);
    if (!extent.fixed() || extent.value > 0) continue;
    c.Report(R("type.typetensor.extent"), kShape);
    c.PoisonResult();
    return;
  }
}

// --- Constants -------------------------------------------------------------

// Extents beyond are not compared, so that the check stays linear: no tensor
// has so many.
constexpr uint32_t kMaxCompared = 32;

// Whether a value of type `part` can be a constituent of `whole`.
bool IsPart(const CheckContext& c, const TensorType& whole, Id part) {
  const ScalarConstant rank = whole.rank();
  if (!rank.fixed()) return true;
  if (rank.value == 1) return part == whole.element();
  const InstIndex def = c.module().def(part);
  if (def == kNoInst || c.module().record(def).op != Op::kTypeTensorARM) {
    return false;
  }
  const TensorType inner(c, def);
  if (inner.element() != whole.element()) return false;
  const ScalarConstant inner_rank = inner.rank();
  if (inner_rank.fixed() && inner_rank.value != rank.value - 1) return false;
  const auto compared = static_cast<uint32_t>(
      std::min<uint64_t>(static_cast<uint64_t>(rank.value), kMaxCompared));
  for (uint32_t n = 1; n < compared; ++n) {
    const ScalarConstant outside = whole.extent(n);
    const ScalarConstant inside = inner.extent(n - 1);
    if (outside.fixed() && inside.fixed() && outside.value != inside.value) {
      return false;
    }
  }
  return true;
}

void CheckConstant(const CheckContext& c) {
  const Id type_id = c.inst().result_type();
  const InstIndex def = c.module().def(type_id);
  if (def == kNoInst || c.context().poisoned(type_id) ||
      c.module().record(def).op != Op::kTypeTensorARM) {
    return;
  }
  const TensorType type(c, def);
  const uint32_t count = c.inst().operand_count() - kFirstConstituent;
  const ScalarConstant extent = type.extent(0);
  if (extent.fixed() && extent.value != count) {
    c.Report(R("const.constantcomposite.tensor-count"), Place::kWhole,
             {count, static_cast<uint64_t>(extent.value), Arg::Type(type_id)});
    c.PoisonResult();
    return;
  }
  for (uint32_t n = 0; n < count; ++n) {
    const OperandIndex operand = kFirstConstituent + n;
    const Id part = c.type_of(operand);
    if (part == kNoId || IsPart(c, type, part)) continue;
    c.Report(R("const.constantcomposite.tensor-constituent"), operand,
             {Arg::Type(part), Arg::Type(type_id)});
    c.PoisonResult();
    return;
  }
}

constexpr Op kTypes[] = {Op::kTypeTensorARM};
constexpr Op kConstants[] = {Op::kConstantComposite,
                             Op::kSpecConstantComposite};
constexpr Check kChecks[] = {{kTypes, CheckType}, {kConstants, CheckConstant}};

}  // namespace

extern constinit const Family kTensors = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

// Constants of tensor types (SPV_ARM_tensors): a tensor of rank n is made of
// tensors of rank n - 1, and one of rank 1 of its elements.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "validate/engine/family.h"
#include "validate/rules/type/tensor_type.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"const.constantcomposite.tensor-count", "SPV_ARM_tensors",
     "{2} takes {1} constituent{1s}, not {0}"},
    {"const.constantcomposite.tensor-constituent", "SPV_ARM_tensors",
     "{0} cannot be a part of {1}"},
});

constexpr OperandIndex kConstituents =
    grammar::operand::ConstantComposite::kConstituents;

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
  const TensorType inner(c.context(), def);
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
  const TensorType type(c.context(), def);
  const uint32_t count = OperandIndex(c.inst().operand_count()) - kConstituents;
  const ScalarConstant extent = type.extent(0);
  if (extent.fixed() && extent.value != count) {
    c.Report(R("const.constantcomposite.tensor-count"), Place::kWhole,
             {count, static_cast<uint64_t>(extent.value), Arg::Type(type_id)});
    c.PoisonResult();
    return;
  }
  for (uint32_t n = 0; n < count; ++n) {
    const OperandIndex operand = kConstituents + n;
    const Id part = c.type_of(operand);
    if (part == kNoId || IsPart(c, type, part)) continue;
    c.Report(R("const.constantcomposite.tensor-constituent"), operand,
             {Arg::Type(part), Arg::Type(type_id)});
    c.PoisonResult();
    return;
  }
}

constexpr Op kOps[] = {Op::kConstantComposite, Op::kSpecConstantComposite};
constexpr Check kChecks[] = {{kOps, CheckConstant}};

}  // namespace

extern constinit const Family kTensorConstants = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

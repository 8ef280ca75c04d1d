// The parts of a tensor type (SPV_ARM_tensors).
#ifndef PLUMB_VALIDATE_FACTS_TENSOR_TYPE_H_
#define PLUMB_VALIDATE_FACTS_TENSOR_TYPE_H_

#include <cstdint>

#include "core/constant.h"
#include "core/module.h"
#include "grammar/operands.h"
#include "validate/engine/module_context.h"

namespace plumb {

// An OpTypeTensorARM; omitted parts are unknown.  O(1).
class TensorType {
 public:
  TensorType(const ModuleContext& context, InstIndex declaration)
      : context_(context), inst_(context.module(), declaration) {}

  Id element() const { return inst_.id(kElementType); }
  ScalarConstant rank() const { return Value(inst_, kRank); }
  ScalarConstant extent(uint32_t n) const {
    const auto shape = inst_.Find(kShape);
    if (!shape) return {};
    return context_.constants().Component(inst_.id(*shape), n);
  }

 private:
  static constexpr OperandIndex kElementType =
      grammar::operand::TypeTensorARM::kElementType;
  static constexpr auto kRank = grammar::operand::TypeTensorARM::kRank;
  static constexpr auto kShape = grammar::operand::TypeTensorARM::kShape;

  ScalarConstant Value(const Inst& inst, OperandIndex operand) const {
    return operand < inst.operand_count()
               ? context_.constants().Scalar(inst.id(operand))
               : ScalarConstant();
  }

  const ModuleContext& context_;
  Inst inst_;
};

// Whether a type is a tensor without a shape, which is opaque.
inline bool IsShapelessTensor(const ModuleContext& context, Id type) {
  const TypeInfo& info = context.types().Get(type);
  return info.Is(type_trait::kTensor) && !info.poisoned() &&
         context.module().record(context.module().def(type)).operand_count <=
             grammar::operand::TypeTensorARM::kShape;
}

// Whether a value of type `part` can be a constituent of `whole`: a tensor of
// rank n consists of tensors of rank n - 1, and one of rank 1 of its elements.
inline bool MayBePart(const ModuleContext& context, const TensorType& whole,
                      Id part) {
  // Further extents are not compared, so that the check stays linear: no
  // tensor has so many.
  constexpr int64_t kMaxCompared = 32;
  const ScalarConstant rank = whole.rank();
  if (!rank.fixed()) return true;
  if (rank.value == 0 || rank.value == 1) return part == whole.element();
  const InstIndex def = context.module().def(part);
  if (def == kNoInst ||
      context.module().record(def).op != grammar::Op::kTypeTensorARM) {
    return false;
  }
  const TensorType inner(context, def);
  if (inner.element() != whole.element()) return false;
  const ScalarConstant inner_rank = inner.rank();
  if (inner_rank.fixed() && inner_rank.value != rank.value - 1) return false;
  for (int64_t n = 1; n < rank.value && n < kMaxCompared; ++n) {
    const ScalarConstant outside = whole.extent(static_cast<uint32_t>(n));
    const ScalarConstant inside = inner.extent(static_cast<uint32_t>(n - 1));
    if (outside.fixed() && inside.fixed() && outside.value != inside.value) {
      return false;
    }
  }
  return true;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_TENSOR_TYPE_H_

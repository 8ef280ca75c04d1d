// What a module says of a tensor type (SPV_ARM_tensors).
#ifndef PLUMB_VALIDATE_RULES_TYPE_TENSOR_TYPE_H_
#define PLUMB_VALIDATE_RULES_TYPE_TENSOR_TYPE_H_

#include <cstdint>

#include "core/constant.h"
#include "core/module.h"
#include "grammar/operands.h"
#include "validate/engine/module_context.h"

namespace plumb {

// An OpTypeTensorARM; parts that are left out are not known.  O(1).
class TensorType {
 public:
  TensorType(const ModuleContext& context, InstIndex declaration)
      : context_(context), inst_(context.module(), declaration) {}

  Id element() const { return inst_.id(kElementType); }
  ScalarConstant rank() const { return Value(inst_, kRank); }
  ScalarConstant extent(uint32_t n) const {
    using grammar::Op;
    if (inst_.operand_count() <= kShape) return {};
    const Module& module = context_.module();
    const InstIndex def = module.def(inst_.id(kShape));
    if (def == kNoInst) return {};
    const Inst shape = module.inst(def);
    if (shape.op() != Op::kConstantComposite &&
        shape.op() != Op::kSpecConstantComposite) {
      return {};
    }
    return Value(shape, grammar::operand::ConstantComposite::kConstituents + n);
  }

 private:
  static constexpr OperandIndex kElementType =
      grammar::operand::TypeTensorARM::kElementType;
  static constexpr OperandIndex kRank = grammar::operand::TypeTensorARM::kRank;
  static constexpr OperandIndex kShape =
      grammar::operand::TypeTensorARM::kShape;

  ScalarConstant Value(const Inst& inst, OperandIndex operand) const {
    return operand < inst.operand_count()
               ? context_.constants().Scalar(inst.id(operand))
               : ScalarConstant();
  }

  const ModuleContext& context_;
  Inst inst_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_TYPE_TENSOR_TYPE_H_

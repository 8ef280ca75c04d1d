#include "validate/engine/operand_predicates.h"

#include "core/module.h"
#include "grammar/operands.h"

namespace plumb {

bool IsConstantOf(const CheckContext& c, OperandIndex operand,
                  const TypePattern& type) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  const Id found = c.type_of(operand);
  if (def == kNoInst || c.context().types().Get(found).unknown()) return true;
  return Is(c.module().record(def).op, grammar::OpTrait::kMakesConstant) &&
         Fits(c.context(), type, found);
}

InstIndex FunctionTypeOf(const Module& module, Id id) {
  if (!IsDefinedBy(module, id, grammar::Op::kFunction)) return kNoInst;
  const Id type =
      module.inst(module.def(id)).id(grammar::operand::Function::kFunctionType);
  return IsDefinedBy(module, type, grammar::Op::kTypeFunction)
             ? module.def(type)
             : kNoInst;
}

}  // namespace plumb

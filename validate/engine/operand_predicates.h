// Checks of one operand, for rules that a row (operand_rule.h) cannot express:
// the requirement has more parts, or the message names something other than the
// operand's type.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_OPERAND_PREDICATES_H_
#define PLUMB_VALIDATE_ENGINE_OPERAND_PREDICATES_H_

#include "core/diagnostic.h"
#include "core/index.h"
#include "grammar/grammar.h"
#include "validate/engine/check_context.h"
#include "validate/engine/type_pattern.h"

namespace plumb {

// Whether an <id> operand is a constant instruction of a fitting type.  True
// for undefined and poisoned operands.
bool IsConstantOf(const CheckContext& c, OperandIndex operand,
                  const TypePattern& type);

// Whether the operand is present and an <id>: it follows an optional literal or
// mask.
inline bool HasIdAt(const CheckContext& c, OperandIndex operand) {
  return operand < c.inst().operand_count() && IsIdUse(c.inst().kind(operand));
}

// The OpTypeFunction of a function; kNoInst if `id` is not a function.
InstIndex FunctionTypeOf(const Module& module, Id id);

// Whether `id` is the result of an instruction with this opcode.
inline bool IsDefinedBy(const Module& module, Id id, grammar::Op op) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == op;
}

// A storage class in a message.
constexpr Arg NameOf(grammar::StorageClass storage) {
  return Arg::Enumerant(grammar::Kind::kStorageClass, storage);
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPERAND_PREDICATES_H_

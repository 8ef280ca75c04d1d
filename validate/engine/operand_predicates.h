// Questions about one operand that checks of several families ask where a row
// (operand_rule.h) does not do: the rule says more of the operand, or its
// message names something else than its type.
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

// Whether an <id> operand is a constant instruction of a fitting type.  One
// that is undefined, or of which nothing is known, is.
bool IsConstantOf(const CheckContext& c, OperandIndex operand,
                  const TypePattern& type);

// Whether the operand is there, and an <id>: one behind a literal or mask that
// may be left out.
inline bool HasIdAt(const CheckContext& c, OperandIndex operand) {
  return operand < c.inst().operand_count() && IsIdUse(c.inst().kind(operand));
}

// The OpTypeFunction of the function that `id` is; kNoInst if it is none.
InstIndex FunctionTypeOf(const Module& module, Id id);

// Whether what `id` stands for is declared or computed by this opcode.
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

// Uses of ids ahead of their definition: which there may be, and how the
// others are reported.
#ifndef PLUMB_VALIDATE_RULES_SSA_FORWARD_REFERENCE_H_
#define PLUMB_VALIDATE_RULES_SSA_FORWARD_REFERENCE_H_

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/op_role.h"
#include "grammar/grammar.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Whether an instruction only says something about an id, as OpName and
// OpDecorate do.
inline bool NamesOrDecorates(grammar::Op op) {
  const OpRole role = RoleOf(op);
  return role == OpRole::kName || role == OpRole::kDecoration;
}

// Whether all operands of an opcode may be defined later.
bool AllMayReferForward(grammar::Op op);

// Whether this operand may be defined later, whatever it is.  There are kinds
// of definitions that may be named early by every instruction, functions and
// labels, and types may name pointer types that OpTypeForwardPointer has
// announced; that is left to the caller, who has the definition at hand.
bool MayReferForward(const Module& module, InstIndex use, OperandIndex operand);

// Reports that an operand is defined only later, under the rule for the
// section of the module that the use stands in.
DiagnosticBuilder ReportForwardReference(const ModuleContext& context,
                                         DiagnosticList* list, InstIndex use,
                                         OperandIndex operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_SSA_FORWARD_REFERENCE_H_

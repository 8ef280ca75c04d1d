// Uses of ids before their definition: which are allowed, and how others are
// reported.
#ifndef PLUMB_VALIDATE_RULES_SSA_FORWARD_REFERENCE_H_
#define PLUMB_VALIDATE_RULES_SSA_FORWARD_REFERENCE_H_

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/op_role.h"
#include "grammar/grammar.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Whether an instruction only names or decorates an id, as OpName and
// OpDecorate do.
inline bool NamesOrDecorates(grammar::Op op) {
  const OpRole role = RoleOf(op);
  return role == OpRole::kName || role == OpRole::kDecoration;
}

// Whether all operands of an opcode may be defined later.
bool AllMayReferForward(grammar::Op op);

// Whether this operand may be defined later, whatever its definition is.
// Every instruction may refer forward to functions and labels, and types may
// refer to pointer types that OpTypeForwardPointer has declared; the caller,
// which has the definition, must check that.
bool MayReferForward(const Module& module, InstIndex use, OperandIndex operand);

// Reports that an operand is defined only later, under the rule for the
// section of the module that contains the use.
DiagnosticBuilder ReportForwardReference(const ModuleContext& context,
                                         DiagnosticList* list, InstIndex use,
                                         OperandIndex operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_SSA_FORWARD_REFERENCE_H_

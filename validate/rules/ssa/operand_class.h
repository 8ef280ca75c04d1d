// Checks whether an operand that must be a type or an object is one.
#ifndef PLUMB_VALIDATE_RULES_SSA_OPERAND_CLASS_H_
#define PLUMB_VALIDATE_RULES_SSA_OPERAND_CLASS_H_

#include <cstdint>

#include "core/diagnostic.h"
#include "core/module.h"
#include "validate/engine/definition.h"
#include "validate/engine/module_context.h"

namespace plumb {

// Checks the class of an operand that uses an id with a definition.  Returns
// false if it reported an error.
bool CheckOperandClass(const ModuleContext& context, DiagnosticList* list,
                       InstIndex use, OperandIndex operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_SSA_OPERAND_CLASS_H_

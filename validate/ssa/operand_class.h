// Whether an operand is a type, or an object, where it has to be one.
#ifndef PLUMB_VALIDATE_SSA_OPERAND_CLASS_H_
#define PLUMB_VALIDATE_SSA_OPERAND_CLASS_H_

#include <cstdint>

#include "core/diagnostic.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/family.h"
#include "validate/module_context.h"

namespace plumb {

extern const Family kOperandClass;

// Whether an opcode declares a type.
bool DeclaresType(grammar::Op op);

// Judges an operand that uses an id with a definition.  Says what is wrong
// with its class, if anything, and returns false then.
bool CheckOperandClass(const ModuleContext& context, DiagnosticList* list,
                       InstIndex use, uint32_t operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_SSA_OPERAND_CLASS_H_

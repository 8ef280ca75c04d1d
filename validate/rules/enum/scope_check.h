// What holds for every scope that an instruction takes as an <id>, for families
// whose scopes the grammar does not call so.
#ifndef PLUMB_VALIDATE_RULES_ENUM_SCOPE_CHECK_H_
#define PLUMB_VALIDATE_RULES_ENUM_SCOPE_CHECK_H_

#include "core/index.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Judges the type, the value and the capability of a scope: the rules
// enum.scope.* and those that go with them.  Defined in enumerant_ids.cc.
void CheckScope(const CheckContext& c, OperandIndex operand);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_ENUM_SCOPE_CHECK_H_

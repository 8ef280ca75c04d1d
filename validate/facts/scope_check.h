// The rules for all scopes in <id> operands: for memory/scopes.cc, and for
// families whose scopes are plain <id>s in the grammar.
#ifndef PLUMB_VALIDATE_FACTS_SCOPE_CHECK_H_
#define PLUMB_VALIDATE_FACTS_SCOPE_CHECK_H_

#include <optional>

#include "core/index.h"
#include "grammar/grammar.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Checks the type, the value and the capability of a scope: the rules
// enum.scope.* and related ones.  Returns the scope, if it is valid and cannot
// be specialized.  Defined in enumerant_ids.cc.
std::optional<grammar::Scope> CheckScope(const CheckContext& c,
                                         OperandIndex operand);

// Whether an <id> that must be a constant in shaders (section 2.16.2) may be a
// specialization constant: modules with cooperative matrices allow it.
bool MayBeSpecialized(const CheckContext& c, Id id);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_SCOPE_CHECK_H_

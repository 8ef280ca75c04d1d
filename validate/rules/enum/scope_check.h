// What holds for every scope that an instruction takes as an <id>: for
// memory/scopes.cc, and for families whose scopes the grammar does not call so.
#ifndef PLUMB_VALIDATE_RULES_ENUM_SCOPE_CHECK_H_
#define PLUMB_VALIDATE_RULES_ENUM_SCOPE_CHECK_H_

#include <optional>

#include "core/index.h"
#include "grammar/grammar.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Judges the type, the value and the capability of a scope: the rules
// enum.scope.* and those that go with them.  The scope, if nothing was wrong
// and nothing can change it.  Defined in enumerant_ids.cc.
std::optional<grammar::Scope> CheckScope(const CheckContext& c,
                                         OperandIndex operand);

// Whether an <id> that must be a constant in shaders (section 2.16.2) may be
// one that is specialized: modules with cooperative matrices allow it.
bool MayBeSpecialized(const CheckContext& c, Id id);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_ENUM_SCOPE_CHECK_H_

// The rules of memory scopes beyond their values.  enum/enumerant_ids.cc,
// which checks all scopes, reports them.
#ifndef PLUMB_VALIDATE_RULES_MEMORY_SCOPE_RULES_H_
#define PLUMB_VALIDATE_RULES_MEMORY_SCOPE_RULES_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kScopeRules({
    {.id = "memory.scope.constant",
     .section = "2.16.1",
     .text = "in a shader, a scope must be a constant, but {0} is not",
     .when = {.needs = grammar::Capability::kShader},
     .aliases =
         "atomic.scope.constant barrier.scope.constant "
         "group.execution.scope-constant group.nonuniform-ops.scope-constant "
         "barrier.split.scope-constant"},
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_MEMORY_SCOPE_RULES_H_

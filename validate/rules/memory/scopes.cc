#include "validate/engine/family.h"
#include "validate/rules/memory/scope_rules.h"

namespace plumb {

extern constinit const Family kScopes = {.rules = kScopeRules.rules()};

}  // namespace plumb

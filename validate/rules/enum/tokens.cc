#include "validate/engine/family.h"
#include "validate/rules/enum/token_rules.h"

namespace plumb {

extern constinit const Family kTokens(kTokenRules);

}  // namespace plumb

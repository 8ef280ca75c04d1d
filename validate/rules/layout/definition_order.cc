#include "validate/engine/family.h"
#include "validate/rules/layout/definition_rules.h"

namespace plumb {

extern constinit const Family kDefinitionOrder(kDefinitionOrderRules);

}  // namespace plumb

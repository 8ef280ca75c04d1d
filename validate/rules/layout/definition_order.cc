#include "validate/rules/layout/definition_order.h"

#include "validate/engine/family.h"

namespace plumb {

extern constinit const Family kDefinitionOrder(kDefinitionOrderRules);

}  // namespace plumb

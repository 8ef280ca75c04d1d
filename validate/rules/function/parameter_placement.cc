#include "validate/rules/function/parameter_placement.h"

#include "validate/engine/family.h"

namespace plumb {

extern constinit const Family kParameterPlacement(kParameterPlacementRules);

}  // namespace plumb

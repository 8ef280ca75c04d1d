#include "validate/rules/control/merge_placement.h"

#include "validate/engine/family.h"

namespace plumb {

extern constinit const Family kMergePlacement(kMergePlacementRules);

}  // namespace plumb

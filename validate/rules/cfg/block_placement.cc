#include "validate/rules/cfg/block_placement.h"

#include "validate/engine/family.h"

namespace plumb {

extern constinit const Family kBlockPlacement(kBlockPlacementRules);

}  // namespace plumb

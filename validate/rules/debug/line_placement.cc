#include "validate/rules/debug/line_placement.h"

#include "validate/engine/family.h"

namespace plumb {

extern constinit const Family kLinePlacement(kLinePlacementRules);

}  // namespace plumb

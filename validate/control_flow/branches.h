// Targets of branches and merge instructions, order of blocks.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_BRANCHES_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_BRANCHES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBranches;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_BRANCHES_H_

// What merge and branch instructions say besides their targets.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_BRANCH_HINTS_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_BRANCH_HINTS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBranchHints;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_BRANCH_HINTS_H_

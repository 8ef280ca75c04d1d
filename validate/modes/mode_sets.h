// Execution modes that exclude or require each other.
#ifndef PLUMB_VALIDATE_MODES_MODE_SETS_H_
#define PLUMB_VALIDATE_MODES_MODE_SETS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kModeSetRules;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_MODES_MODE_SETS_H_

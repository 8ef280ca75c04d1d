// The variables that entry points list in their interfaces.
#ifndef PLUMB_VALIDATE_ENTRY_POINTS_INTERFACES_H_
#define PLUMB_VALIDATE_ENTRY_POINTS_INTERFACES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kInterfaces;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENTRY_POINTS_INTERFACES_H_

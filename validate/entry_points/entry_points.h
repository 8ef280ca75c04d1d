// Entry points and the functions they name.
#ifndef PLUMB_VALIDATE_ENTRY_POINTS_ENTRY_POINTS_H_
#define PLUMB_VALIDATE_ENTRY_POINTS_ENTRY_POINTS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kEntryPoints;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENTRY_POINTS_ENTRY_POINTS_H_

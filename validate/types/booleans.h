// Memory that holds Booleans (section 3.32.6).
#ifndef PLUMB_VALIDATE_TYPES_BOOLEANS_H_
#define PLUMB_VALIDATE_TYPES_BOOLEANS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBooleanObjects;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_BOOLEANS_H_

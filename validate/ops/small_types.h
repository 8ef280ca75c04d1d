// Uses of numbers that only may be stored.
#ifndef PLUMB_VALIDATE_OPS_SMALL_TYPES_H_
#define PLUMB_VALIDATE_OPS_SMALL_TYPES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kSmallTypes;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_SMALL_TYPES_H_

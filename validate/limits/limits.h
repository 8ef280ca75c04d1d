// The universal limits.
#ifndef PLUMB_VALIDATE_LIMITS_LIMITS_H_
#define PLUMB_VALIDATE_LIMITS_LIMITS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLimitRules;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_LIMITS_LIMITS_H_

// Types that may be declared only once (section 2.8).
#ifndef PLUMB_VALIDATE_TYPES_UNIQUE_H_
#define PLUMB_VALIDATE_TYPES_UNIQUE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kUniqueTypes;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_UNIQUE_H_

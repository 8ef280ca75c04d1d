// Constants (section 3.32.7).
#ifndef PLUMB_VALIDATE_TYPES_CONSTANTS_H_
#define PLUMB_VALIDATE_TYPES_CONSTANTS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kConstants;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_CONSTANTS_H_

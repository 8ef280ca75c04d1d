// OpSizeOf (section 3.32.1).
#ifndef PLUMB_VALIDATE_OPS_SIZE_OF_H_
#define PLUMB_VALIDATE_OPS_SIZE_OF_H_

#include "validate/family.h"

namespace plumb {

extern const Family kSizeOf;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_SIZE_OF_H_

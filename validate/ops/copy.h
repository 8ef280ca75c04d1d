// Copies of objects.
#ifndef PLUMB_VALIDATE_OPS_COPY_H_
#define PLUMB_VALIDATE_OPS_COPY_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCopy;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_COPY_H_

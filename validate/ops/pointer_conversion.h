// Conversions of pointers.
#ifndef PLUMB_VALIDATE_OPS_POINTER_CONVERSION_H_
#define PLUMB_VALIDATE_OPS_POINTER_CONVERSION_H_

#include "validate/family.h"

namespace plumb {

extern const Family kPointerConversion;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_POINTER_CONVERSION_H_

// Numeric conversions.
#ifndef PLUMB_VALIDATE_OPS_CONVERSION_H_
#define PLUMB_VALIDATE_OPS_CONVERSION_H_

#include "validate/family.h"

namespace plumb {

extern const Family kConversion;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_CONVERSION_H_

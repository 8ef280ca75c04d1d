// Fixed-point and floating-point numbers of arbitrary precision.
#ifndef PLUMB_VALIDATE_EXTENSIONS_ARBITRARY_PRECISION_H_
#define PLUMB_VALIDATE_EXTENSIONS_ARBITRARY_PRECISION_H_

#include "validate/family.h"

namespace plumb {

extern const Family kArbitraryPrecision;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_ARBITRARY_PRECISION_H_

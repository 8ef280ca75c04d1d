// Saturating conversions to 8-bit floats (SPV_EXT_float8).
#ifndef PLUMB_VALIDATE_EXTENSIONS_FLOAT8_H_
#define PLUMB_VALIDATE_EXTENSIONS_FLOAT8_H_

#include "validate/family.h"

namespace plumb {

extern const Family kFloat8;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_FLOAT8_H_

// Conversions to and from narrow floats, and floats that stay apart.
#ifndef PLUMB_VALIDATE_EXTENSIONS_NARROW_FLOATS_H_
#define PLUMB_VALIDATE_EXTENSIONS_NARROW_FLOATS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kNarrowFloats;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_NARROW_FLOATS_H_

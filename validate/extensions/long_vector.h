// Where long vectors may be allocated (SPV_EXT_long_vector).
#ifndef PLUMB_VALIDATE_EXTENSIONS_LONG_VECTOR_H_
#define PLUMB_VALIDATE_EXTENSIONS_LONG_VECTOR_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLongVector;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_LONG_VECTOR_H_

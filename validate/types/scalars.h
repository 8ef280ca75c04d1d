// Scalars, vectors and matrices (section 3.32.6).
#ifndef PLUMB_VALIDATE_TYPES_SCALARS_H_
#define PLUMB_VALIDATE_TYPES_SCALARS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kScalarTypes;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_SCALARS_H_

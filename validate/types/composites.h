// Arrays, structures, pointers and function types (section 3.32.6).
#ifndef PLUMB_VALIDATE_TYPES_COMPOSITES_H_
#define PLUMB_VALIDATE_TYPES_COMPOSITES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCompositeTypes;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_COMPOSITES_H_

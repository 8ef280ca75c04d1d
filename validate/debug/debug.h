// Names and source positions.
#ifndef PLUMB_VALIDATE_DEBUG_DEBUG_H_
#define PLUMB_VALIDATE_DEBUG_DEBUG_H_

#include "validate/family.h"

namespace plumb {

extern const Family kDebug;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_DEBUG_DEBUG_H_

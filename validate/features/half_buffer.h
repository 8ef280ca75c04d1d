// The capability Float16Buffer; see half_buffer.cc.
#ifndef PLUMB_VALIDATE_FEATURES_HALF_BUFFER_H_
#define PLUMB_VALIDATE_FEATURES_HALF_BUFFER_H_

#include "validate/family.h"

namespace plumb {

extern const Family kHalfBuffer;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_HALF_BUFFER_H_

// Conversions of bit patterns.
#ifndef PLUMB_VALIDATE_OPS_BITCAST_H_
#define PLUMB_VALIDATE_OPS_BITCAST_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBitcasts;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_BITCAST_H_

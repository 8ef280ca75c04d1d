// Construction of composites.
#ifndef PLUMB_VALIDATE_OPS_COMPOSITE_CONSTRUCT_H_
#define PLUMB_VALIDATE_OPS_COMPOSITE_CONSTRUCT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCompositeConstruct;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_COMPOSITE_CONSTRUCT_H_

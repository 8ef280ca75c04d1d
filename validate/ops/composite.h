// Composite instructions.
#ifndef PLUMB_VALIDATE_OPS_COMPOSITE_H_
#define PLUMB_VALIDATE_OPS_COMPOSITE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kComposite;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_COMPOSITE_H_

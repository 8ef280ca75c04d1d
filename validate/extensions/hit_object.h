// Hit objects and reordering of invocations
// (SPV_EXT_shader_invocation_reorder).
#ifndef PLUMB_VALIDATE_EXTENSIONS_HIT_OBJECT_H_
#define PLUMB_VALIDATE_EXTENSIONS_HIT_OBJECT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kHitObject;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_HIT_OBJECT_H_

// The layout of functions and of what stands between them.
#ifndef PLUMB_VALIDATE_LAYOUT_FUNCTION_LAYOUT_H_
#define PLUMB_VALIDATE_LAYOUT_FUNCTION_LAYOUT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kFunctionLayout;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_LAYOUT_FUNCTION_LAYOUT_H_

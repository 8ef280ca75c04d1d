// The order of a module's sections before its functions.
#ifndef PLUMB_VALIDATE_LAYOUT_MODULE_LAYOUT_H_
#define PLUMB_VALIDATE_LAYOUT_MODULE_LAYOUT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kModuleLayout;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_LAYOUT_MODULE_LAYOUT_H_

// The places of debug information in extended instruction sets.
#ifndef PLUMB_VALIDATE_LAYOUT_DEBUG_INFO_LAYOUT_H_
#define PLUMB_VALIDATE_LAYOUT_DEBUG_INFO_LAYOUT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kDebugInfoLayout;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_LAYOUT_DEBUG_INFO_LAYOUT_H_

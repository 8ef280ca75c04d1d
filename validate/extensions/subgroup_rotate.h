// Rotation of values in a group (SPV_KHR_subgroup_rotate).
#ifndef PLUMB_VALIDATE_EXTENSIONS_SUBGROUP_ROTATE_H_
#define PLUMB_VALIDATE_EXTENSIONS_SUBGROUP_ROTATE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kSubgroupRotate;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_SUBGROUP_ROTATE_H_

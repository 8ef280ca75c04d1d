// What decorations may be applied to.
#ifndef PLUMB_VALIDATE_DECORATIONS_TARGETS_H_
#define PLUMB_VALIDATE_DECORATIONS_TARGETS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kDecorationTargets;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_DECORATIONS_TARGETS_H_

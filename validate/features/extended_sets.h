// Imports of extended instruction sets; see extended_sets.cc.
#ifndef PLUMB_VALIDATE_FEATURES_EXTENDED_SETS_H_
#define PLUMB_VALIDATE_FEATURES_EXTENDED_SETS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kExtendedSets;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_EXTENDED_SETS_H_

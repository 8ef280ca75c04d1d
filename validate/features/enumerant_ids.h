// Enumerants that operands hold as ids; see enumerant_ids.cc.
#ifndef PLUMB_VALIDATE_FEATURES_ENUMERANT_IDS_H_
#define PLUMB_VALIDATE_FEATURES_ENUMERANT_IDS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kEnumerantIds;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_ENUMERANT_IDS_H_

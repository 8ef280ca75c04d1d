// Every id is defined, and defined once.
#ifndef PLUMB_VALIDATE_SSA_IDS_H_
#define PLUMB_VALIDATE_SSA_IDS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kIds;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_SSA_IDS_H_

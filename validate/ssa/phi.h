// The pairs of OpPhi.
#ifndef PLUMB_VALIDATE_SSA_PHI_H_
#define PLUMB_VALIDATE_SSA_PHI_H_

#include "validate/family.h"

namespace plumb {

extern const Family kPhi;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_SSA_PHI_H_

// Poison, and freezing it (SPV_KHR_poison_freeze).
#ifndef PLUMB_VALIDATE_EXTENSIONS_POISON_FREEZE_H_
#define PLUMB_VALIDATE_EXTENSIONS_POISON_FREEZE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kPoisonFreeze;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_POISON_FREEZE_H_

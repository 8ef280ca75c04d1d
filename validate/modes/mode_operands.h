// Operands of execution modes.
#ifndef PLUMB_VALIDATE_MODES_MODE_OPERANDS_H_
#define PLUMB_VALIDATE_MODES_MODE_OPERANDS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kModeOperandRules;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_MODES_MODE_OPERANDS_H_

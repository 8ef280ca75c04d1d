// Which execution models an execution mode is for.
#ifndef PLUMB_VALIDATE_MODES_MODE_MODELS_H_
#define PLUMB_VALIDATE_MODES_MODE_MODELS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kModeModelRules;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_MODES_MODE_MODELS_H_

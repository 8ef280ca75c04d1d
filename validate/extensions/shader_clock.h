// Reading of clocks (SPV_KHR_shader_clock).
#ifndef PLUMB_VALIDATE_EXTENSIONS_SHADER_CLOCK_H_
#define PLUMB_VALIDATE_EXTENSIONS_SHADER_CLOCK_H_

#include "validate/family.h"

namespace plumb {

extern const Family kShaderClock;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_SHADER_CLOCK_H_

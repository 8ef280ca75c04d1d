// Cooperative matrices in memory (SPV_KHR_cooperative_matrix).
#ifndef PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_MEMORY_H_
#define PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_MEMORY_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCooperativeMemory;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_MEMORY_H_

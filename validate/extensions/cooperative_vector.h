// Products and memory of cooperative vectors (SPV_NV_cooperative_vector).
#ifndef PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_VECTOR_H_
#define PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_VECTOR_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCooperativeVector;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_VECTOR_H_

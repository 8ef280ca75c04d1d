// Loads and stores under a condition (SPV_INTEL_predicated_io).
#ifndef PLUMB_VALIDATE_EXTENSIONS_PREDICATED_IO_H_
#define PLUMB_VALIDATE_EXTENSIONS_PREDICATED_IO_H_

#include "validate/family.h"

namespace plumb {

extern const Family kPredicatedIo;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_PREDICATED_IO_H_

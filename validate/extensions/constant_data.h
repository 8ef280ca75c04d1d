// Constants that are arrays of raw data (SPV_KHR_constant_data).
#ifndef PLUMB_VALIDATE_EXTENSIONS_CONSTANT_DATA_H_
#define PLUMB_VALIDATE_EXTENSIONS_CONSTANT_DATA_H_

#include "validate/family.h"

namespace plumb {

extern const Family kConstantData;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_CONSTANT_DATA_H_

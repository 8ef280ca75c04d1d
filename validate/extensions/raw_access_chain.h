// Pointers into buffers by byte offsets (SPV_NV_raw_access_chains).
#ifndef PLUMB_VALIDATE_EXTENSIONS_RAW_ACCESS_CHAIN_H_
#define PLUMB_VALIDATE_EXTENSIONS_RAW_ACCESS_CHAIN_H_

#include "validate/family.h"

namespace plumb {

extern const Family kRawAccessChain;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_RAW_ACCESS_CHAIN_H_

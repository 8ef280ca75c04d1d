// The places of OpPhi and variables in a block.
#ifndef PLUMB_VALIDATE_LAYOUT_BLOCK_LAYOUT_H_
#define PLUMB_VALIDATE_LAYOUT_BLOCK_LAYOUT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBlockLayout;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_LAYOUT_BLOCK_LAYOUT_H_

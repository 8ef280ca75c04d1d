// Decorations of descriptor heaps and of what they hold
// (SPV_EXT_descriptor_heap).
#ifndef PLUMB_VALIDATE_EXTENSIONS_HEAP_LAYOUT_H_
#define PLUMB_VALIDATE_EXTENSIONS_HEAP_LAYOUT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kHeapLayout;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_HEAP_LAYOUT_H_

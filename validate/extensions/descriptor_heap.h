// Types, constants and pointers of descriptor heaps (SPV_EXT_descriptor_heap).
#ifndef PLUMB_VALIDATE_EXTENSIONS_DESCRIPTOR_HEAP_H_
#define PLUMB_VALIDATE_EXTENSIONS_DESCRIPTOR_HEAP_H_

#include "validate/family.h"

namespace plumb {

extern const Family kDescriptorHeap;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_DESCRIPTOR_HEAP_H_

#include "core/buffer.h"

#include <cstdlib>

namespace plumb::internal {

void* ReallocateBlock(const Allocator* allocator, void* block, size_t old_size,
                      size_t new_size) {
  if (allocator == nullptr) return std::realloc(block, new_size);
  return allocator->reallocate(allocator->context, block, old_size, new_size);
}

void FreeBlock(const Allocator* allocator, void* block, size_t size) {
  if (allocator == nullptr) {
    std::free(block);
  } else {
    allocator->reallocate(allocator->context, block, size, 0);
  }
}

}  // namespace plumb::internal

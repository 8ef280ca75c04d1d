// Counts the allocations of a program and their bytes, for tests which show
// that something does not allocate once it is warm, or needs no more than it
// should.
//
// It replaces the global operators new and delete: exactly one source of a test
// includes it.
#ifndef PLUMB_CORE_ALLOCATION_COUNT_H_
#define PLUMB_CORE_ALLOCATION_COUNT_H_

#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "absl/base/attributes.h"

namespace plumb {

inline std::atomic<size_t> allocation_count{0};
// The bytes of all blocks, and their maximum since it was last set.
inline std::atomic<size_t> allocated_bytes{0};
inline std::atomic<size_t> peak_allocated_bytes{0};

namespace internal {

inline void CountBlock(void* block) {
  ++allocation_count;
  const size_t bytes = allocated_bytes += malloc_usable_size(block);
  size_t peak = peak_allocated_bytes;
  while (bytes > peak &&
         !peak_allocated_bytes.compare_exchange_weak(peak, bytes)) {
  }
}

}  // namespace internal
}  // namespace plumb

// Replacements must not be inline.  Inlined by the optimizer, g++ 12 takes
// std::free() for a mismatch with `new`.
// NOLINTBEGIN(misc-definitions-in-headers)
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size,
                                           const std::nothrow_t&) noexcept {
  void* const block = std::malloc(size == 0 ? 1 : size);
  if (block != nullptr) plumb::internal::CountBlock(block);
  return block;
}
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) std::abort();
  return memory;
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory) noexcept {
  plumb::allocated_bytes -= malloc_usable_size(memory);
  std::free(memory);
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory, size_t) noexcept {
  operator delete(memory);
}
// NOLINTEND(misc-definitions-in-headers)

#endif  // PLUMB_CORE_ALLOCATION_COUNT_H_

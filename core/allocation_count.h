// Counts the allocations of a program, for tests which show that something does
// not allocate once it is warm.
//
// It replaces the global operators new and delete: exactly one source of a test
// includes it.
#ifndef PLUMB_CORE_ALLOCATION_COUNT_H_
#define PLUMB_CORE_ALLOCATION_COUNT_H_

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "absl/base/attributes.h"

namespace plumb {

inline std::atomic<size_t> allocation_count{0};

}  // namespace plumb

// Replacements must not be inline.  Inlined by the optimizer, g++ 12 takes
// std::free() for a mismatch with `new`.
// NOLINTBEGIN(misc-definitions-in-headers)
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size,
                                           const std::nothrow_t&) noexcept {
  ++plumb::allocation_count;
  return std::malloc(size == 0 ? 1 : size);
}
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) std::abort();
  return memory;
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory) noexcept {
  std::free(memory);
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}
// NOLINTEND(misc-definitions-in-headers)

#endif  // PLUMB_CORE_ALLOCATION_COUNT_H_

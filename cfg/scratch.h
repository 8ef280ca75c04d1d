// Sizes of arrays that are filled again for function after function.
//
// Memory is kept as long as it is small: a large function must not hold memory
// of a step that is over, and its own cost hides that of allocation.
#ifndef PLUMB_CFG_SCRATCH_H_
#define PLUMB_CFG_SCRATCH_H_

#include <cstddef>
#include <vector>

namespace plumb::cfg {

// Up to this size, memory is kept.
inline constexpr size_t kKeptBytes = size_t{1} << 16;

// Releases the memory of a large array, which is empty afterwards.
template <typename T>
void ReleaseIfLarge(std::vector<T>* list) {
  if (list->capacity() * sizeof(T) > kKeptBytes) std::vector<T>().swap(*list);
}

// Changes the size without keeping the contents: more memory than before is
// allocated exactly, and without a copy.
template <typename T>
void ResizeExactly(size_t size, std::vector<T>* list) {
  if (size > list->capacity()) {
    list->clear();
    list->reserve(size);
  }
  list->resize(size);
}

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_SCRATCH_H_

// A growing array of plain values.
//
// Like std::vector, with two differences that large modules feel: it grows with
// realloc(), which moves large arrays by their pages rather than by copying
// them and never holds both copies, and it can be made larger without writing
// to the new elements.  It grows by a half, and by a quarter
// once it is large.
//
// Its memory comes from the allocator of the thread that allocates first
// (core/call_context.h), which must outlive the buffer; without one, from
// malloc().
//
// Tested by buffer_test.cc.
#ifndef PLUMB_CORE_BUFFER_H_
#define PLUMB_CORE_BUFFER_H_

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "core/call_context.h"

namespace plumb {
namespace internal {

// As Allocator::reallocate; a null allocator is malloc()'s.
void* ReallocateBlock(const Allocator* allocator, void* block, size_t old_size,
                      size_t new_size);
void FreeBlock(const Allocator* allocator, void* block, size_t size);

}  // namespace internal

// Throws std::bad_alloc, as std::vector does, and is as before then.
// Elements are not destroyed and are moved as bytes.  Views of them last until
// the next call that may grow the buffer.
template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(std::is_trivially_destructible_v<T>);
  static_assert(alignof(T) <= alignof(std::max_align_t));

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  Buffer() = default;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (data_ != nullptr) {
      internal::FreeBlock(allocator_, data_, capacity_ * sizeof(T));
    }
  }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  // Keeps the memory.
  void clear() { size_ = 0; }

  void push_back(const T& value) {
    if (size_ == capacity_) {
      const T copy = value;  // it may be an element
      Grow(size_ + 1);
      data_[size_++] = copy;
      return;
    }
    data_[size_++] = value;
  }

  // Not elements of the buffer itself.
  void append(const T* first, const T* last) {
    ResizeUninitialized(size_ + static_cast<size_t>(last - first));
    std::copy(first, last, data_ + (size_ - (last - first)));
  }

  // Reserves memory for exactly `count` elements in total.
  void reserve(size_t count) {
    if (count > capacity_) Reallocate(count);
  }

  // New elements are T().
  void resize(size_t count) { resize(count, T()); }
  void resize(size_t count, const T& value) {
    const size_t old = size_;
    ResizeUninitialized(count);
    for (size_t i = old; i < count; ++i) data_[i] = value;
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }
  // New elements must be written before they are read.
  void ResizeUninitialized(size_t count) {
    if (count > capacity_) Grow(count);
    size_ = count;
  }

  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(allocator_, other.allocator_);
  }

 private:
  static constexpr size_t kMinCapacity = 16;
  // From here on memory is spared rather than calls.
  static constexpr size_t kLargeBytes = 1 << 18;

  void Grow(size_t count) {
    const bool large = capacity_ * sizeof(T) >= kLargeBytes;
    const size_t more = large ? capacity_ / 4 : capacity_ / 2;
    Reallocate(std::max({count, capacity_ + more, kMinCapacity}));
  }
  void Reallocate(size_t capacity) {
    if (data_ == nullptr) allocator_ = CurrentCallContext().allocator;
    void* const data = capacity <= static_cast<size_t>(-1) / sizeof(T)
                           ? internal::ReallocateBlock(allocator_, data_,
                                                       capacity_ * sizeof(T),
                                                       capacity * sizeof(T))
                           : nullptr;
    if (data == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(data);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  const Allocator* allocator_ = nullptr;  // of data_
};

}  // namespace plumb

#endif  // PLUMB_CORE_BUFFER_H_

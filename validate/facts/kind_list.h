// A short list of enumerators in a row of a table: the kinds of the operands of
// an instruction.
#ifndef PLUMB_VALIDATE_FACTS_KIND_LIST_H_
#define PLUMB_VALIDATE_FACTS_KIND_LIST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "absl/types/span.h"

namespace plumb {

// At most kMax enumerators of `Kind`.  A longer list in a row does not compile.
template <typename Kind, size_t kMax>
class KindList {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  constexpr KindList() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a list in a row
  constexpr KindList(std::initializer_list<Kind> kinds) {
    for (const Kind kind : kinds) kinds_[size_++] = kind;
  }

  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr Kind operator[](size_t i) const { return kinds_[i]; }
  constexpr absl::Span<const Kind> all() const {
    return {kinds_.data(), size_};
  }

  constexpr void Replace(Kind from, Kind to) {
    for (size_t i = 0; i < size_; ++i) {
      if (kinds_[i] == from) kinds_[i] = to;
    }
  }

  // The index of the first enumerator that is `kind`; kNone without one.
  // O(size).
  constexpr size_t Find(Kind kind) const {
    for (size_t i = 0; i < size_; ++i) {
      if (kinds_[i] == kind) return i;
    }
    return kNone;
  }

 private:
  std::array<Kind, kMax> kinds_ = {};
  uint8_t size_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_KIND_LIST_H_

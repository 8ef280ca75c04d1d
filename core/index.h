// Distinct integer types for the things that arrays are indexed by, so that an
// id is never taken for an instruction or a block.
#ifndef PLUMB_CORE_INDEX_H_
#define PLUMB_CORE_INDEX_H_

#include <compare>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace plumb {

// The default value for "none".
inline constexpr uint32_t kNoIndex = 0xffffffff;

// A 32-bit index with its own type.  `Tag` is any incomplete type; `kDefault`
// is the value for "none", which a default-constructed index has.  Trivially
// copyable; compares and counts like an integer.
template <typename Tag, uint32_t kDefault = kNoIndex>
struct Index {
  uint32_t value = kDefault;

  constexpr Index() = default;
  constexpr explicit Index(uint32_t v) : value(v) {}

  friend constexpr bool operator==(Index a, Index b) = default;
  friend constexpr auto operator<=>(Index a, Index b) = default;
  constexpr Index& operator++() {
    ++value;
    return *this;
  }
  friend constexpr Index operator+(Index a, uint32_t n) {
    return Index(a.value + n);
  }
  friend constexpr uint32_t operator-(Index a, Index b) {
    return a.value - b.value;
  }
  template <typename H>
  friend H AbslHashValue(H h, Index i) {
    return H::combine(std::move(h), i.value);
  }
};

// A SPIR-V <id>, as in the module's words.  kNoId (0) means none.
using Id = Index<struct IdTag, 0>;
inline constexpr Id kNoId;

// The position of an instruction in its module, from 0.
using InstIndex = Index<struct InstTag>;
inline constexpr InstIndex kNoInst;

static_assert(sizeof(Id) == 4);
static_assert(std::is_trivially_copyable_v<Id>);
static_assert(!std::is_convertible_v<Id, InstIndex>);

}  // namespace plumb

#endif  // PLUMB_CORE_INDEX_H_

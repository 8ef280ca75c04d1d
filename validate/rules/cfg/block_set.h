// A set of block numbers, for tests that restate definitions as sets of
// blocks.
//
// Tested by structured_test.cc and structured_exhaustive_test.cc, which use
// it.
#ifndef PLUMB_VALIDATE_RULES_CFG_BLOCK_SET_H_
#define PLUMB_VALIDATE_RULES_CFG_BLOCK_SET_H_

#include <bit>
#include <cstdint>

namespace plumb {

// A set of the numbers 0 to 31, passed by value.
class BlockSet {
 public:
  static constexpr int kMaxBlocks = 32;

  constexpr BlockSet() = default;

  constexpr bool Has(int b) const { return (bits_ >> b & 1) != 0; }
  constexpr void Add(int b) { bits_ |= uint32_t{1} << b; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  // The blocks of this set that are not in `other`.
  constexpr BlockSet Without(BlockSet other) const {
    return BlockSet(bits_ & ~other.bits_);
  }
  constexpr bool operator==(const BlockSet&) const = default;

  // Iterates in ascending order.
  class Iterator {
   public:
    explicit constexpr Iterator(uint32_t rest) : rest_(rest) {}
    constexpr int operator*() const { return std::countr_zero(rest_); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    uint32_t rest_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  explicit constexpr BlockSet(uint32_t bits) : bits_(bits) {}

  uint32_t bits_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_BLOCK_SET_H_

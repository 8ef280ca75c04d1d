// The hash function and the probing order of the generated name tables.
//
// The generator (generator/hash_tables.cc) lays the tables out with these
// functions and the look-ups (grammar.cc) use the same ones, so both agree on
// any machine: words are always assembled in little-endian order.  Eight bytes
// are mixed at a time; names of up to sixteen bytes cost two rounds.
//
// Tested by grammar_test.cc and generator/generator_test.cc.
#ifndef PLUMB_GRAMMAR_HASH_H_
#define PLUMB_GRAMMAR_HASH_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb::grammar {

// One slot of an open-addressing table of names: linear probing, a
// power-of-two number of slots, at most half of them occupied.  `tag` is a
// part of the hash that the slot number does not use; it saves most string
// comparisons.
struct NameSlot {
  uint16_t tag;
  uint16_t row;  // kEmptySlot, or a row in the table's own numbering
};
inline constexpr uint16_t kEmptySlot = 0xffff;

namespace internal {

// `size` bytes (at most 8) as a little-endian number.
constexpr uint64_t LoadBytes(const char* bytes, size_t size) {
  uint64_t word = 0;
  for (size_t i = 0; i < size; ++i) {
    word |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return word;
}

// Written out, so that the compiler turns each into one load.
constexpr uint64_t Load4(const char* b) {
  return uint64_t{static_cast<unsigned char>(b[0])} |
         uint64_t{static_cast<unsigned char>(b[1])} << 8 |
         uint64_t{static_cast<unsigned char>(b[2])} << 16 |
         uint64_t{static_cast<unsigned char>(b[3])} << 24;
}
constexpr uint64_t Load8(const char* b) {
  return Load4(b) | Load4(b + 4) << 32;
}

constexpr uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

}  // namespace internal

// The hash of a name.  `seed` distinguishes equal names in one table: the
// operand kind of an enumerant, the set of an extended instruction.
constexpr uint64_t HashName(absl::string_view name, uint32_t seed = 0) {
  const char* bytes = name.data();
  const size_t size = name.size();
  uint64_t hash = internal::Mix(0x51f15eedu + (uint64_t{seed} << 32), size);
  if (size >= 8) {
    for (size_t i = 0; i + 8 < size; i += 8) {
      hash = internal::Mix(hash, internal::Load8(bytes + i));
    }
    hash = internal::Mix(hash, internal::Load8(bytes + size - 8));
  } else if (size >= 4) {
    hash = internal::Mix(
        hash, internal::Load4(bytes) | internal::Load4(bytes + size - 4) << 32);
  } else {
    hash = internal::Mix(hash, internal::LoadBytes(bytes, size));
  }
  return hash ^ (hash >> 32);
}

// Whether two names are equal.  Names are short: comparing them costs less
// than calling memcmp.
constexpr bool IsSameName(absl::string_view a, absl::string_view b) {
  const size_t size = a.size();
  if (size != b.size()) return false;
  const char* x = a.data();
  const char* y = b.data();
  if (size >= 8) {
    for (size_t i = 0; i + 8 < size; i += 8) {
      if (internal::Load8(x + i) != internal::Load8(y + i)) return false;
    }
    return internal::Load8(x + size - 8) == internal::Load8(y + size - 8);
  }
  if (size >= 4) {
    return internal::Load4(x) == internal::Load4(y) &&
           internal::Load4(x + size - 4) == internal::Load4(y + size - 4);
  }
  return internal::LoadBytes(x, size) == internal::LoadBytes(y, size);
}

// The hash of an enumerant's value.
constexpr uint64_t HashValue(uint32_t value, uint32_t seed) {
  const uint64_t hash = internal::Mix(seed, value);
  return hash ^ (hash >> 32);
}

constexpr uint16_t HashTag(uint64_t hash) {
  return static_cast<uint16_t>(hash >> 48);
}

// The row in `slots` (of `mask` + 1 slots) under `hash` for which `equal(row)`
// is true, or kEmptySlot.  Ends at the first empty slot; there is always one.
template <typename Equal>
inline uint16_t FindRow(const NameSlot* slots, uint32_t mask, uint64_t hash,
                        Equal equal) {
  const uint16_t tag = HashTag(hash);
  for (uint32_t i = static_cast<uint32_t>(hash) & mask;; i = (i + 1) & mask) {
    const NameSlot slot = slots[i];
    if (slot.row == kEmptySlot) return kEmptySlot;
    if (slot.tag == tag && equal(slot.row)) return slot.row;
  }
}

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_HASH_H_

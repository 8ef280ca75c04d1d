// Words and names of up to 16 bytes as two numbers, which are hashed and
// compared at once, without a loop or a branch on their length.
//
// Tested by short_word_test.cc.
#ifndef PLUMB_PARSE_TEXT_SHORT_WORD_H_
#define PLUMB_PARSE_TEXT_SHORT_WORD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/byte_order.h"

namespace plumb {

// The bytes from the lowest on, followed by zero bytes.
struct ShortWord {
  static constexpr size_t kMaxSize = 16;
  uint64_t low = 0;
  uint64_t high = 0;
};

namespace internal {

// By size: all bits of the bytes of a word of this size, except for its last
// byte, which is `last`.
constexpr std::array<ShortWord, ShortWord::kMaxSize + 1> MasksOfWords(
    uint8_t last) {
  std::array<ShortWord, ShortWord::kMaxSize + 1> masks{};
  for (size_t size = 1; size < masks.size(); ++size) {
    for (size_t i = 0; i < size; ++i) {
      const uint64_t byte = i + 1 == size ? last : 0xff;
      if (i < 8) masks[size].low |= byte << (8 * i);
      if (i >= 8) masks[size].high |= byte << (8 * (i - 8));
    }
  }
  return masks;
}
inline constexpr auto kWordBytes = MasksOfWords(0xff);

}  // namespace internal

// Eight bytes; the first is the lowest.
inline uint64_t LoadBytes(const char* p) {
  uint64_t v = 0;
  if constexpr (kIsLittleEndian) {
    std::memcpy(&v, p, sizeof(v));
  } else {
    for (int i = 7; i >= 0; --i) v = v << 8 | static_cast<uint8_t>(p[i]);
  }
  return v;
}

// The first `size` of 16 readable bytes.
inline ShortWord LoadShortWord(const char* bytes, size_t size) {
  const ShortWord& mask = internal::kWordBytes[size];
  return {LoadBytes(bytes) & mask.low, LoadBytes(bytes + 8) & mask.high};
}

// The value of a word of one to eight bytes, in `low`, if it is a decimal
// number without leading zeros.
inline bool ParseShortDecimal(uint64_t low, size_t size, uint32_t* value) {
  // Digits by value in the highest bytes, after zeros.
  uint64_t digits =
      (low ^ (0x3030303030303030u & internal::kWordBytes[size].low))
      << (64 - 8 * size);
  const uint64_t too_large = digits + 0x7676767676767676u;
  const bool is_number = ((digits | too_large) & 0x8080808080808080u) == 0 &&
                         (size == 1 || (low & 0xff) != '0');
  // Each byte becomes the value of two digits, then the four of them are
  // added.
  digits = digits * 10 + (digits >> 8);
  constexpr uint64_t kBytes = 0x000000ff000000ff;
  *value =
      static_cast<uint32_t>(((digits & kBytes) * 0x000f424000000064u +
                             ((digits >> 16) & kBytes) * 0x0000271000000001u) >>
                            32);
  return is_number;
}

// A cache of the meanings of words in a text, so that the few most common
// words need not be looked up in large tables repeatedly.  When it is full,
// entries are overwritten.
template <typename Meaning>
class WordCache {
 public:
  // The meaning of `word` in a context, or nullptr if it is not in the cache.
  const Meaning* Find(const ShortWord& word, uint32_t context) const {
    const Entry& entry = entries_[PlaceOf(word, context)];
    return entry.word.low == word.low && entry.word.high == word.high &&
                   entry.context == context
               ? &entry.meaning
               : nullptr;
  }
  // `word` must have at least one byte.
  void Keep(const ShortWord& word, uint32_t context, Meaning meaning) {
    entries_[PlaceOf(word, context)] = {word, meaning, context};
  }

 private:
  struct Entry {
    ShortWord word;  // zero if there is none
    Meaning meaning{};
    uint32_t context = 0;
  };
  static constexpr int kBits = 8;

  static size_t PlaceOf(const ShortWord& word, uint32_t context) {
    const uint64_t hash = (word.low + context) * 0x9e3779b97f4a7c15u +
                          word.high * 0xc2b2ae3d27d4eb4fu;
    return hash >> (64 - kBits);
  }

  std::array<Entry, size_t{1} << kBits> entries_{};
};

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_SHORT_WORD_H_

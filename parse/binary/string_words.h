// The end of a literal string (section 2.2.1): the word with its zero byte.
#ifndef PLUMB_PARSE_BINARY_STRING_WORDS_H_
#define PLUMB_PARSE_BINARY_STRING_WORDS_H_

#include <bit>
#include <cstdint>

namespace plumb {

constexpr bool HasZeroByte(uint32_t word) {
  return ((word - 0x01010101u) & ~word & 0x80808080u) != 0;
}

// Whether a word has a zero byte, and only zero bytes after it: strings go
// from the low byte up.
constexpr bool EndsString(uint32_t word) {
  const uint32_t zeroes = (word - 0x01010101u) & ~word & 0x80808080u;
  const int first_zero_byte = std::countr_zero(zeroes) / 8;
  return zeroes != 0 && (uint64_t{word} >> (8 * first_zero_byte)) == 0;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_STRING_WORDS_H_

// The order of bytes in words.
#ifndef PLUMB_CORE_BYTE_ORDER_H_
#define PLUMB_CORE_BYTE_ORDER_H_

#include <bit>
#include <cstdint>

namespace plumb {

inline constexpr bool kIsLittleEndian =
    std::endian::native == std::endian::little;
static_assert(kIsLittleEndian || std::endian::native == std::endian::big);

// A word in the other byte order.
constexpr uint32_t SwapBytes(uint32_t word) {
  return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) |
         word << 24;
}

// Converts a word of this host to one whose lowest byte comes first, or back.
constexpr uint32_t LittleEndian(uint32_t word) {
  return kIsLittleEndian ? word : SwapBytes(word);
}

}  // namespace plumb

#endif  // PLUMB_CORE_BYTE_ORDER_H_

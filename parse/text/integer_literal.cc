// See integer_literal.h.  Up to 64 bits the magnitude is one number; beyond
// it, digits are multiplied into an array of words, of which only those in use
// are touched.
//
// Tested by integer_literal_test.cc.
#include "parse/text/integer_literal.h"

#include <algorithm>
#include <limits>

namespace plumb {
namespace {

// The parts of a literal.
struct Parts {
  bool negative = false;
  uint32_t base = 10;
  absl::string_view digits;
};

Parts Split(absl::string_view text) {
  Parts parts;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    parts.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.size() > 1 && text[0] == '0') {
    const bool hex = text[1] == 'x' || text[1] == 'X';
    parts.base = hex ? 16 : 8;
    text.remove_prefix(hex ? 2 : 1);
  }
  parts.digits = text;
  return parts;
}

// The value of a digit; 16 or more for another character.
uint32_t DigitValue(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<uint32_t>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<uint32_t>(c - 'A') + 10;
  return 16;
}

LiteralError ParseMagnitude64(const Parts& parts, uint64_t* magnitude) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  if (parts.digits.empty()) return LiteralError::kSyntax;
  constexpr size_t kAlwaysFit = 15;  // digits of any base
  uint64_t value = 0;
  bool overflow = false;
  for (char c : parts.digits) {
    const uint32_t digit = DigitValue(c);
    if (digit >= parts.base) return LiteralError::kSyntax;
    if (parts.digits.size() > kAlwaysFit) {
      overflow |= value > (kMax - digit) / parts.base;
    }
    value = value * parts.base + digit;
  }
  *magnitude = value;
  return overflow ? LiteralError::kRange : LiteralError::kNone;
}

// The magnitude as `count` words.
LiteralError ParseMagnitudeWide(const Parts& parts, uint32_t* words,
                                uint32_t count) {
  if (parts.digits.empty()) return LiteralError::kSyntax;
  std::fill_n(words, count, 0);
  uint32_t used = 0;
  bool overflow = false;
  for (char c : parts.digits) {
    const uint32_t digit = DigitValue(c);
    if (digit >= parts.base) return LiteralError::kSyntax;
    if (overflow) continue;
    uint64_t carry = digit;
    for (uint32_t i = 0; i < used; ++i) {
      carry += uint64_t{words[i]} * parts.base;
      words[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry == 0) continue;
    if (used == count) {
      overflow = true;
    } else {
      words[used++] = static_cast<uint32_t>(carry);
    }
  }
  return overflow ? LiteralError::kRange : LiteralError::kNone;
}

// Position of the highest bit that is set, counted from 1; 0 for zero.
uint32_t BitLength(const uint32_t* words, uint32_t count) {
  while (count > 0 && words[count - 1] == 0) --count;
  if (count == 0) return 0;
  return count * 32 - static_cast<uint32_t>(__builtin_clz(words[count - 1]));
}

bool IsPowerOfTwo(const uint32_t* words, uint32_t count) {
  int bits = 0;
  for (uint32_t i = 0; i < count; ++i) bits += __builtin_popcount(words[i]);
  return bits == 1;
}

void Negate(uint32_t* words, uint32_t count) {
  uint64_t carry = 1;
  for (uint32_t i = 0; i < count; ++i) {
    carry += ~words[i];
    words[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

// Sets all bits from `width` on.
void ExtendOnes(uint32_t* words, uint32_t count, uint32_t width) {
  for (uint32_t i = width / 32; i < count; ++i) {
    const uint32_t shift = i == width / 32 ? width % 32 : 0;
    words[i] |= ~uint32_t{0} << shift;
  }
}

}  // namespace

LiteralError ParseInteger(absl::string_view text, uint32_t width,
                          bool is_signed, uint32_t* words) {
  if (width == 0 || width > kMaxIntegerWidth) return LiteralError::kWidth;
  const Parts parts = Split(text);
  const uint32_t count = IntegerWords(width);
  LiteralError error = LiteralError::kNone;
  if (width <= 64) {
    uint64_t magnitude = 0;
    error = ParseMagnitude64(parts, &magnitude);
    words[0] = static_cast<uint32_t>(magnitude);
    if (count == 2) {
      words[1] = static_cast<uint32_t>(magnitude >> 32);
    } else if (magnitude >> 32 != 0 && error == LiteralError::kNone) {
      error = LiteralError::kRange;
    }
  } else {
    error = ParseMagnitudeWide(parts, words, count);
  }
  if (error == LiteralError::kSyntax) return error;
  if (parts.negative && !is_signed) return LiteralError::kNegative;
  if (error != LiteralError::kNone) return error;

  const uint32_t length = BitLength(words, count);
  if (parts.negative) {
    const bool fits =
        length < width || (length == width && IsPowerOfTwo(words, count));
    if (!fits) return LiteralError::kRange;
    Negate(words, count);
    return LiteralError::kNone;
  }
  const bool gives_bits = parts.base == 16 || !is_signed;
  if (length > (gives_bits ? width : width - 1)) return LiteralError::kRange;
  if (is_signed && length == width) ExtendOnes(words, count, width);
  return LiteralError::kNone;
}

}  // namespace plumb

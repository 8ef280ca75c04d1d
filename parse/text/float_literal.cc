// See float_literal.h.  Either notation becomes sign, significand and
// exponent, and one function packs these into any format.
//
// Encodings other than IEEE 754: bfloat16 is the upper half of 32 bits; the
// formats of eight and fewer bits are those of the OCP microscaling
// specification.
//
// Tested by float_literal_test.cc.
#include "parse/text/float_literal.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "absl/strings/charconv.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

using grammar::FPEncoding;
using SpecialValues = FloatFormat::SpecialValues;

constexpr FloatFormat kFloat16 = {16, 5, 10, true, 15, SpecialValues::kIeee};
constexpr FloatFormat kFloat32 = {32, 8, 23, true, 127, SpecialValues::kIeee};
constexpr FloatFormat kFloat64 = {64, 11, 52, true, 1023, SpecialValues::kIeee};

struct EncodingRow {
  FPEncoding encoding;
  FloatFormat format;
};
constexpr EncodingRow kEncodings[] = {
    {FPEncoding::kBFloat16KHR, {16, 8, 7, true, 127, SpecialValues::kIeee}},
    {FPEncoding::kFloat8E4M3EXT, {8, 4, 3, true, 7, SpecialValues::kNanOnly}},
    {FPEncoding::kFloat8E5M2EXT, {8, 5, 2, true, 15, SpecialValues::kIeee}},
    {FPEncoding::kFloat6E2M3EXT, {6, 2, 3, true, 1, SpecialValues::kNone}},
    {FPEncoding::kFloat6E3M2EXT, {6, 3, 2, true, 3, SpecialValues::kNone}},
    {FPEncoding::kFloat4E2M1EXT, {4, 2, 1, true, 1, SpecialValues::kNone}},
    {FPEncoding::kFloat8UnsignedE8M0EXT,
     {8, 8, 0, false, 127, SpecialValues::kNanOnly}},
    // mantissa_bits counts the bits after the binary point.
    {FPEncoding::kMXInt8EXT, {8, 0, 6, true, 0, SpecialValues::kFixedPoint}},
};

// The number (-1)^negative * significand * 2^exponent.  A nonzero significand
// has its highest bit set.
struct Binary {
  bool negative = false;
  uint64_t significand = 0;
  int64_t exponent = 0;
};

void Normalize(Binary* number) {
  if (number->significand == 0) return;
  const int shift = __builtin_clzll(number->significand);
  number->significand <<= shift;
  number->exponent -= shift;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A decimal exponent after "p"; saturates far outside every format.
bool ParseExponent(absl::string_view text, int64_t* exponent) {
  constexpr int64_t kFar = int64_t{1} << 40;
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  if (text.empty()) return false;
  int64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return false;
    value = std::min(kFar, value * 10 + (c - '0'));
  }
  *exponent = negative ? -value : value;
  return true;
}

// "1.8p+3", the part after "0x".
bool ParseHex(absl::string_view text, Binary* number) {
  bool any_digit = false;
  bool after_point = false;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !after_point) {
      after_point = true;
      continue;
    }
    const int digit = HexDigit(text[i]);
    if (digit < 0) break;
    any_digit = true;
    const bool room = number->significand >> 60 == 0;
    if (room) {
      number->significand =
          number->significand << 4 | static_cast<uint64_t>(digit);
    }
    // A digit that is cut off counts only if it precedes the point.
    number->exponent += (room ? 0 : 4) - (after_point ? 4 : 0);
  }
  if (!any_digit || i == text.size()) return false;
  if (text[i] != 'p' && text[i] != 'P') return false;
  int64_t exponent = 0;
  if (!ParseExponent(text.substr(i + 1), &exponent)) return false;
  number->exponent += exponent;
  Normalize(number);
  return true;
}

// Digits, a point, an exponent: the parts of a decimal number, without names
// such as "inf".
bool IsDecimal(absl::string_view text) {
  if (text.empty()) return false;
  if (text[0] != '.' && (text[0] < '0' || text[0] > '9')) return false;
  return text.find_first_not_of("0123456789.eE+-") == text.npos;
}

// Fast path for the commonest literals: few digits, and perhaps a point among
// them.  Digits and power of ten are then exact, and a single division rounds
// correctly.
template <typename Float>
bool ParseShortDecimal(absl::string_view text, Float* value) {
  constexpr Float kPowers[] = {1,   1e1, 1e2, 1e3, 1e4, 1e5,
                               1e6, 1e7, 1e8, 1e9, 1e10};
  constexpr uint64_t kExact = uint64_t{1} << std::numeric_limits<Float>::digits;
  if (text.size() < 2 || text.size() > std::size(kPowers)) return false;
  uint64_t number = 0;
  size_t point = text.size() - 1;  // its index; at the end if there is none
  for (size_t i = 0; i < text.size(); ++i) {
    const uint32_t digit = static_cast<unsigned char>(text[i]) - uint32_t{'0'};
    if (digit <= 9) {
      number = number * 10 + digit;
    } else if (text[i] == '.' && point == text.size() - 1) {
      point = i;
    } else {
      return false;
    }
  }
  if (number > kExact) return false;
  *value = static_cast<Float>(number) / kPowers[text.size() - 1 - point];
  return true;
}

template <typename Float>
LiteralError ParseDecimal(absl::string_view text, Float* value) {
  if (ParseShortDecimal(text, value)) return LiteralError::kNone;
  if (!IsDecimal(text)) return LiteralError::kSyntax;
  const char* const end = text.data() + text.size();
  const absl::from_chars_result result =
      absl::from_chars(text.data(), end, *value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) {
    return LiteralError::kSyntax;
  }
  if (result.ec == std::errc::result_out_of_range && *value > 1) {
    return LiteralError::kRange;
  }
  return LiteralError::kNone;
}

// A float as a Binary; it is finite and not negative.
Binary FromFloat(float value) {
  Binary number;
  int exponent = 0;
  const float fraction = std::frexp(value, &exponent);  // in [0.5, 1)
  number.significand = static_cast<uint64_t>(std::ldexp(fraction, 32)) << 32;
  number.exponent = exponent - 64;
  return number;
}

// Two's complement with format.mantissa_bits bits after the point.
LiteralError PackFixed(const Binary& number, const FloatFormat& format,
                       uint64_t* bits) {
  const int64_t shift = -(number.exponent + format.mantissa_bits);
  const uint64_t limit = uint64_t{1} << (format.width - 1);
  const uint64_t magnitude =
      shift >= 64 ? 0 : number.significand >> std::max<int64_t>(shift, 0);
  if (shift < 0 && number.significand != 0) return LiteralError::kRange;
  if (magnitude > limit - (number.negative ? 0 : 1)) {
    return LiteralError::kRange;
  }
  const uint64_t value = number.negative ? ~magnitude + 1 : magnitude;
  *bits = value & (limit * 2 - 1);
  return LiteralError::kNone;
}

// Cuts off bits that do not fit the mantissa.  `special` allows infinities and
// NaNs, as in hexadecimal notation.
LiteralError Pack(const Binary& number, const FloatFormat& format,
                  bool hexadecimal, uint64_t* bits) {
  if (format.specials == SpecialValues::kFixedPoint) {
    return PackFixed(number, format, bits);
  }
  if (number.negative && !format.has_sign) return LiteralError::kNegative;
  const uint64_t sign = number.negative ? uint64_t{1} << (format.width - 1) : 0;
  const int64_t max_field = (int64_t{1} << format.exponent_bits) - 1;
  const bool has_zero = format.mantissa_bits != 0;
  if (number.significand == 0) {
    *bits = sign;
    return has_zero ? LiteralError::kNone : LiteralError::kRange;
  }
  // 1.m * 2^exponent, and then its field.
  int64_t field = number.exponent + 63 + format.bias;
  uint64_t mantissa = number.significand << 1;  // without the leading 1
  if (field <= 0 && has_zero) {                 // denormal, or zero
    const int64_t shift = 1 - field;
    mantissa = shift >= 64 ? 0 : number.significand >> (shift - 1);
    field = 0;
  }
  if (field < 0) return LiteralError::kRange;
  mantissa =
      format.mantissa_bits == 0 ? 0 : mantissa >> (64 - format.mantissa_bits);
  const uint64_t all_ones = (uint64_t{1} << format.mantissa_bits) - 1;
  const bool is_special =
      field == max_field &&
      (format.specials == SpecialValues::kIeee ||
       (format.specials == SpecialValues::kNanOnly && mantissa == all_ones));
  if (field > max_field) {
    const bool infinite =
        hexadecimal && format.specials == SpecialValues::kIeee;
    if (!infinite) return LiteralError::kRange;
    field = max_field;
    mantissa = 0;
  } else if (is_special && !hexadecimal) {
    return LiteralError::kRange;
  }
  *bits =
      sign | static_cast<uint64_t>(field) << format.mantissa_bits | mantissa;
  return LiteralError::kNone;
}

LiteralError ParseBits(absl::string_view text, const FloatFormat& format,
                       uint64_t* bits) {
  Binary number;
  number.negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    if (!ParseHex(text.substr(2), &number)) return LiteralError::kSyntax;
    return Pack(number, format, true, bits);
  }
  if (format.width == 64) {
    double value = 0;
    const LiteralError error = ParseDecimal(text, &value);
    std::memcpy(bits, &value, sizeof(value));
    *bits |= uint64_t{number.negative} << 63;
    return error;
  }
  float value = 0;
  const LiteralError error = ParseDecimal(text, &value);
  if (error != LiteralError::kNone) return error;
  if (format.width == 32) {
    uint32_t word = 0;
    std::memcpy(&word, &value, sizeof(value));
    *bits = word | uint32_t{number.negative} << 31;
    return LiteralError::kNone;
  }
  const bool negative = number.negative;
  number = FromFloat(value);
  number.negative = negative;
  return Pack(number, format, false, bits);
}

}  // namespace

const FloatFormat* FindFloatFormat(uint32_t width,
                                   absl::optional<uint32_t> encoding) {
  if (!encoding) {
    switch (width) {
      case 16:
        return &kFloat16;
      case 32:
        return &kFloat32;
      case 64:
        return &kFloat64;
      default:
        return nullptr;
    }
  }
  for (const EncodingRow& row : kEncodings) {
    if (static_cast<uint32_t>(row.encoding) == *encoding) {
      return row.format.width == width ? &row.format : nullptr;
    }
  }
  return nullptr;
}

uint32_t EncodingWidth(uint32_t encoding) {
  for (const EncodingRow& row : kEncodings) {
    if (static_cast<uint32_t>(row.encoding) == encoding) {
      return row.format.width;
    }
  }
  return 0;
}

LiteralError ParseFloat(absl::string_view text, const FloatFormat& format,
                        uint32_t* words) {
  uint64_t bits = 0;
  const LiteralError error = ParseBits(text, format, &bits);
  words[0] = static_cast<uint32_t>(bits);
  if (format.width > 32) words[1] = static_cast<uint32_t>(bits >> 32);
  return error;
}

}  // namespace plumb

// Floating-point literals, decimal and hexadecimal, of every encoding of
// OpTypeFloat.
//
// Rounding is that of common assemblers, so that binaries agree bit for bit:
// decimal literals of 32 and 64 bits are rounded to nearest even; all others,
// and the surplus digits of hexadecimal literals, are cut off.  Infinities and
// NaNs are written with the maximum exponent, 0x1p+128 and 0x1.8p+128 in 32
// bits, and keep all bits of their payload; a hexadecimal literal with a
// larger exponent is infinite too.  A decimal literal that is too large is an
// error.
//
// Tested by float_literal_test.cc.
#ifndef PLUMB_PARSE_TEXT_FLOAT_LITERAL_H_
#define PLUMB_PARSE_TEXT_FLOAT_LITERAL_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "parse/text/literal_error.h"

namespace plumb {

// The layout of the bits of a floating-point type: sign, exponent, mantissa.
struct FloatFormat {
  enum class SpecialValues : uint8_t {
    kIeee,       // the maximum exponent is that of infinity and NaNs
    kNanOnly,    // all ones is NaN, and there is no infinity
    kNone,       // all bit patterns are finite
    kFixedPoint  // no exponent: a signed integer, scaled
  };
  uint8_t width;
  uint8_t exponent_bits;
  uint8_t mantissa_bits;
  bool has_sign;
  int16_t bias;
  SpecialValues specials;
};

// The format of a type of this width and, if OpTypeFloat has one, value of
// FPEncoding; nullptr if there are no literals of such a type.
const FloatFormat* FindFloatFormat(uint32_t width,
                                   absl::optional<uint32_t> encoding);

// The width that an FPEncoding requires; 0 if the encoding is unknown.
uint32_t EncodingWidth(uint32_t encoding);

// Writes the words of a literal: two for 64 bits, otherwise one.
LiteralError ParseFloat(absl::string_view text, const FloatFormat& format,
                        uint32_t* words);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_FLOAT_LITERAL_H_

// Numbers of any width and encoding as assembly text that assembles to the
// same bits.
//
// Normal 32-bit and 64-bit floats and zeroes are written in decimal with
// enough digits to be exact; all other floats in hexadecimal, infinities and
// NaNs as if their exponent were an ordinary one (0x1.8p+128).  Integers are
// decimal up to 64 bits.
//
// Tested by number_text_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_NUMBER_TEXT_H_
#define PLUMB_PARSE_DISASSEMBLY_NUMBER_TEXT_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/module.h"
#include "parse/text/float_literal.h"

namespace plumb {

// A float of at most 64 bits that is not a fixed-point number.
void AppendHexFloat(uint64_t bits, const FloatFormat& format, std::string* out);
// Decimal if that is exact and short, otherwise hexadecimal.
void AppendFloat32(uint32_t bits, std::string* out);
void AppendFloat64(uint64_t bits, std::string* out);

// A literal whose type is the OpTypeInt or OpTypeFloat that defines `type`:
// integers of up to 64 bits in decimal, wider ones in hexadecimal.  A literal
// of any other type, of the wrong size for its type, or with invalid bits
// beyond its width, is written as the assembler's immediate words
// (!0x0000002a).
void AppendTypedLiteral(const Module& module, Id type,
                        absl::Span<const uint32_t> words, std::string* out);

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_NUMBER_TEXT_H_

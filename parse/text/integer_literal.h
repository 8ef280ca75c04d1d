// Integer literals: decimal, hexadecimal (0x), or octal (a leading 0, as in
// strtol), with an optional sign.
//
// A literal has as many words as its width requires, low-order word first; a
// narrower value is sign-extended if the type is signed, otherwise
// zero-extended (section 2.2.1).  A hexadecimal literal of a signed type gives
// the bits: 0xff is -1 in eight bits.
//
// Tested by integer_literal_test.cc.
#ifndef PLUMB_PARSE_TEXT_INTEGER_LITERAL_H_
#define PLUMB_PARSE_TEXT_INTEGER_LITERAL_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "parse/text/literal_error.h"

namespace plumb {

// The maximum width of integer literals.
inline constexpr uint32_t kMaxIntegerWidth = 1024;

constexpr uint32_t IntegerWords(uint32_t width) { return (width + 31) / 32; }

// Writes the IntegerWords(width) words of a literal.  Linear in the text;
// `words` is unspecified after an error.
LiteralError ParseInteger(absl::string_view text, uint32_t width,
                          bool is_signed, uint32_t* words);

// An unsigned 32-bit number, the commonest literal.
inline LiteralError ParseUint32(absl::string_view text, uint32_t* value) {
  if (text.size() == 1) {
    *value = static_cast<unsigned char>(text[0]) - uint32_t{'0'};
    if (*value <= 9) return LiteralError::kNone;
  }
  return ParseInteger(text, 32, false, value);
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_INTEGER_LITERAL_H_

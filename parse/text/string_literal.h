// Literal strings: the characters between the quotes, raw newlines included; a
// backslash stands for the character behind it, whatever that is.  In words:
// UTF-8, four bytes a word, low byte first, ended by a zero byte and padded
// with zero bytes (section 2.2.1).
//
// Tested by string_literal_test.cc.
#ifndef PLUMB_PARSE_TEXT_STRING_LITERAL_H_
#define PLUMB_PARSE_TEXT_STRING_LITERAL_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb {

// The most words that a literal of this many bytes, quotes included, can take.
constexpr size_t MaxStringWords(size_t token_size) {
  return token_size / 4 + 1;
}

// Writes the words of a string token (quotes included) and returns how many
// there are.  Sets *has_nul if the string has a zero byte, which would end it.
size_t WriteString(absl::string_view token, uint32_t* words, bool* has_nul);

// The same for what stands between the quotes, without backslashes and zero
// bytes.
size_t WritePlainString(absl::string_view text, uint32_t* words);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_STRING_LITERAL_H_

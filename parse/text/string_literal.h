// Literal strings: the characters between the quotes, including raw newlines;
// a backslash escapes any character.  In words: UTF-8, four bytes per word,
// low byte first, ended by a zero byte and padded with zero bytes (section
// 2.2.1).
//
// Tested by string_literal_test.cc.
#ifndef PLUMB_PARSE_TEXT_STRING_LITERAL_H_
#define PLUMB_PARSE_TEXT_STRING_LITERAL_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb {

// The maximum number of words of a literal of this many bytes, quotes
// included.
constexpr size_t MaxStringWords(size_t token_size) {
  return token_size / 4 + 1;
}

// Writes the words of a string token (quotes included) and returns their
// number. Sets *has_nul if the string has a zero byte, which would end it.
size_t WriteString(absl::string_view token, uint32_t* words, bool* has_nul);

// The same for the text between the quotes, without backslashes and zero
// bytes.
size_t WritePlainString(absl::string_view text, uint32_t* words);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_STRING_LITERAL_H_

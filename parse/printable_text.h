// Makes text from an input safe to print.
//
// Control characters, characters that change the direction of text or have no
// width, noncharacters and bytes that are not well-formed UTF-8 are written as
// their numbers: a printed string is part of one line, and does not control a
// terminal.  XML 1.0 allows every printable character.
//
// Tested by printable_text_test.cc.
#ifndef PLUMB_PARSE_PRINTABLE_TEXT_H_
#define PLUMB_PARSE_PRINTABLE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

// Whether a code point is printed unchanged.  A tab is; a line feed is not.
bool IsPrintable(uint32_t code_point);

// Whether all of `text` is printed unchanged.
bool IsPrintable(absl::string_view text);

// Appends `text` with each unprintable character replaced by "<U+001b>", or
// "<ff>" for a byte.  Returns the number of columns, a tab counting as one.
// ASCII text is copied in pieces.
size_t AppendPrintable(absl::string_view text, std::string* out);

std::string PrintableText(absl::string_view text);

// The same, but line ends (a line feed, perhaps after a carriage return) are
// kept.
std::string PrintableLines(absl::string_view text);

// The start of the last character that starts at or before `at`, in
// well-formed text; at most three bytes before `at` in any text.
size_t CharacterStart(absl::string_view text, size_t at);

// `text`, or, if it is longer than `max_size`, at most its first `max_size`
// bytes, up to the end of a character, and "...".
std::string CutText(absl::string_view text, size_t max_size);

}  // namespace plumb

#endif  // PLUMB_PARSE_PRINTABLE_TEXT_H_

// Binary modules that are given as hexadecimal text, as debuggers and logs
// print them.
//
// The text is a list of words (eight digits at most) or of bytes (two at most),
// separated by white space, commas or both, each with an optional prefix "0x"
// or "x".  The first item tells the form: it is the magic number as a word, or
// its first byte, in either byte order.
//
// Tested by hex_input_test.cc.
#ifndef PLUMB_PARSE_BINARY_HEX_INPUT_H_
#define PLUMB_PARSE_BINARY_HEX_INPUT_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace plumb {

// Whether `text` begins like a module in one of these forms.  No assembly text
// does.
bool LooksLikeHex(absl::string_view text);

// The bytes of the module, in the byte order that the text has (words are taken
// as the host would store them, so that a reader of binaries finds a magic
// number in one order or the other).  An error names the line and column of
// what is no item of the list.
absl::StatusOr<std::vector<uint32_t>> WordsFromHex(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_HEX_INPUT_H_

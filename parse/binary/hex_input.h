// Binary modules in hexadecimal text, as debuggers and logs print them.
//
// The text is a list of words (at most eight digits), of bytes (at most two) or
// of runs of bytes (two digits each, as "xxd -p" prints them), separated by
// white space, commas or both, each with an optional prefix "0x" or "x".  The
// first item determines the form: it is the magic number as a word, its first
// byte, or begins with its bytes, in either byte order.  A comment from "//" to
// the end of the line, as "glslangValidator -x" writes it, is white space.
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

// The bytes of the module, in the byte order of the text (words are stored in
// the host's order, so that a reader of binaries finds a magic number in one
// order or the other).  An error has the line and column of the first invalid
// item.
absl::StatusOr<std::vector<uint32_t>> WordsFromHex(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_HEX_INPUT_H_

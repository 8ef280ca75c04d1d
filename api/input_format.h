// Detects the format of an input from its content.
//
// Tested by session_test.cc.
#ifndef PLUMB_API_INPUT_FORMAT_H_
#define PLUMB_API_INPUT_FORMAT_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb {

enum class InputFormat : uint8_t {
  kBinary,  // begins with the magic number in either byte order
  kHex,     // hexadecimal text of such a binary (parse/binary/hex_input.h)
  kText,    // anything else, nothing at all included
};

// The format that the first few bytes show.
InputFormat FormatOf(absl::string_view bytes);

// Whether an input with this start can be SPIR-V in any form, so that the rest
// is worth reading: not if the start is that of another binary format.
bool MayBeSpirv(absl::string_view start);

}  // namespace plumb

#endif  // PLUMB_API_INPUT_FORMAT_H_

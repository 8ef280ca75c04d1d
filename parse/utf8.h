// Decodes UTF-8 (RFC 3629), character by character, and detects ill-formed
// bytes.
//
// Tested by utf8_test.cc.
#ifndef PLUMB_PARSE_UTF8_H_
#define PLUMB_PARSE_UTF8_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb {

// The first character of `text`.
struct Utf8Character {
  uint32_t code_point = 0;
  uint32_t size = 0;  // in bytes; 0 if `text` is empty or ill-formed here
};
Utf8Character DecodeUtf8(absl::string_view text);

bool IsValidUtf8(absl::string_view text);

// Whether all bytes are less than 128.
bool IsAscii(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_UTF8_H_

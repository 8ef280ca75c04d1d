// Detects inputs that are not SPIR-V in any form, by their first bytes, so
// that one sentence can replace many errors.
//
// Tested by foreign_input_test.cc.
#ifndef PLUMB_PARSE_FOREIGN_INPUT_H_
#define PLUMB_PARSE_FOREIGN_INPUT_H_

#include "absl/strings/string_view.h"

namespace plumb {

// The apparent kind of `bytes`, as a noun with its article ("an ELF file");
// empty if unknown.  Only for inputs of which nothing could be read: assembly
// text may begin like another kind.  Reads the first few kilobytes.
absl::string_view ForeignFormat(absl::string_view bytes);

// Whether `bytes` are a binary of some kind, not text.  Reads as many.
bool LooksLikeBinary(absl::string_view bytes);

}  // namespace plumb

#endif  // PLUMB_PARSE_FOREIGN_INPUT_H_

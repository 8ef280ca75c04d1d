// What an input is that is not SPIR-V in any form: a file of another kind, told
// by its first bytes, so that one sentence can say so in place of many errors.
//
// Tested by foreign_input_test.cc.
#ifndef PLUMB_PARSE_FOREIGN_INPUT_H_
#define PLUMB_PARSE_FOREIGN_INPUT_H_

#include "absl/strings/string_view.h"

namespace plumb {

// What `bytes` seem to be, as a noun with its article ("an ELF file"); empty if
// nobody can tell.  Only for inputs of which nothing could be read: a text in
// assembly may begin like something else.  Looks at the first few kilobytes.
absl::string_view ForeignFormat(absl::string_view bytes);

// Whether `bytes` are a binary of some kind, and no text.  Looks at as many.
bool LooksLikeBinary(absl::string_view bytes);

}  // namespace plumb

#endif  // PLUMB_PARSE_FOREIGN_INPUT_H_

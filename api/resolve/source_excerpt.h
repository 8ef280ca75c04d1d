// The line of source under a diagnostic, and the caret under the token.
//
// What is printed is harmless whatever the input holds: control characters,
// characters that change the direction of text or have no width, and bytes that
// are no UTF-8 are shown by their numbers.  A long line is cut to a window
// around the caret, so that printing costs the same wherever the token is.
//
// Tested by source_excerpt_test.cc.
#ifndef PLUMB_API_RESOLVE_SOURCE_EXCERPT_H_
#define PLUMB_API_RESOLVE_SOURCE_EXCERPT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

// Appends `text` with everything harmful replaced.  Tabs stay; line feeds do
// not.  Returns the number of columns, a tab counting as one.
size_t AppendHarmless(absl::string_view text, std::string* out);

struct Excerpt {
  std::string source;
  std::string caret;  // "     ^~~~": as wide as source up to the token's end
};

// The excerpt of `line` (without its line feed) with the caret under the bytes
// from `begin` to `end`, at least one column.  The line keeps its own
// indentation; tabs before the token are kept in both lines, so that they line
// up however wide a tab is.
Excerpt MakeExcerpt(absl::string_view line, size_t begin, size_t end);

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_SOURCE_EXCERPT_H_

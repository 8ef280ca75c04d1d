// The line of source under a diagnostic, and the caret under the token.
//
// Both are printable whatever the input holds (parse/printable_text.h).  A long
// line is cut to a window of 160 bytes around the caret, so that an excerpt has
// at most 1,300 bytes and as many columns.
//
// Tested by source_excerpt_test.cc.
#ifndef PLUMB_API_RESOLVE_SOURCE_EXCERPT_H_
#define PLUMB_API_RESOLVE_SOURCE_EXCERPT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

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

// Text of any bytes made safe to put into a document.
//
// Tested by markup_test.cc.
#ifndef PLUMB_CLI_DRAWING_MARKUP_H_
#define PLUMB_CLI_DRAWING_MARKUP_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb::drawing {

// `text` with tabs, and all that is not printable (parse/printable_text.h),
// replaced by U+FFFD.
std::string PrintableUtf8(absl::string_view text);

// The same, with what means something in HTML, in text or in a quoted
// attribute, written as entities.
std::string HtmlEscaped(absl::string_view text);

// At most `max` characters of `text`, the last one an ellipsis if it is cut.
// `text` is valid UTF-8.
std::string Shortened(absl::string_view text, size_t max);

// The number of characters of `text`, valid UTF-8.
size_t CharacterCount(absl::string_view text);

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_MARKUP_H_

// The frame of a page: its style, its controls and its script.
//
// The script and the style are part of the page; the page's policy allows no
// other script, by hash, and no network.  A page is well-formed as XML, too.
//
// Tested by cli/drawing/page_test.cc.
#ifndef PLUMB_CLI_DRAWING_PAGE_H_
#define PLUMB_CLI_DRAWING_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb::drawing {

// Up to the heading.  `title` is escaped.  With `has_debug`, there is a switch
// that shows pictures of the class "without-debug" in place of those of the
// class "with-debug".
std::string PageStart(absl::string_view title, bool has_debug);

std::string PageEnd();

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_PAGE_H_

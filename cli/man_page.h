// A program's manual page, generated from its options.
//
// Tested by man_page_test.cc.
#ifndef PLUMB_CLI_MAN_PAGE_H_
#define PLUMB_CLI_MAN_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

// The page in the man macros of roff, for section 1.  Parts of the footer that
// begin with a line "Title:" become sections.
std::string ManPage(const CLI::App& app, absl::string_view version);

}  // namespace plumb

#endif  // PLUMB_CLI_MAN_PAGE_H_

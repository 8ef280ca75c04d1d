// Comments for the validator in an assembly text:
//
//   ; plumb: env vulkan1.3
//   ; plumb: off decoration.location.unique, 04915 -- the host never binds it
//
// Tested by plumb_comment_test.cc.
#ifndef PLUMB_PARSE_TEXT_PLUMB_COMMENT_H_
#define PLUMB_PARSE_TEXT_PLUMB_COMMENT_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb {

struct PlumbComment {
  size_t begin = 0, end = 0;  // byte offsets, from the ';' to the end of line
  // Whether tokens precede it on its line, or anywhere in the text.
  bool is_after_token_of_line = false;
  bool is_after_token_of_text = false;
  // The word after "plumb:", and those up to " -- ", separated by blanks and
  // commas; views into the text.
  absl::string_view verb;
  std::vector<absl::string_view> names;
  absl::string_view rest;  // all that follows the verb
};

// The comments of a text in order.  Linear; a text without "plumb:" is only
// searched for that.
std::vector<PlumbComment> ReadPlumbComments(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_PLUMB_COMMENT_H_

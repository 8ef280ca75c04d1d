// Lines of the members of a JSON object, for messages: the parser keeps none.
//
// Tested by json_key_line_test.cc.
#ifndef PLUMB_CLI_JSON_KEY_LINE_H_
#define PLUMB_CLI_JSON_KEY_LINE_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace plumb {

// The line, from 1, of the last member `key` of the object that `text` is,
// which must be JSON, perhaps with comments.  The first line if it is not
// there, or spelled with escapes.  Linear.
size_t LineOfKey(absl::string_view text, absl::string_view key);

}  // namespace plumb

#endif  // PLUMB_CLI_JSON_KEY_LINE_H_

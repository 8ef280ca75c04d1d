// Message templates.
//
// {0} to {3} are replaced by the arguments.  {0s} is the plural ending of a
// counted word: nothing if argument 0 is the number 1, else the letters after
// the digit.  "{0} member{0s}" gives "1 member" and "2 members", and "{1}
// index{1es}" gives "0 indexes".
//
// Tested by message_template_test.cc.
#ifndef PLUMB_CORE_MESSAGE_TEMPLATE_H_
#define PLUMB_CORE_MESSAGE_TEMPLATE_H_

#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace plumb {

struct Placeholder {
  size_t argument = 0;       // from 0 to 3
  absl::string_view ending;  // of a counted word; empty: the argument itself
};

// Returns `text` with each placeholder replaced by what `fill` appends for it.
// Braces that do not form a placeholder are copied.  Linear.
std::string FillTemplate(
    absl::string_view text,
    absl::FunctionRef<void(const Placeholder&, std::string*)> fill);

}  // namespace plumb

#endif  // PLUMB_CORE_MESSAGE_TEMPLATE_H_

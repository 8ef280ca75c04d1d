// The text of a message before its arguments are filled in.
//
// {0} to {3} stand for the arguments.  {0s} stands for the ending of a word
// that argument 0 counts: nothing if that is the number 1, else what stands
// behind the digit.  So "{0} member{0s}" makes "1 member" and "2 members", and
// "{1} index{1es}" makes "0 indexes".
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

// `text` with each placeholder replaced by what `fill` appends for it.  A brace
// that begins no placeholder stands for itself.  Linear.
std::string FillTemplate(
    absl::string_view text,
    absl::FunctionRef<void(const Placeholder&, std::string*)> fill);

}  // namespace plumb

#endif  // PLUMB_CORE_MESSAGE_TEMPLATE_H_

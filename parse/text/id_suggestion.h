// "Did you mean" for ids: the result that is spelt most like one that nothing
// defines.
//
// Tested by id_suggestion_test.cc.
#ifndef PLUMB_PARSE_TEXT_ID_SUGGESTION_H_
#define PLUMB_PARSE_TEXT_ID_SUGGESTION_H_

#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

// The result, as it stands in `text` ("%name"), that is closest to `id`, which
// has its "%" too; empty if none is close, or if `id` is a number, which looks
// like any other.  `module` was made of `text`, so far.  Linear in the
// instructions, and no matter of correct texts.
absl::string_view ClosestResult(const Module& module, absl::string_view text,
                                absl::string_view id);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_ID_SUGGESTION_H_

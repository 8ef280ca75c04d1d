// "Did you mean" for ids: the result whose name is closest to an undefined
// one.
//
// Tested by id_suggestion_test.cc.
#ifndef PLUMB_PARSE_TEXT_ID_SUGGESTION_H_
#define PLUMB_PARSE_TEXT_ID_SUGGESTION_H_

#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

// The result, as in `text` ("%name"), that is closest to `id`, which also
// includes its "%", but not that of `use`, the instruction that uses the id;
// empty if none is close, or if `id` is a number, because
// numbers are all similar.  `module` must be made from `text`, up to here.
// Linear in the instructions, and used only for errors.
absl::string_view ClosestResult(const Module& module, absl::string_view text,
                                absl::string_view id, InstIndex use);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_ID_SUGGESTION_H_

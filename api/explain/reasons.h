// Why rules exist, from reasons.tsv.
//
// Tested by reasons_test.cc.
#ifndef PLUMB_API_EXPLAIN_REASONS_H_
#define PLUMB_API_EXPLAIN_REASONS_H_

#include "absl/strings/string_view.h"

namespace plumb {

// Why a rule exists, as a clause: "the client finds a resource by its
// descriptor set and its binding".  It is the text of the longest key that is
// the rule's id or the beginning of it, up to a dot.  Empty if reasons.tsv has
// none.
absl::string_view ReasonOf(absl::string_view rule_id);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_REASONS_H_

// The gists of the sentences of the specification that rules check, from
// gists.tsv.
//
// Tested by gists_test.cc.
#ifndef PLUMB_API_EXPLAIN_GISTS_H_
#define PLUMB_API_EXPLAIN_GISTS_H_

#include "absl/strings/string_view.h"

namespace plumb {

// The requirement of the specification that a rule checks, as a sentence:
// "Each structured loop must have exactly one back edge."  Empty if gists.tsv
// has none.  Logarithmic in the gists.
absl::string_view GistOf(absl::string_view rule_id);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_GISTS_H_

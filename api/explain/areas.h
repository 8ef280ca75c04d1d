// The areas of rules (the first word of rule ids): their subjects and reasons.
//
// Tested by explanation_test.cc.
#ifndef PLUMB_API_EXPLAIN_AREAS_H_
#define PLUMB_API_EXPLAIN_AREAS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb {

struct Area {
  absl::string_view name;   // "cfg"
  absl::string_view title;  // "Structured control flow"
  absl::string_view why;    // one sentence
};

// All areas, in order of their names.
absl::Span<const Area> Areas();

// The area with this name, or null.  Logarithmic.
const Area* FindArea(absl::string_view name);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_AREAS_H_

// Tables of texts by key.
//
// Tested by gists_test.cc and reasons_test.cc.
#ifndef PLUMB_API_EXPLAIN_TEXT_TABLE_H_
#define PLUMB_API_EXPLAIN_TEXT_TABLE_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb::internal {

struct TextRow {
  absl::string_view key;
  absl::string_view text;
};

// In bytewise order of the keys.
using TextTable = absl::Span<const TextRow>;

// The text of a key, or empty.  Logarithmic in the rows.
absl::string_view FindText(TextTable table, absl::string_view key);

}  // namespace plumb::internal

#endif  // PLUMB_API_EXPLAIN_TEXT_TABLE_H_

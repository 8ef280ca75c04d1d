// See text_table.h.
#include "api/explain/text_table.h"

#include <algorithm>

namespace plumb::internal {

absl::string_view FindText(TextTable table, absl::string_view key) {
  const auto* found = std::lower_bound(
      table.begin(), table.end(), key,
      [](const TextRow& row, absl::string_view k) { return row.key < k; });
  return found != table.end() && found->key == key ? found->text : "";
}

}  // namespace plumb::internal

// See gists.h.
#include "api/explain/gists.h"

#include <algorithm>

namespace plumb {

absl::string_view GistOf(absl::string_view rule_id) {
  using internal::GistRow;
  const GistRow* const end = internal::kGists + internal::kGistCount;
  const GistRow* found =
      std::lower_bound(internal::kGists, end, rule_id,
                       [](const GistRow& row, absl::string_view id) {
                         return row.rule_id < id;
                       });
  return found != end && found->rule_id == rule_id ? found->gist : "";
}

}  // namespace plumb

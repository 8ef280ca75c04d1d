// See gists.h.
#include "api/explain/gists.h"

namespace plumb {

absl::string_view GistOf(absl::string_view rule_id) {
  return internal::FindText(internal::kGists, rule_id);
}

}  // namespace plumb

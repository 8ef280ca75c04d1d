// See gists.h.
#include "api/explain/gists.h"

#include "api/explain/explanation_texts.h"
#include "api/explain/text_table.h"

namespace plumb {

absl::string_view GistOf(absl::string_view rule_id) {
  return internal::FindText(internal::Texts().gists(), rule_id);
}

}  // namespace plumb

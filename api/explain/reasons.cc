// See reasons.h.
#include "api/explain/reasons.h"

#include "api/explain/explanation_texts.h"
#include "api/explain/text_table.h"

namespace plumb {

absl::string_view ReasonOf(absl::string_view rule_id) {
  while (!rule_id.empty()) {
    const absl::string_view text =
        internal::FindText(internal::Texts().reasons(), rule_id);
    if (!text.empty()) return text;
    const size_t dot = rule_id.rfind('.');
    rule_id = rule_id.substr(0, dot == absl::string_view::npos ? 0 : dot);
  }
  return "";
}

}  // namespace plumb

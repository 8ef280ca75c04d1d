#include "parse/text/id_suggestion.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "parse/suggest.h"
#include "parse/text/lexer.h"

namespace plumb {

absl::string_view ClosestResult(const Module& module, absl::string_view text,
                                absl::string_view id, InstIndex use) {
  const absl::string_view name = id.substr(std::min<size_t>(id.size(), 1));
  const bool is_number = std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
  if (is_number) return "";
  Suggestion suggestion(name);
  for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
    if (i == use || module.record(i).result == kNoId) continue;
    const Token result = Lexer(text.substr(module.origin(i))).Next();
    if (result.IsName()) suggestion.Offer(result.rest());
  }
  const absl::string_view best = suggestion.best();
  if (best.empty()) return best;
  return absl::string_view(best.data() - 1,
                           best.size() + 1);  // including its "%"
}

}  // namespace plumb

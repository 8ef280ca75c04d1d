// See rule_examples.h.
#include "api/explain/rule_examples.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "api/explain/explanation_texts.h"
#include "api/explain/text_table.h"

namespace plumb {
namespace {

using internal::TextRow;
using internal::Texts;
using internal::TextTable;

// The plain example of a rule, or its first variant.
std::string Find(absl::string_view rule_id, bool valid) {
  const TextTable examples = Texts().examples();
  const TextRow* example = std::lower_bound(
      examples.begin(), examples.end(), rule_id,
      [](const TextRow& row, absl::string_view id) { return row.key < id; });
  const TextRow* variant = nullptr;
  for (; example != examples.end() && absl::StartsWith(example->key, rule_id);
       ++example) {
    absl::string_view name = example->key;
    if (absl::ConsumeSuffix(&name, ".ok") != valid) continue;
    if (name == rule_id) return Texts().ModuleOf(example->text);
    // Skips other rules whose ids continue with a hyphen.
    if (variant == nullptr && name[rule_id.size()] == '.') variant = example;
  }
  return variant == nullptr ? "" : Texts().ModuleOf(variant->text);
}

}  // namespace

std::string InvalidExample(absl::string_view rule_id) {
  return Find(rule_id, false);
}
std::string ValidExample(absl::string_view rule_id) {
  return Find(rule_id, true);
}

}  // namespace plumb

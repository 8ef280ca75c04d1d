// See rule_examples.h.
#include "api/explain/rule_examples.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace plumb {
namespace {

using internal::PackedExample;

std::string TextOf(const PackedExample& example) {
  std::string text;
  for (uint32_t i = 0; i < example.count; ++i) {
    const uint16_t line = internal::kExampleLineNumbers[example.first + i];
    absl::StrAppend(&text, internal::kExampleLines[line], "\n");
  }
  return text;
}

// The plain example of a rule, or its first variant.
std::string Find(absl::string_view rule_id, bool valid) {
  const PackedExample* const end =
      internal::kExamples + internal::kExampleCount;
  const PackedExample* example = std::lower_bound(
      internal::kExamples, end, rule_id,
      [](const PackedExample& e, absl::string_view id) { return e.file < id; });
  const PackedExample* variant = nullptr;
  for (; example != end && absl::StartsWith(example->file, rule_id);
       ++example) {
    absl::string_view file = example->file;
    if (absl::ConsumeSuffix(&file, ".ok") != valid) continue;
    if (file == rule_id) return TextOf(*example);
    // Skips other rules whose ids continue with a hyphen.
    if (variant == nullptr && file[rule_id.size()] == '.') variant = example;
  }
  return variant == nullptr ? "" : TextOf(*variant);
}

}  // namespace

std::string InvalidExample(absl::string_view rule_id) {
  return Find(rule_id, false);
}
std::string ValidExample(absl::string_view rule_id) {
  return Find(rule_id, true);
}

}  // namespace plumb

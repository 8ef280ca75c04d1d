// A rule of the specification: its stable id, the section that states it and
// the only copy of its message.
//
// A message is one sentence with a lower-case start and no full stop; {0} to
// {3} stand for the arguments of a report (diagnostic.h).  docs/diagnostics.md
// has the style.
#ifndef PLUMB_CORE_RULE_H_
#define PLUMB_CORE_RULE_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/target_env.h"

namespace plumb {

enum class Severity : uint8_t { kWarning, kError };

// Where a rule applies; the default is everywhere.
struct Scope {
  uint8_t min_version = 0;     // minor version of SPIR-V 1.x of the module
  uint8_t max_version = 0xff;  // inclusive
  EnvSet envs = kAnyEnv;
};

struct Rule {
  absl::string_view id;
  absl::string_view section;
  absl::string_view text;
  absl::string_view vuid = "";
  Severity severity = Severity::kError;
  Scope when = {};
  // Ids of the same rule, or of one that the same check covers, separated by
  // blanks.  Rows state them by Also().
  absl::string_view aliases = "";
};

// A row with aliases: Also("area.subject.other", {"area.subject.what", ...}).
constexpr Rule Also(absl::string_view aliases, Rule rule) {
  rule.aliases = aliases;
  return rule;
}

// The index of the rule with this id.  Meant for constant evaluation, where an
// id that is not there does not compile; see Family in validate/family.h.
template <size_t N>
consteval uint16_t RuleIndex(const Rule (&rules)[N], absl::string_view id) {
  for (size_t i = 0; i < N; ++i) {
    if (rules[i].id == id) return static_cast<uint16_t>(i);
  }
  throw "no rule of the family has this id";
}

}  // namespace plumb

#endif  // PLUMB_CORE_RULE_H_

// All rules: those of the families (rules/families.h), those about pipelines
// (pipeline/pipeline_context.h), and those of the readers of text and binary.
//
// Tested by registry_test.cc.
#ifndef PLUMB_VALIDATE_REGISTRY_H_
#define PLUMB_VALIDATE_REGISTRY_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb {

// All rules, sorted by id.  Made at the first call.
const std::vector<const Rule*>& AllRules();

// Whether a rule can be turned off.  A module that the other rules of the
// readers reject does not exist: nothing could be said of it.
bool CanBeDisabled(const Rule& rule);

// "cfg" of "cfg.merge.unique-block".
absl::string_view AreaOf(absl::string_view id);

// The ids that a rule also goes by.
std::vector<absl::string_view> AliasesOf(const Rule& rule);

// The rules that `name` stands for: an id, an alias, a VUID, or the digits a
// VUID ends with (at least four).  Only the last two can stand for several.
std::vector<const Rule*> FindRules(absl::string_view name);

// The first of them, or null.
const Rule* FindRule(absl::string_view name);

// The id, alias or VUID closest to a name that stands for none, or empty.
std::string SuggestRule(absl::string_view name);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_REGISTRY_H_

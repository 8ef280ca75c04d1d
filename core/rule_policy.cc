#include "core/rule_policy.h"

#include <algorithm>
#include <functional>

namespace plumb {

void RuleSet::insert(const Rule* rule) {
  const auto at = std::lower_bound(rules_.begin(), rules_.end(), rule,
                                   std::less<const Rule*>());
  if (at == rules_.end() || *at != rule) rules_.insert(at, rule);
}

bool RuleSet::contains(const Rule* rule) const {
  return std::binary_search(rules_.begin(), rules_.end(), rule,
                            std::less<const Rule*>());
}

Severity RulePolicy::SeverityOf(const Rule& rule) const {
  if (warnings.contains(&rule)) return Severity::kWarning;
  return warnings_are_errors || errors.contains(&rule) ? Severity::kError
                                                       : rule.severity;
}

}  // namespace plumb

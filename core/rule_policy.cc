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

bool RulePolicy::IsOff(const Rule& rule) const {
  if (disabled.contains(&rule)) return true;
  return !reports_pedantic && SeverityOf(rule) == Severity::kPedantic;
}

Severity RulePolicy::SeverityOf(const Rule& rule) const {
  if (warnings.contains(&rule)) return Severity::kWarning;
  if (errors.contains(&rule)) return Severity::kError;
  return warnings_are_errors && rule.severity == Severity::kWarning
             ? Severity::kError
             : rule.severity;
}

}  // namespace plumb

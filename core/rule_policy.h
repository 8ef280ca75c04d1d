// The user's choices about rules: which are off, and the severities of the
// others.  DiagnosticList applies it to each added diagnostic.
//
// Tested by diagnostic_test.cc.
#ifndef PLUMB_CORE_RULE_POLICY_H_
#define PLUMB_CORE_RULE_POLICY_H_

#include <cstddef>
#include <vector>

#include "core/rule.h"

namespace plumb {

// Some rules, by address: each row exists once.  Every check includes this, so
// it is a vector in order: the headers of hash tables take seconds to compile.
class RuleSet {
 public:
  // Linear in the size.
  void insert(const Rule* rule);
  // Logarithmic in the size.
  bool contains(const Rule* rule) const;

  bool empty() const { return rules_.empty(); }
  size_t size() const { return rules_.size(); }
  std::vector<const Rule*>::const_iterator begin() const {
    return rules_.begin();
  }
  std::vector<const Rule*>::const_iterator end() const { return rules_.end(); }

 private:
  std::vector<const Rule*> rules_;
};

struct RulePolicy {
  RuleSet disabled;
  RuleSet warnings;  // whatever they are else, and warnings_are_errors says
  RuleSet errors;    // none of which is in `warnings`
  bool warnings_are_errors = false;
  bool reports_pedantic = false;

  // Whether violations of a rule are not reported.  A pedantic rule that is in
  // `warnings` or `errors` is reported whatever reports_pedantic is.
  bool IsOff(const Rule& rule) const;
  // The severity of a violation of a rule.
  Severity SeverityOf(const Rule& rule) const;
};

}  // namespace plumb

#endif  // PLUMB_CORE_RULE_POLICY_H_

// What a user wants of the rules: which are off, and whether warnings are
// errors.  A DiagnosticList applies it to what is added to it, so that nothing
// else needs to know.
//
// Tested by diagnostic_test.cc.
#ifndef PLUMB_CORE_RULE_POLICY_H_
#define PLUMB_CORE_RULE_POLICY_H_

#include "absl/container/flat_hash_set.h"
#include "core/rule.h"

namespace plumb {

struct RulePolicy {
  // By address: each row exists once.
  absl::flat_hash_set<const Rule*> disabled;
  bool warnings_are_errors = false;
};

}  // namespace plumb

#endif  // PLUMB_CORE_RULE_POLICY_H_

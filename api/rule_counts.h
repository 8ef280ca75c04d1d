// Counts the diagnostics of texts by rule, to find whether a change of a text
// makes it better.
//
// Tested by text_fixer_test.cc and testdata/fixes_test.cc.
#ifndef PLUMB_API_RULE_COUNTS_H_
#define PLUMB_API_RULE_COUNTS_H_

#include <cstddef>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "api/session.h"
#include "core/rule.h"

namespace plumb {

// The number of diagnostics of each rule, follow-ups included.
class RuleCounts {
 public:
  void Add(const Rule* rule);
  size_t Of(const Rule* rule) const {
    const auto found = counts_.find(rule);
    return found == counts_.end() ? 0 : found->second;
  }
  // Whether there are fewer diagnostics than before, and of no rule more.
  bool IsBetterThan(const RuleCounts& before) const;
  // The same of the errors of syntax: where one is gone, an instruction is read
  // that can have other errors.
  bool HasBetterSyntaxThan(const RuleCounts& before) const;

 private:
  absl::flat_hash_map<const Rule*, size_t> counts_;
  size_t total_ = 0;
  size_t syntax_total_ = 0;
};

// Whether a violation of the rule is an error of syntax.
bool IsSyntax(const Rule& rule);

// Options for finding all diagnostics of a text.
SessionOptions OptionsToCount(const SessionOptions& options);

// Runs a session, which has such options, on a text.
RuleCounts CountByRule(Session* session, absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_API_RULE_COUNTS_H_

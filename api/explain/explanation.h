// What there is to say of a rule: what must hold and why, where, for which
// instructions, and an example each of a module that breaks it and of one that
// does not.
//
// Tested by explanation_test.cc.
#ifndef PLUMB_API_EXPLAIN_EXPLANATION_H_
#define PLUMB_API_EXPLAIN_EXPLANATION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/explain/areas.h"
#include "core/rule.h"

namespace plumb {

struct RuleExplanation {
  const Rule* rule = nullptr;
  std::string message;  // with placeholders named: "block <A> is not…"
  const Area* area = nullptr;
  std::string versions;      // "SPIR-V 1.4 and later"
  std::string environments;  // "vulkan1.0, vulkan1.1", "all"
  std::vector<absl::string_view> aliases;
  // Of the instructions that it is about: all of them, where a table names
  // them, or else those that the invalid example marks.
  std::vector<absl::string_view> opcodes;
  bool opcodes_are_examples = false;
  // Modules (rule_examples.h), and what makes the first valid: lines of both
  // that differ, with "- " or "+ " before them.  Empty if there are none.
  std::string invalid, valid, mend;
  bool can_be_disabled = true;
};

// Linear in all rules and examples; for people, not for checks.
RuleExplanation Explain(const Rule& rule);

// The lines of `before` that `after` lacks, and the other way round, in order;
// comments and indentation do not count.  Quadratic.
std::string DifferingLines(absl::string_view before, absl::string_view after);

// "1.4"; empty for a version that bounds nothing.
std::string FirstVersion(const Rule& rule);
std::string LastVersion(const Rule& rule);

// A message with its arguments named: "block <A> is not a merge block".
std::string NamedPlaceholders(absl::string_view text);

// "OpIAdd, OpISub", "for example OpBranch"; empty if no opcode is known.
std::string OpcodesText(const RuleExplanation& explanation);

// As text for a terminal, and as the members of a JSON object.
std::string ExplanationText(const RuleExplanation& explanation);
std::string ExplanationJson(const RuleExplanation& explanation);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_EXPLANATION_H_

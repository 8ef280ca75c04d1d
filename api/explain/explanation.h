// The explanation of a rule: its message, the requirement of the specification
// with a link, its scope and instructions, and an invalid and a valid example.
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
  std::string message;       // with placeholders named: "block <A> is not…"
  absl::string_view gist;    // of the requirement (gists.h); may be empty
  absl::string_view reason;  // a clause (reasons.h); may be empty
  std::string place;         // in the specification (rule_subject.h)
  std::string link;          // to the specification (spec_link.h); may be empty
  const Area* area = nullptr;
  std::string versions;      // "SPIR-V 1.4 and later"
  std::string environments;  // "vulkan1.0, vulkan1.1", "all"
  std::vector<absl::string_view> aliases;
  // The instructions that the rule applies to: all of them if a table lists
  // them, else those that the invalid example marks.
  std::vector<absl::string_view> opcodes;
  bool opcodes_are_examples = false;
  // Examples (rule_examples.h), and the difference that makes the first one
  // valid: differing lines of both, with "- " or "+ " before them.  Empty if
  // there are none.
  std::string invalid, valid, change;
  bool can_be_disabled = true;
};

// Linear in all rules and examples; for people, not for checks.
RuleExplanation Explain(const Rule& rule);

// The lines of `before` that `after` lacks and vice versa, in order, ignoring
// comments and indentation.  Quadratic.
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

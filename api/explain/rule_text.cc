#include "api/explain/rule_text.h"

#include "absl/strings/str_cat.h"
#include "api/explain/explanation.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

// Examples can be large; a report is for reading.
constexpr size_t kMaxHelpSize = 10'000;

}  // namespace

RuleText DescribeRule(const Rule& rule) {
  const RuleExplanation explanation = Explain(rule);
  return {.summary = explanation.message,
          .gist = absl::StrCat(explanation.gist),
          .help = CutText(ExplanationText(explanation), kMaxHelpSize),
          .link = explanation.link};
}

}  // namespace plumb

#include "testdata/findings.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace plumb {

Findings FindingsOf(const DiagnosticList& list) {
  Findings findings;
  for (const Diagnostic& d : list.diagnostics()) {
    const bool in_inst = d.place.kind == Place::Kind::kInstruction;
    findings.insert({d.rule, d.severity, in_inst ? d.place.inst.value : ~0u,
                     in_inst ? d.place.operand.value : ~0u});
  }
  return findings;
}

Findings Lacking(const Findings& findings, const Findings& expected) {
  Findings lacking;
  std::set_difference(expected.begin(), expected.end(), findings.begin(),
                      findings.end(), std::inserter(lacking, lacking.end()));
  return lacking;
}

std::string Text(const Findings& findings) {
  std::string text;
  for (const Finding& f : findings) {
    absl::StrAppend(&text, "\n  ", f.rule->id, " in ", f.inst, ", operand ",
                    f.operand);
  }
  return text;
}

}  // namespace plumb

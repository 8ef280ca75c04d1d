// Diagnostics without their messages, to compare those of two runs.
//
// Used by triage_properties_test.cc and fuzz/properties.h.
#ifndef PLUMB_TESTDATA_FINDINGS_H_
#define PLUMB_TESTDATA_FINDINGS_H_

#include <compare>
#include <cstdint>
#include <set>
#include <string>

#include "core/diagnostic.h"
#include "core/rule.h"

namespace plumb {

struct Finding {
  const Rule* rule;
  Severity severity;
  uint32_t inst;  // ~0 if it is in none
  uint32_t operand;

  friend auto operator<=>(const Finding&, const Finding&) = default;
};
using Findings = std::set<Finding>;

Findings FindingsOf(const DiagnosticList& list);

// The expected findings that are not among `findings`.
Findings Lacking(const Findings& findings, const Findings& expected);

// A line for each, after a line feed.
std::string Text(const Findings& findings);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FINDINGS_H_

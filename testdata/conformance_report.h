// The results of conformance cases, as readable tables and lists and as JSON.
//
// Tested by conformance_test.cc.
#ifndef PLUMB_TESTDATA_CONFORMANCE_REPORT_H_
#define PLUMB_TESTDATA_CONFORMANCE_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "testdata/conformance_case.h"
#include "testdata/conformance_run.h"

namespace plumb {

// Counts of an area, or of all.  cases = agree + wrongly_accepted +
// wrongly_rejected; the others are details about some of these.
struct AreaCounts {
  std::string area;
  int cases = 0;
  int agree = 0;
  int wrongly_accepted = 0;
  int wrongly_rejected = 0;
  int other_words = 0;      // accepted, but assembled to other words
  int assembly_failed = 0;  // validation cases rejected by the assembler
  int crashed = 0;
  int hung = 0;
  int line_agrees = 0;  // rejected texts whose first error is in the same line
  int line_cases = 0;   // of this many that both reject

  void Add(const ConformanceCase& c, const CaseOutcome& outcome);
};

// The counts of each area, sorted by name, and of all in `total`.
std::vector<AreaCounts> CountAreas(absl::Span<const ConformanceCase> cases,
                                   absl::Span<const CaseOutcome> outcomes,
                                   AreaCounts* total);

// A line per area, and one for the total at the end.
std::string AreaTable(absl::Span<const AreaCounts> areas,
                      const AreaCounts& total);

// The cases of `area` ("all": of every area) whose verdicts disagree.
std::string Disagreements(absl::Span<const ConformanceCase> cases,
                          absl::Span<const CaseOutcome> outcomes,
                          absl::string_view area);

// A full description of one case.
std::string DescribeCase(const ConformanceCase& c, const CaseOutcome& outcome);

// Counts and every disagreement, as one JSON document.
std::string ReportJson(absl::Span<const ConformanceCase> cases,
                       absl::Span<const CaseOutcome> outcomes);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_CONFORMANCE_REPORT_H_

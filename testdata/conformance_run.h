// Runs conformance cases through the same code as the programs, and compares
// the verdicts.
//
// Tested by conformance_test.cc.
#ifndef PLUMB_TESTDATA_CONFORMANCE_RUN_H_
#define PLUMB_TESTDATA_CONFORMANCE_RUN_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "api/session.h"
#include "testdata/conformance_case.h"
#include "testdata/forked_runner.h"

namespace plumb {

// The result of a case.
struct CaseOutcome {
  enum class Verdict : uint8_t {
    kAccepted,
    kRejected,
    kOtherWords,  // an assembly case gave other words than expected
    kCrashed,
    kHung,
  };
  Verdict verdict = Verdict::kAccepted;
  bool assembly_failed = false;  // of a validation case
  uint32_t line = 0;             // of the first error in a text; 0 if none
  // Place, severity, message and rule of each diagnostic, or the kind of
  // crash. Omitted if the verdicts of a validation case agree.
  std::vector<std::string> messages;
  std::string rendered;  // as the programs print the diagnostics
};

// The result of comparing verdicts.  A crash or a hang always counts as the
// wrong verdict.
enum class Comparison : uint8_t { kAgrees, kWronglyAccepted, kWronglyRejected };
Comparison Compare(const ConformanceCase& c, const CaseOutcome& outcome);

// Runs cases in this process, and keeps its memory between cases.
class CaseRunner {
 public:
  // With `render`, also prints the diagnostics as the programs do.
  CaseOutcome Run(const ConformanceCase& c, bool render);

 private:
  void CheckVerdict(const ConformanceCase& c, CaseOutcome* outcome);
  void Describe(const ConformanceCase& c, bool render, CaseOutcome* outcome);

  Session session_;
  std::string bytes_;  // of a case that gives words
};

// Runs all cases in child processes (forked_runner.h).
std::vector<CaseOutcome> RunConformanceCases(
    absl::Span<const ConformanceCase> cases, const ForkOptions& options,
    bool render);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_CONFORMANCE_RUN_H_

// Mutates modules and compares the verdicts of Plumb with those of
// SPIRV-Tools: the mutants that only one of them accepts, and the reasons.
//
// Everything runs in child processes; a crash or a hang of either side is a
// result.
//
// Tested by verdict_differential_test.cc.
#ifndef PLUMB_TESTDATA_VERDICT_DIFFERENTIAL_H_
#define PLUMB_TESTDATA_VERDICT_DIFFERENTIAL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/corpus.h"
#include "testdata/forked_runner.h"

namespace plumb {

// A mutant on which the sides disagree.
struct Disagreement {
  size_t module = 0;  // index in the corpus
  uint32_t seed = 0;
  std::string what;     // the change of the module
  std::string message;  // of the side that rejects it
};

// The counts of mutants for one reason.
struct ReasonCount {
  size_t both = 0;   // rejected by both sides
  size_t alone = 0;  // only by the side with this reason
  // One of the latter, of the smallest module.
  Disagreement example;
};

struct VerdictReport {
  size_t modules = 0;  // accepted by both sides without changes
  // The modules that only Plumb accepts without changes, by the peer's reason.
  std::map<std::string, std::vector<size_t>> unchanged_by_peer;
  size_t mutations = 0;  // compared
  size_t both_accept = 0;
  size_t both_reject = 0;
  std::map<std::string, ReasonCount> by_peer;   // by the peer's reason
  std::map<std::string, ReasonCount> by_plumb;  // by Plumb's rule
  // Mutants that crashed either side, or hung it.
  std::vector<Disagreement> failures;

  size_t accepted_alone() const;  // by Plumb
  size_t rejected_alone() const;
};

struct MutationOptions {
  uint32_t count = 100000;  // in total, in turn over the modules
  uint32_t seed = 1;
  ForkOptions forks;
};

// Skips modules that either side rejects without changes, and those whose
// environment either does not have.
VerdictReport CompareVerdicts(const bench::Corpus& corpus,
                              const MutationOptions& options);

// The words of a mutant of the report.
std::vector<uint32_t> MutantOf(const bench::Corpus& corpus,
                               const Disagreement& which);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_VERDICT_DIFFERENTIAL_H_

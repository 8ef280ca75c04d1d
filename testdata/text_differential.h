// Compares assembler and disassembler with the peer's on many modules
// (text_comparer.h), in child processes.
//
// Tested by text_differential_test.cc.
#ifndef PLUMB_TESTDATA_TEXT_DIFFERENTIAL_H_
#define PLUMB_TESTDATA_TEXT_DIFFERENTIAL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "testdata/forked_runner.h"
#include "testdata/text_comparer.h"

namespace plumb {

struct DifferentialReport {
  TextCounts counts = {};
  std::vector<std::string> differences;
  std::vector<std::string> rejections;
};

// The modules of a corpus (bench/corpus.h), and those of conformance cases
// (conformance_case.h): one in `every`.
absl::StatusOr<std::vector<TextInput>> CorpusInputs(const std::string& folder,
                                                    size_t every = 1);
absl::StatusOr<std::vector<TextInput>> CaseInputs(const std::string& folder,
                                                  size_t every = 1);

// A module that crashes either side or hangs is a difference.
DifferentialReport CompareAll(absl::Span<const TextInput> inputs,
                              const ForkOptions& forks);

// Tests whether the text of `count` mutants (mutants.h) of the modules, in
// turn, gives them back.
DifferentialReport CompareMutants(absl::Span<const TextInput> modules,
                                  uint32_t count, const ForkOptions& forks);

// The counts, one per line.
std::string CountsTable(const TextCounts& counts);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_TEXT_DIFFERENTIAL_H_

// The peaks of memory that memory_main measures and the benchmark prints: one
// line each, to pass them between the two programs.
//
// Tested by memory_figures_test.cc.

#ifndef PLUMB_BENCH_MEMORY_FIGURES_H_
#define PLUMB_BENCH_MEMORY_FIGURES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bench/report.h"

namespace plumb::bench {

struct MemoryFigure {
  std::string workload;
  std::string stage;  // NameOf(Stage)
  bool is_peer = false;
  size_t peak_bytes = 0;
};

// "workload<TAB>stage<TAB>plumb|peer<TAB>bytes".
std::string ToLine(const MemoryFigure& figure);
// Fails with kInvalidArgument on a line that ToLine() does not write.
absl::StatusOr<std::vector<MemoryFigure>> ParseLines(absl::string_view text);

// Stores the figures in the workloads of the same names.
void Enter(absl::Span<const MemoryFigure> figures,
           absl::Span<WorkloadFigures> workloads);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_MEMORY_FIGURES_H_

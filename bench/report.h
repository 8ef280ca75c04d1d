// The figures of a run as tables: the speed and memory of each workload, the
// growth of times along each axis, and the time of whole processes.
//
// Tested by report_test.cc.

#ifndef PLUMB_BENCH_REPORT_H_
#define PLUMB_BENCH_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb::bench {

// The time and memory of one racer for one pass of a stage over a workload.
struct Effort {
  std::optional<double> seconds;
  std::optional<size_t> peak_bytes;
};

// A stage of a workload; `text_bytes` and `word_count` are those timed.
struct StageFigures {
  size_t text_bytes = 0;
  size_t word_count = 0;
  int module_count = 0;
  int rejected_by_peer = 0;
  int rejected_by_plumb = 0;
  Effort plumb;
  Effort peer;
};

struct WorkloadFigures {
  std::string name;
  std::string axis;  // empty for a folder
  int size = 0;      // of the axis
  size_t text_bytes = 0;
  size_t word_count = 0;
  StageFigures assemble;
  StageFigures validate;
  StageFigures disassemble;
};
// The figures of the stage with this name (NameOf(Stage)).
StageFigures* StageOf(absl::string_view stage, WorkloadFigures* figures);

struct ProgramFigures {
  std::string name;
  double plumb_seconds = 0;
  double peer_seconds = 0;
};

// A row for each workload: its size, MB/s of assembling, million words/s of
// validating, each for both racers, with their ratio.
std::string SpeedTable(absl::Span<const WorkloadFigures> workloads);
// A row for each workload: MB/s of disassembling, with the size of the
// workload's text; empty if nothing was measured.
std::string DisassemblyTable(absl::Span<const WorkloadFigures> workloads);
// A row for each workload: the peak of heap memory of each stage of both, in
// MB; empty if nothing was measured.
std::string MemoryTable(absl::Span<const WorkloadFigures> workloads);
// A row for each axis with two sizes, which must be adjacent in `workloads`:
// the factor by which the time grows; empty if there is none.
std::string GrowthTable(absl::Span<const WorkloadFigures> workloads);
// A row for each program: medians in milliseconds; empty if there is none.
std::string ProgramTable(absl::Span<const ProgramFigures> programs);
// A line for each stage of a workload with skipped modules.
std::string Rejections(absl::Span<const WorkloadFigures> workloads);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_REPORT_H_

// See memory_figures.h.  Tested by memory_figures_test.cc.

#include "bench/memory_figures.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bench/report.h"

namespace plumb::bench {
namespace {

constexpr absl::string_view kPlumb = "plumb";
constexpr absl::string_view kPeer = "peer";

}  // namespace

std::string ToLine(const MemoryFigure& figure) {
  return absl::StrCat(figure.workload, "\t", figure.stage, "\t",
                      figure.is_peer ? kPeer : kPlumb, "\t", figure.peak_bytes,
                      "\n");
}

absl::StatusOr<std::vector<MemoryFigure>> ParseLines(absl::string_view text) {
  std::vector<MemoryFigure> figures;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const std::vector<absl::string_view> cells = absl::StrSplit(line, '\t');
    MemoryFigure figure;
    if (cells.size() != 4 || (cells[2] != kPlumb && cells[2] != kPeer) ||
        !absl::SimpleAtoi(cells[3], &figure.peak_bytes)) {
      return absl::InvalidArgumentError(
          absl::StrCat("no figure of memory: ", line));
    }
    figure.workload = std::string(cells[0]);
    figure.stage = std::string(cells[1]);
    figure.is_peer = cells[2] == kPeer;
    figures.push_back(std::move(figure));
  }
  return figures;
}

void Enter(absl::Span<const MemoryFigure> figures,
           absl::Span<WorkloadFigures> workloads) {
  for (const MemoryFigure& figure : figures) {
    for (WorkloadFigures& workload : workloads) {
      if (workload.name != figure.workload) continue;
      StageFigures& stage = *StageOf(figure.stage, &workload);
      (figure.is_peer ? stage.peer : stage.plumb).peak_bytes =
          figure.peak_bytes;
    }
  }
}

}  // namespace plumb::bench

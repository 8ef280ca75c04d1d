// See report.h.  Tested by report_test.cc.

#include "bench/report.h"

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bench/table.h"

namespace plumb::bench {
namespace {

constexpr double kMega = 1e6;

std::optional<double> Ratio(std::optional<double> a, std::optional<double> b) {
  if (!a.has_value() || !b.has_value()) return std::nullopt;
  return *a / *b;
}

// Millions of `amount` a second.
std::string Rate(size_t amount, const Effort& effort) {
  if (amount == 0) return kNotMeasured;
  return Figure(Ratio(static_cast<double>(amount) / kMega, effort.seconds));
}

std::string SpeedRatio(const StageFigures& stage) {
  return Figure(Ratio(stage.peer.seconds, stage.plumb.seconds));
}

std::string Megabytes(const Effort& effort) {
  if (!effort.peak_bytes.has_value()) return kNotMeasured;
  return Figure(static_cast<double>(*effort.peak_bytes) / kMega);
}

std::string Growth(const Effort& at_n, const Effort& at_4n) {
  return Figure(Ratio(at_4n.seconds, at_n.seconds));
}

std::string RejectionLine(absl::string_view workload, absl::string_view stage,
                          const StageFigures& figures) {
  if (figures.rejected_by_peer == 0 && figures.rejected_by_plumb == 0) {
    return "";
  }
  return absl::StrCat(workload, ", ", stage, ": ", figures.module_count,
                      " modules timed; left out: ", figures.rejected_by_peer,
                      " that the peer rejects, ", figures.rejected_by_plumb,
                      " that Plumb alone rejects\n");
}

}  // namespace

StageFigures* StageOf(absl::string_view stage, WorkloadFigures* figures) {
  if (stage == "assemble") return &figures->assemble;
  return stage == "validate" ? &figures->validate : &figures->disassemble;
}

std::string SpeedTable(absl::Span<const WorkloadFigures> workloads) {
  Table table({"workload", "MB", "Mwords", "assemble MB/s", "peer", "x",
               "validate Mwords/s", "peer", "x"});
  for (const WorkloadFigures& w : workloads) {
    table.AddRow(
        {w.name, Figure(static_cast<double>(w.text_bytes) / kMega),
         Figure(static_cast<double>(w.word_count) / kMega),
         Rate(w.assemble.text_bytes, w.assemble.plumb),
         Rate(w.assemble.text_bytes, w.assemble.peer), SpeedRatio(w.assemble),
         Rate(w.validate.word_count, w.validate.plumb),
         Rate(w.validate.word_count, w.validate.peer), SpeedRatio(w.validate)});
  }
  return table.ToString();
}

std::string DisassemblyTable(absl::Span<const WorkloadFigures> workloads) {
  Table table({"workload", "disassemble MB/s", "peer", "x"});
  for (const WorkloadFigures& w : workloads) {
    if (!w.disassemble.plumb.seconds.has_value()) continue;
    table.AddRow({w.name, Rate(w.disassemble.text_bytes, w.disassemble.plumb),
                  Rate(w.disassemble.text_bytes, w.disassemble.peer),
                  SpeedRatio(w.disassemble)});
  }
  return table.empty() ? "" : table.ToString();
}

std::string MemoryTable(absl::Span<const WorkloadFigures> workloads) {
  Table table({"workload", "assemble peak MB", "peer", "validate peak MB",
               "peer", "disassemble peak MB", "peer"});
  for (const WorkloadFigures& w : workloads) {
    if (!w.assemble.plumb.peak_bytes.has_value()) continue;
    table.AddRow({w.name, Megabytes(w.assemble.plumb),
                  Megabytes(w.assemble.peer), Megabytes(w.validate.plumb),
                  Megabytes(w.validate.peer), Megabytes(w.disassemble.plumb),
                  Megabytes(w.disassemble.peer)});
  }
  return table.empty() ? "" : table.ToString();
}

std::string GrowthTable(absl::Span<const WorkloadFigures> workloads) {
  Table table({"axis", "n", "assemble t(4n)/t(n)", "peer",
               "validate t(4n)/t(n)", "peer"});
  for (size_t i = 1; i < workloads.size(); ++i) {
    const WorkloadFigures& n = workloads[i - 1];
    const WorkloadFigures& n4 = workloads[i];
    if (n.axis.empty() || n.axis != n4.axis) continue;
    table.AddRow({n.axis, absl::StrCat(n.size),
                  Growth(n.assemble.plumb, n4.assemble.plumb),
                  Growth(n.assemble.peer, n4.assemble.peer),
                  Growth(n.validate.plumb, n4.validate.plumb),
                  Growth(n.validate.peer, n4.validate.peer)});
  }
  return table.empty() ? "" : table.ToString();
}

std::string ProgramTable(absl::Span<const ProgramFigures> programs) {
  Table table({"whole process", "Plumb ms", "peer ms", "x"});
  for (const ProgramFigures& p : programs) {
    table.AddRow({p.name, Figure(p.plumb_seconds * 1e3),
                  Figure(p.peer_seconds * 1e3),
                  Figure(p.peer_seconds / p.plumb_seconds)});
  }
  return table.empty() ? "" : table.ToString();
}

std::string Rejections(absl::Span<const WorkloadFigures> workloads) {
  std::string text;
  for (const WorkloadFigures& w : workloads) {
    absl::StrAppend(&text, RejectionLine(w.name, "assemble", w.assemble),
                    RejectionLine(w.name, "validate", w.validate),
                    RejectionLine(w.name, "disassemble", w.disassemble));
  }
  return text;
}

}  // namespace plumb::bench

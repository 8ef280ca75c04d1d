// The table of loads; see load.h.
//
// Tested by load_test.cc.

#include "bench/load.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/report/text_report.h"
#include "api/session.h"
#include "bench/generate.h"
#include "bench/hostile.h"
#include "core/module.h"
#include "parse/binary/binary_writer.h"
#include "parse/text/assembler.h"

namespace plumb::bench {
namespace {

// Half the small size of an axis makes a text of some hundred kilobytes.
int SizeOf(const Axis& axis) { return axis.small / 2; }

// An axis that ends before that measures the fixed costs of a session.
constexpr int kMinLargest = 10'000;

// The default of --max-errors.
constexpr size_t kMaxShown = 20;

// The binary of a valid text.
std::string Assembled(absl::string_view text) {
  Module module;
  DiagnosticList diagnostics;
  Assembler assembler;
  if (!assembler.Assemble(text, {}, &module, &diagnostics)) return "";
  return EncodeModule(module);
}

}  // namespace

absl::string_view NameOf(Task task) {
  switch (task) {
    case Task::kValidate:
      return "validate";
    case Task::kAssemble:
      return "assemble";
    case Task::kReportAll:
      return "report_all";
    case Task::kDisassemble:
      break;
  }
  return "disassemble";
}

std::vector<Load> Loads() {
  std::vector<Load> loads;
  for (const Task task : {Task::kValidate, Task::kAssemble, Task::kReportAll,
                          Task::kDisassemble}) {
    for (const Axis& axis : Axes()) {
      if (task == Task::kReportAll) break;  // nothing is wrong
      if (axis.largest < kMinLargest) continue;
      loads.push_back({task, std::string(axis.name),
                       [&axis, task](int n) {
                         std::string text = axis.generate(n);
                         return task == Task::kAssemble ? text
                                                        : Assembled(text);
                       },
                       SizeOf(axis)});
    }
    for (const Hostile& hostile : HostileInputs()) {
      if (hostile.task != task) continue;
      loads.push_back(
          {task, std::string(hostile.name), hostile.generate, hostile.n});
    }
  }
  return loads;
}

namespace internal {

void RunSession(Task task, absl::string_view input) {
  SessionOptions options;
  options.validate = task == Task::kValidate;
  if (task == Task::kReportAll) options.max_diagnostics = 0;
  Session session(std::move(options));
  const absl::StatusOr<Verdict> verdict = session.Run(input);
  if (!verdict.ok()) return;
  std::string report;
  const size_t max_shown = task == Task::kReportAll ? 0 : kMaxShown;
  TextReport().Add(session.Report("input", max_shown), &report);
  report.clear();
  if (task == Task::kDisassemble) {
    session.WriteText({}, [](absl::string_view) {});
  }
  if (task == Task::kAssemble) session.Binary();
}

}  // namespace internal

void RunLoad(Task task, absl::string_view input) {
  internal::RunSession(task, input);
}

}  // namespace plumb::bench

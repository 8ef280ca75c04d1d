// The command line shared by the programs that measure speed and memory.

#ifndef PLUMB_BENCH_OPTIONS_H_
#define PLUMB_BENCH_OPTIONS_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "bench/workload.h"

namespace plumb::bench {

// The workloads to run.
struct WorkloadOptions {
  std::string corpus;                // a folder; empty: the default one
  std::vector<std::string> folders;  // from the user
  std::vector<std::string> axes = {
      "all"};  // names, names/sizes, "all" or "none"

  std::vector<std::string> names;  // of the workloads to use; empty: all

  // Declares the options on `app`.
  void AddTo(CLI::App* app);
  // Declares the operands that are `names`.
  void AddNamesTo(CLI::App* app);
  // Whether a workload is among `names`.
  bool IsSelected(const Workload& workload) const;
  // The command line that passes these options to another program.
  std::vector<std::string> ToArguments() const;
  // Adds the workloads.  A missing corpus is skipped with a message on
  // standard error, unless the user has named it.
  absl::Status Load(WorkloadSet* set) const;
};

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_OPTIONS_H_

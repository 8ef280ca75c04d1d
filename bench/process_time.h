// Measures the time of whole processes, from start to end: the delay that a
// user notices on a small module, dominated by loading and table set-up.
//
// Tested by process_time_test.cc.

#ifndef PLUMB_BENCH_PROCESS_TIME_H_
#define PLUMB_BENCH_PROCESS_TIME_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace plumb::bench {

// A program by its path, and its arguments.
using Command = std::vector<std::string>;

struct ProcessTime {
  double median_seconds = 0;
  double min_seconds = 0;
};

// Runs each command `runs` times, in turn, so that other load on the machine
// affects all of them alike.  Standard input and output are /dev/null. Results
// are in the order of `commands`.
//
// Fails with kNotFound if a program cannot be started, with kAborted if one
// does not exit with status 0; kInvalidArgument unless runs > 0.
absl::StatusOr<std::vector<ProcessTime>> MeasureProcesses(
    absl::Span<const Command> commands, int runs);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_PROCESS_TIME_H_

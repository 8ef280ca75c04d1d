// Captures the output of another program.
//
// Tested by process_output_test.cc.

#ifndef PLUMB_BENCH_PROCESS_OUTPUT_H_
#define PLUMB_BENCH_PROCESS_OUTPUT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace plumb::bench {

// Runs a program, by its path and arguments, to its end and returns its
// standard output; the error output is that of the caller.  Fails with
// kNotFound if it cannot be started, with kAborted if it does not exit with
// status 0.
absl::StatusOr<std::string> OutputOf(const std::vector<std::string>& command);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_PROCESS_OUTPUT_H_

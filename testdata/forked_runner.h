// Runs many small jobs in child processes, so that a crash or an endless loop
// in one of them is a result like any other.
//
// A child runs a batch of jobs in order and sends each output through a pipe
// as soon as it has it.  The first output that is missing when a child dies,
// or that is late, shows the failed job; the next child starts after it.
//
// Tested by forked_runner_test.cc.
#ifndef PLUMB_TESTDATA_FORKED_RUNNER_H_
#define PLUMB_TESTDATA_FORKED_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace plumb {

struct JobResult {
  enum class State : uint8_t {
    kDone,
    kCrashed,  // the child died
    kHung,     // the child was killed at the time limit
  };
  State state = State::kDone;
  std::string output;  // the result of the job, or how the child died
};

struct ForkOptions {
  int children = 2;           // at a time
  size_t batch = 128;         // jobs per child
  int time_limit_ms = 10000;  // per job
  // Address space of a child in bytes, so that a job cannot exhaust the
  // machine; 0: no limit.  Not applied if a sanitizer needs address space
  // itself.
  uint64_t memory_limit = uint64_t{4} << 30;
};

// Runs `job` for each index below `count` and returns the results in order.
// The job runs only in the children, one call at a time in each; its side
// effects are visible at most to later jobs of the same batch.  The caller
// must have no other threads.
std::vector<JobResult> RunForked(
    size_t count, const ForkOptions& options,
    const std::function<std::string(size_t index)>& job);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FORKED_RUNNER_H_

// Inputs whose cost is bounded by tests, each growing in one way: those of
// generate.h, and hostile ones, which cost as much as possible for their size.
// They may be invalid or malformed.
//
// A session runs a load as the programs do.  Costs are compared with the size
// of its input.
//
// The document docs/contributor/limits.md states the bounds.
//
// Tested by load_test.cc and work_test.sh.

#ifndef PLUMB_BENCH_LOAD_H_
#define PLUMB_BENCH_LOAD_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "bench/hostile.h"

namespace plumb::bench {

absl::string_view NameOf(Task task);

struct Load {
  Task task;
  std::string name;
  // The input of size n: a text to assemble, a binary for the other tasks.
  // O(n) time.
  std::function<std::string(int n)> generate;
  // A size that makes an input of a few hundred kilobytes.
  int n;
};

// All loads, by task.
std::vector<Load> Loads();

// Runs the load's program over an input: its verdict, its report and its
// output, which are discarded.
void RunLoad(Task task, absl::string_view input);

namespace internal {

// The only part of RunLoad(): profilers count a function and separate its
// calls by the function around it.
ABSL_ATTRIBUTE_NOINLINE void RunSession(Task task, absl::string_view input);

}  // namespace internal

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_LOAD_H_

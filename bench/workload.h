// The timed workloads: named groups of modules, each with its text and its
// words.
//
// A corpus is one workload as a whole and three more by size, to distinguish
// the cost of a module from the cost of a word; an axis of growth is two
// workloads, n and 4n; a folder of the user is one.
//
// Tested by workload_test.cc.

#ifndef PLUMB_BENCH_WORKLOAD_H_
#define PLUMB_BENCH_WORKLOAD_H_

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "bench/corpus.h"
#include "bench/generate.h"
#include "core/target_env.h"

namespace plumb::bench {

// A module and its target environment.
struct TimedModule {
  std::string path;
  TargetEnv env = kDefaultTargetEnv;
  std::string text;
  std::vector<uint32_t> words;
};

struct Workload {
  std::string name;
  std::vector<const TimedModule*> modules;
  // For growth: the axis and its size; null and 0 for a folder's modules.
  const Axis* axis = nullptr;
  int size = 0;

  size_t text_bytes() const;
  size_t word_count() const;
};

// The factor between the two sizes of an axis.
inline constexpr int kGrowthFactor = 4;

// Owns modules and workloads; their addresses do not change.
class WorkloadSet {
 public:
  WorkloadSet() = default;
  WorkloadSet(const WorkloadSet&) = delete;
  WorkloadSet& operator=(const WorkloadSet&) = delete;

  // Adds the modules below `folder` as the workload `name`, each for the
  // environment in its path (TargetEnvOf) or otherwise for spv1.6.  The peer
  // makes a missing text or binary; a module for which it can make neither is
  // skipped and counted.  Adds nothing for a folder without modules.  Fails
  // like LoadCorpus().
  absl::Status AddFolder(const std::string& name, const std::string& folder);
  // Adds `name`.small, `name`.median and `name`.large: the quarter of the
  // modules of workload `name` with the fewest words, the quarter around the
  // median, and the twentieth with the most.  Workloads without modules are
  // not added.
  void AddSizes(const std::string& name);
  // Adds "AXIS/N" for axis.small and four times that.  Fails with kInternal if
  // the peer does not assemble a text.
  absl::Status AddAxis(const Axis& axis);
  // The same for one size.
  absl::Status AddAxisAt(const Axis& axis, int size);

  const std::deque<Workload>& workloads() const { return workloads_; }
  const Workload* Find(absl::string_view name) const;
  // Modules that AddFolder() has skipped.
  int left_out() const { return left_out_; }

 private:
  std::deque<TimedModule> modules_;
  std::deque<Workload> workloads_;
  int left_out_ = 0;
};

// "AXIS/N".
std::string AxisWorkloadName(const Axis& axis, int size);

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_WORKLOAD_H_

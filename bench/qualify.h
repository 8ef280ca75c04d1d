// Decides which modules of a workload are timed, and whether the peer is.
//
// A racer that rejects a module stops early, so only modules that both accept
// are timed.  The peer is quadratic or worse along some axes: whether it is
// timed is predicted from its time on smaller modules of the axis, and a
// folder is given up after the peer has used up its time on it.
//
// Tested by qualify_test.cc.

#ifndef PLUMB_BENCH_QUALIFY_H_
#define PLUMB_BENCH_QUALIFY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {

// The modules of a workload that are timed in a stage.
struct Field {
  std::vector<const TimedModule*> modules;
  size_t text_bytes = 0;  // of these modules
  size_t word_count = 0;
  bool has_peer = true;       // false: it would take longer than the limit
  int rejected_by_peer = 0;   // skipped modules
  int rejected_by_plumb = 0;  // of those that the peer accepts
};

// The predicted time of a module of size 4n, given these times for n/4 and n:
// it grows by the same factor again, but at least linearly.
double PredictSeconds(double at_quarter, double at_n);

class Qualifier {
 public:
  // `peer_limit_seconds` is the maximum time of the peer for a stage of a
  // workload.
  explicit Qualifier(double peer_limit_seconds) : limit_(peer_limit_seconds) {}

  // Runs each module once, unless it has been run before.
  Field Qualify(const Workload& workload, Stage stage);

 private:
  struct PeerRun {
    bool accepted = false;
    double seconds = 0;
  };
  PeerRun RunPeer(const TimedModule& module, Stage stage);
  PeerRun PeerRunOf(const TimedModule& module, Stage stage);
  bool PlumbAccepts(const TimedModule& module, Stage stage);
  // Whether the peer is expected to finish an axis in time.
  bool PeerIsFast(const Axis& axis, int size, Stage stage);
  double PeerSeconds(const Axis& axis, int size, Stage stage);

  double limit_;
  PlumbRacer plumb_;
  PeerRacer peer_;
  // By stage.
  absl::flat_hash_map<const TimedModule*, PeerRun> peer_runs_[kStageCount];
  absl::flat_hash_map<const TimedModule*, bool> plumb_runs_[kStageCount];
  absl::flat_hash_map<std::string, double> axis_seconds_[kStageCount];
};

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_QUALIFY_H_

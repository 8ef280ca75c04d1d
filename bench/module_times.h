// The time of each module of the workloads, for Plumb and for the peer: the
// distribution behind an average over a corpus, for plots.
//
// Tested by module_times_test.cc.

#ifndef PLUMB_BENCH_MODULE_TIMES_H_
#define PLUMB_BENCH_MODULE_TIMES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/qualify.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {

// The fastest of all rounds.
struct ModuleTime {
  std::string path;
  Stage stage = Stage::kAssemble;
  size_t word_count = 0;
  size_t text_bytes = 0;
  double plumb_seconds = 0;
  std::optional<double> peer_seconds;  // none: the peer is not timed
};

// The names of the columns of ToLine(), as a line.
std::string HeaderLine();
// "path<TAB>stage<TAB>words<TAB>bytes<TAB>ns<TAB>ns", the last two of Plumb and
// of the peer ("-": not timed).
std::string ToLine(const ModuleTime& time);

class ModuleTimer {
 public:
  // Runs `rounds` passes over a field, or fewer once they have taken
  // `limit_seconds`, but at least one.
  ModuleTimer(int rounds, double limit_seconds)
      : rounds_(rounds), limit_(limit_seconds) {}

  // A round is a pass of Plumb over all modules, then one of the peer, so that
  // a module is as cold in the caches as in the benchmark.
  std::vector<ModuleTime> Time(const Field& field, Stage stage);

 private:
  int rounds_;
  double limit_;
  PlumbRacer plumb_;
  PeerRacer peer_;
};

}  // namespace plumb::bench

#endif  // PLUMB_BENCH_MODULE_TIMES_H_

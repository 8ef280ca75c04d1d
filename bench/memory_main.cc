// Prints the peak of heap memory of each workload and stage, of Plumb and of
// the peer, as lines of memory_figures.h.  A separate program, because
// counting the heap slows every allocation down; benchmark_main runs it.

#include <cstdio>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "bench/memory.h"
#include "bench/memory_figures.h"
#include "bench/options.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

// The peak over all modules of one racer that starts without memory.
template <typename Racer>
MemoryFigure Measure(const Workload& workload, Stage stage, bool is_peer) {
  const HeapUse use = MeasureHeap([&] {
    Racer racer;
    for (const TimedModule* module : workload.modules) {
      RunStage(stage, *module, &racer);
    }
  });
  return {workload.name, std::string(NameOf(stage)), is_peer, use.peak_bytes};
}

bool Has(const std::vector<std::string>& list, const std::string& item) {
  for (const std::string& s : list) {
    if (s == item) return true;
  }
  return false;
}

int Main(int argc, char** argv) {
  CLI::App app("Prints the peak of memory of each workload");
  WorkloadOptions options;
  std::vector<std::string> without_peer;
  options.AddTo(&app);
  app.add_option("--without-peer", without_peer,
                 "STAGE:WORKLOAD where the peer takes too long")
      ->allow_extra_args(false);
  CLI11_PARSE(app, argc, argv);

  WorkloadSet set;
  const absl::Status loaded = options.Load(&set);
  if (!loaded.ok()) {
    std::fprintf(stderr, "%s\n", std::string(loaded.message()).c_str());
    return 2;
  }
  for (const Workload& workload : set.workloads()) {
    for (const Stage stage : kStages) {
      std::string lines = ToLine(Measure<PlumbRacer>(workload, stage, false));
      if (!Has(without_peer, absl::StrCat(NameOf(stage), ":", workload.name))) {
        lines += ToLine(Measure<PeerRacer>(workload, stage, true));
      }
      std::fputs(lines.c_str(), stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }

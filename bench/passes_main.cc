// Runs passes of Plumb over a workload and prints the time of the fastest one,
// for a profiler or for a quick comparison of two builds.
//
//   valgrind --tool=callgrind passes assemble corpus.small -n 3

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "bench/options.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

double FastestPass(const Workload& workload, Stage stage, int passes) {
  using Clock = std::chrono::steady_clock;
  PlumbRacer racer;
  double fastest = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < passes; ++pass) {
    const Clock::time_point start = Clock::now();
    for (const TimedModule* module : workload.modules) {
      RunStage(stage, *module, &racer);
    }
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    fastest = std::min(fastest, elapsed.count());
  }
  return fastest;
}

int Main(int argc, char** argv) {
  CLI::App app("Runs passes of a stage over a workload");
  WorkloadOptions options;
  std::string stage_name;
  int passes = 1;
  app.add_option("STAGE", stage_name, "assemble, validate or disassemble")
      ->required()
      ->check(CLI::IsMember({"assemble", "validate", "disassemble"}));
  options.AddNamesTo(&app);
  app.add_option("-n", passes, "how many passes");
  options.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  WorkloadSet set;
  const absl::Status loaded = options.Load(&set);
  if (!loaded.ok()) {
    std::fprintf(stderr, "%s\n", std::string(loaded.message()).c_str());
    return 1;
  }
  const Stage stage = *std::find_if(
      std::begin(kStages), std::end(kStages),
      [&](Stage candidate) { return NameOf(candidate) == stage_name; });
  for (const Workload& workload : set.workloads()) {
    if (!options.IsSelected(workload)) continue;
    const double seconds = FastestPass(workload, stage, passes);
    std::printf("%-24s %9.3f ms %8.1f MB/s %8.2f Mwords/s\n",
                workload.name.c_str(), seconds * 1e3,
                static_cast<double>(workload.text_bytes()) / 1e6 / seconds,
                static_cast<double>(workload.word_count()) / 1e6 / seconds);
  }
  return 0;
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }

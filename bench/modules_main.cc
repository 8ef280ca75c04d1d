// Prints the time of each module of the corpus, of folders and of axes, for
// Plumb and for the peer, as lines of module_times.h.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "CLI/CLI.hpp"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "bench/module_times.h"
#include "bench/options.h"
#include "bench/qualify.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

struct Options {
  WorkloadOptions workloads;
  double peer_limit = 10;
  int rounds = 5;
  double limit = 20;
};

int Run(const Options& options) {
  WorkloadSet set;
  const absl::Status loaded = options.workloads.Load(&set);
  if (!loaded.ok()) {
    std::fprintf(stderr, "%s\n", loaded.ToString().c_str());
    return 1;
  }
  Qualifier qualifier(options.peer_limit);
  ModuleTimer timer(options.rounds, options.limit);
  absl::flat_hash_set<const TimedModule*> timed;
  std::printf("%s", HeaderLine().c_str());
  for (const Workload& workload : set.workloads()) {
    // The parts of a corpus by size follow the whole corpus.
    if (timed.contains(workload.modules.front())) continue;
    timed.insert(workload.modules.begin(), workload.modules.end());
    for (const Stage stage : kStages) {
      std::fprintf(stderr, "%s %s\n", std::string(NameOf(stage)).c_str(),
                   workload.name.c_str());
      const Field field = qualifier.Qualify(workload, stage);
      for (const ModuleTime& time : timer.Time(field, stage)) {
        std::printf("%s", ToLine(time).c_str());
      }
    }
  }
  return 0;
}

int Main(int argc, char** argv) {
  // Paths from the user are relative to the folder in which "bazel run" was
  // called.
  std::error_code error;
  const char* called_in = std::getenv("BUILD_WORKING_DIRECTORY");
  if (called_in != nullptr) std::filesystem::current_path(called_in, error);

  CLI::App app("Times each module by itself, beside SPIRV-Tools");
  Options options;
  options.workloads.AddTo(&app);
  app.add_option("--peer-limit", options.peer_limit,
                 "seconds that the peer may take for a pass over a workload")
      ->capture_default_str();
  app.add_option("--rounds", options.rounds,
                 "how often each module is timed; the fastest counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option(
         "--limit", options.limit,
         "seconds after which a stage of a workload gets no more rounds")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return Run(options);
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }

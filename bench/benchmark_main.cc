// Compares the speed of Plumb and the peer on all workloads in one run, with
// Google Benchmark, and prints the tables of report.h.
//
// Each benchmark is one pass over a workload: "STAGE/WORKLOAD/RACER".  The
// fastest repetition counts for both: on a machine with other load, it is the
// one that was disturbed least.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bench/memory_figures.h"
#include "bench/options.h"
#include "bench/process_output.h"
#include "bench/programs.h"
#include "bench/qualify.h"
#include "bench/racer.h"
#include "bench/report.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

namespace fs = std::filesystem;

// Keeps the fastest repetition of each benchmark, by CPU time of one pass.
class FastestReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.iterations == 0) continue;
      const double seconds =
          run.cpu_accumulated_time / static_cast<double>(run.iterations);
      std::fprintf(stderr, "%-44s %12.6f ms\n", run.benchmark_name().c_str(),
                   seconds * 1e3);
      const auto [entry, is_new] =
          seconds_.try_emplace(run.run_name.function_name, seconds);
      if (!is_new) entry->second = std::min(entry->second, seconds);
    }
  }

  std::optional<double> SecondsOf(const std::string& name) const {
    const auto found = seconds_.find(name);
    if (found == seconds_.end()) return std::nullopt;
    return found->second;
  }

 private:
  absl::flat_hash_map<std::string, double> seconds_;
};

std::string BenchmarkName(Stage stage, const std::string& workload,
                          bool is_peer) {
  return absl::StrCat(NameOf(stage), "/", workload,
                      is_peer ? "/peer" : "/plumb");
}

// One iteration is one pass over the modules.
template <typename Racer>
void RunPasses(benchmark::State& state, Stage stage, const Field* field,
               Racer* racer) {
  for (auto _ : state) {
    for (const TimedModule* module : field->modules) {
      benchmark::DoNotOptimize(RunStage(stage, *module, racer));
    }
  }
  const double passes = static_cast<double>(state.iterations());
  state.counters["words"] =
      benchmark::Counter(passes * static_cast<double>(field->word_count),
                         benchmark::Counter::kIsRate);
  state.counters["text"] =
      benchmark::Counter(passes * static_cast<double>(field->text_bytes),
                         benchmark::Counter::kIsRate);
}

struct Options {
  WorkloadOptions workloads;
  ProgramOptions programs;
  double peer_limit = 10;
  bool memory = true;
};

// A workload and the fields timed in each stage.
struct Entry {
  const Workload* workload;
  Field fields[kStageCount];  // by Stage
};

class Race {
 public:
  explicit Race(const Options& options) : options_(options) {}

  absl::Status Load();
  void Register();
  std::vector<WorkloadFigures> Figures(const FastestReporter& reporter) const;
  // Runs memory_main, which is in the folder of this program.
  absl::StatusOr<std::vector<MemoryFigure>> Memory(
      const fs::path& beside) const;
  int left_out() const { return set_.left_out(); }

 private:
  const Options& options_;
  WorkloadSet set_;
  std::vector<Entry> entries_;
  PlumbRacer plumb_;
  PeerRacer peer_;
};

absl::Status Race::Load() {
  absl::Status loaded = options_.workloads.Load(&set_);
  if (!loaded.ok()) return loaded;
  Qualifier qualifier(options_.peer_limit);
  for (const Workload& workload : set_.workloads()) {
    std::fprintf(stderr, "preparing %s\n", workload.name.c_str());
    Entry entry{&workload, {}};
    for (const Stage stage : kStages) {
      entry.fields[static_cast<int>(stage)] =
          qualifier.Qualify(workload, stage);
    }
    entries_.push_back(std::move(entry));
  }
  return absl::OkStatus();
}

void Race::Register() {
  for (const Entry& entry : entries_) {
    for (const Stage stage : kStages) {
      const Field* field = &entry.fields[static_cast<int>(stage)];
      if (field->modules.empty()) continue;
      benchmark::RegisterBenchmark(
          BenchmarkName(stage, entry.workload->name, false).c_str(),
          [this, stage, field](benchmark::State& state) {
            RunPasses(state, stage, field, &plumb_);
          });
      if (!field->has_peer) continue;
      benchmark::RegisterBenchmark(
          BenchmarkName(stage, entry.workload->name, true).c_str(),
          [this, stage, field](benchmark::State& state) {
            RunPasses(state, stage, field, &peer_);
          });
    }
  }
}

std::vector<WorkloadFigures> Race::Figures(
    const FastestReporter& reporter) const {
  std::vector<WorkloadFigures> all;
  for (const Entry& entry : entries_) {
    const Workload& workload = *entry.workload;
    WorkloadFigures figures;
    figures.name = workload.name;
    if (workload.axis != nullptr) {
      figures.axis = std::string(workload.axis->name);
    }
    figures.size = workload.size;
    figures.text_bytes = workload.text_bytes();
    figures.word_count = workload.word_count();
    for (const Stage stage : kStages) {
      const Field& field = entry.fields[static_cast<int>(stage)];
      StageFigures& of_stage = *StageOf(NameOf(stage), &figures);
      of_stage.text_bytes = field.text_bytes;
      of_stage.word_count = field.word_count;
      of_stage.module_count = static_cast<int>(field.modules.size());
      of_stage.rejected_by_peer = field.rejected_by_peer;
      of_stage.rejected_by_plumb = field.rejected_by_plumb;
      of_stage.plumb.seconds =
          reporter.SecondsOf(BenchmarkName(stage, workload.name, false));
      of_stage.peer.seconds =
          reporter.SecondsOf(BenchmarkName(stage, workload.name, true));
    }
    all.push_back(std::move(figures));
  }
  return all;
}

absl::StatusOr<std::vector<MemoryFigure>> Race::Memory(
    const fs::path& beside) const {
  std::vector<std::string> command = options_.workloads.ToArguments();
  command.insert(command.begin(), (beside / "memory_main").string());
  for (const Entry& entry : entries_) {
    for (const Stage stage : kStages) {
      if (entry.fields[static_cast<int>(stage)].has_peer) continue;
      command.push_back(absl::StrCat("--without-peer=", NameOf(stage), ":",
                                     entry.workload->name));
    }
  }
  const absl::StatusOr<std::string> lines = OutputOf(command);
  if (!lines.ok()) return lines.status();
  return ParseLines(*lines);
}

void PrintTables(const Race& race,
                 const std::vector<WorkloadFigures>& workloads,
                 const std::vector<ProgramFigures>& programs) {
  std::printf("\n%s\n", SpeedTable(workloads).c_str());
  for (const std::string& table :
       {DisassemblyTable(workloads), GrowthTable(workloads),
        MemoryTable(workloads), ProgramTable(programs),
        Rejections(workloads)}) {
    if (!table.empty()) std::printf("%s\n", table.c_str());
  }
  if (race.left_out() != 0) {
    std::printf("%d modules that the peer cannot read were left out\n",
                race.left_out());
  }
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}

int RunRace(const Options& options, const fs::path& beside) {
  Race race(options);
  const absl::Status loaded = race.Load();
  if (!loaded.ok()) return Fail(loaded);
  race.Register();
  FastestReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  std::vector<WorkloadFigures> workloads = race.Figures(reporter);
  if (options.memory) {
    const auto memory = race.Memory(beside);
    if (!memory.ok()) return Fail(memory.status());
    Enter(*memory, absl::MakeSpan(workloads));
  }
  const auto programs = MeasurePrograms(options.programs);
  if (!programs.ok()) return Fail(programs.status());
  PrintTables(race, workloads, *programs);
  return 0;
}

int Main(int argc, char** argv) {
  std::error_code error;
  const fs::path beside =
      fs::read_symlink("/proc/self/exe", error).parent_path();
  // Paths from the user are relative to the folder in which "bazel run" was
  // called.
  const char* called_in = std::getenv("BUILD_WORKING_DIRECTORY");
  if (called_in != nullptr) fs::current_path(called_in, error);

  CLI::App app("Races Plumb against SPIRV-Tools");
  app.footer("Options that begin with --benchmark_ are Google Benchmark's.");
  Options options;
  options.programs.bin = (beside.parent_path() / "cli").string();
  options.workloads.AddTo(&app);
  options.programs.AddTo(&app);
  app.add_option("--peer-limit", options.peer_limit,
                 "seconds that the peer may take for a pass over a workload")
      ->capture_default_str();
  app.add_flag("!--no-memory", options.memory, "do not measure memory");
  app.allow_extras();
  CLI11_PARSE(app, argc, argv);

  // Google Benchmark's own options; the user's options override the first
  // ones.
  std::vector<std::string> rest = {
      argv[0], "--benchmark_repetitions=3", "--benchmark_min_time=0.1",
      "--benchmark_enable_random_interleaving=true"};
  for (std::string& argument : app.remaining()) rest.push_back(argument);
  std::vector<char*> arguments;
  arguments.reserve(rest.size());
  for (std::string& argument : rest) arguments.push_back(argument.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  return RunRace(options, beside);
}

}  // namespace
}  // namespace plumb::bench

// The option parser throws only on errors in the declarations above, not on
// input.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return plumb::bench::Main(argc, argv); }

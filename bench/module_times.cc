// See module_times.h.  Tested by module_times_test.cc.

#include "bench/module_times.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/qualify.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Lowers the seconds of each module to its present time, if that is less.
template <typename Racer>
void RunPass(const Field& field, Stage stage, Racer* racer,
             std::vector<double>* seconds) {
  for (size_t i = 0; i < field.modules.size(); ++i) {
    const Clock::time_point start = Clock::now();
    RunStage(stage, *field.modules[i], racer);
    (*seconds)[i] = std::min((*seconds)[i], SecondsSince(start));
  }
}

std::string Nanoseconds(double seconds) {
  return absl::StrFormat("%.0f", seconds * 1e9);
}

}  // namespace

std::string HeaderLine() {
  return "module\tstage\twords\tbytes\tplumb_ns\tpeer_ns\n";
}

std::string ToLine(const ModuleTime& time) {
  return absl::StrCat(
      time.path, "\t", NameOf(time.stage), "\t", time.word_count, "\t",
      time.text_bytes, "\t", Nanoseconds(time.plumb_seconds), "\t",
      time.peer_seconds.has_value() ? Nanoseconds(*time.peer_seconds) : "-",
      "\n");
}

std::vector<ModuleTime> ModuleTimer::Time(const Field& field, Stage stage) {
  const std::vector<double> none(field.modules.size(),
                                 std::numeric_limits<double>::infinity());
  std::vector<double> plumb = none;
  std::vector<double> peer = none;
  const Clock::time_point start = Clock::now();
  for (int round = 0; round < rounds_; ++round) {
    if (round != 0 && SecondsSince(start) >= limit_) break;
    RunPass(field, stage, &plumb_, &plumb);
    if (field.has_peer) RunPass(field, stage, &peer_, &peer);
  }
  std::vector<ModuleTime> times;
  times.reserve(field.modules.size());
  for (size_t i = 0; i < field.modules.size(); ++i) {
    const TimedModule& module = *field.modules[i];
    ModuleTime time;
    time.path = module.path;
    time.stage = stage;
    time.word_count = module.words.size();
    time.text_bytes = module.text.size();
    time.plumb_seconds = plumb[i];
    if (field.has_peer) time.peer_seconds = peer[i];
    times.push_back(std::move(time));
  }
  return times;
}

}  // namespace plumb::bench

// See qualify.h.  Tested by qualify_test.cc.

#include "bench/qualify.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include "bench/generate.h"
#include "bench/racer.h"
#include "bench/workload.h"

namespace plumb::bench {
namespace {

using Clock = std::chrono::steady_clock;

size_t IndexOf(Stage stage) { return static_cast<size_t>(stage); }

}  // namespace

double PredictSeconds(double at_quarter, double at_n) {
  const double growth = at_quarter > 0 ? at_n / at_quarter : 0;
  return at_n * std::max(growth, double{kGrowthFactor});
}

Field Qualifier::Qualify(const Workload& workload, Stage stage) {
  Field field;
  field.has_peer = workload.axis == nullptr ||
                   PeerIsFast(*workload.axis, workload.size, stage);
  double seconds = 0;
  for (const TimedModule* module : workload.modules) {
    if (field.has_peer) {
      const PeerRun run = PeerRunOf(*module, stage);
      if (!run.accepted) {
        ++field.rejected_by_peer;
        continue;
      }
      seconds += run.seconds;
      // Without the peer nothing else is skipped, but earlier results count.
      if (seconds > limit_) field.has_peer = false;
    }
    if (!PlumbAccepts(*module, stage)) {
      ++field.rejected_by_plumb;
      continue;
    }
    field.modules.push_back(module);
    field.text_bytes += module->text.size();
    field.word_count += module->words.size();
  }
  return field;
}

Qualifier::PeerRun Qualifier::RunPeer(const TimedModule& module, Stage stage) {
  const Clock::time_point start = Clock::now();
  const bool accepted = RunStage(stage, module, &peer_);
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return {accepted, elapsed.count()};
}

Qualifier::PeerRun Qualifier::PeerRunOf(const TimedModule& module,
                                        Stage stage) {
  auto [entry, is_new] = peer_runs_[IndexOf(stage)].try_emplace(&module);
  if (is_new) entry->second = RunPeer(module, stage);
  return entry->second;
}

bool Qualifier::PlumbAccepts(const TimedModule& module, Stage stage) {
  auto [entry, is_new] = plumb_runs_[IndexOf(stage)].try_emplace(&module);
  if (is_new) entry->second = RunStage(stage, module, &plumb_);
  return entry->second;
}

bool Qualifier::PeerIsFast(const Axis& axis, int size, Stage stage) {
  constexpr int kSquare = kGrowthFactor * kGrowthFactor;
  if (size < kSquare) return true;
  if (!PeerIsFast(axis, size / kGrowthFactor, stage)) return false;
  return PredictSeconds(PeerSeconds(axis, size / kSquare, stage),
                        PeerSeconds(axis, size / kGrowthFactor, stage)) <=
         limit_;
}

double Qualifier::PeerSeconds(const Axis& axis, int size, Stage stage) {
  auto [entry, is_new] =
      axis_seconds_[IndexOf(stage)].try_emplace(AxisWorkloadName(axis, size));
  if (is_new) {
    WorkloadSet set;
    // If the peer cannot read an axis at all, Qualify() finds out.
    if (!set.AddAxisAt(axis, size).ok()) return 0;
    entry->second = RunPeer(*set.workloads()[0].modules[0], stage).seconds;
  }
  return entry->second;
}

}  // namespace plumb::bench

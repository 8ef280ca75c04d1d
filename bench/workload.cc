// See workload.h.  Tested by workload_test.cc.

#include "bench/workload.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "bench/corpus.h"
#include "bench/generate.h"
#include "bench/peer.h"
#include "core/target_env.h"

namespace plumb::bench {
namespace {

// Peers by environment, created when first needed.
class Peers {
 public:
  absl::StatusOr<const Peer*> For(TargetEnv env) {
    const auto found = peers_.find(env);
    if (found != peers_.end()) return &found->second;
    absl::StatusOr<Peer> peer = Peer::Create(Info(env).name);
    if (!peer.ok()) return peer.status();
    return &peers_.emplace(env, *std::move(peer)).first->second;
  }

 private:
  std::map<TargetEnv, Peer> peers_;
};

// Makes the missing form.  Fails if the peer cannot.
absl::Status Complete(TimedModule* module, Peers* peers) {
  if (!module->text.empty() && !module->words.empty()) return absl::OkStatus();
  const absl::StatusOr<const Peer*> peer = peers->For(module->env);
  if (!peer.ok()) return peer.status();
  if (module->text.empty()) {
    const absl::StatusOr<PeerText> text = (*peer)->Disassemble(module->words);
    if (!text.ok()) return text.status();
    module->text = std::string(text->text());
    return absl::OkStatus();
  }
  const absl::StatusOr<PeerBinary> binary = (*peer)->Assemble(module->text);
  if (!binary.ok()) return binary.status();
  module->words.assign(binary->words().begin(), binary->words().end());
  return absl::OkStatus();
}

}  // namespace

size_t Workload::text_bytes() const {
  size_t bytes = 0;
  for (const TimedModule* module : modules) bytes += module->text.size();
  return bytes;
}

size_t Workload::word_count() const {
  size_t words = 0;
  for (const TimedModule* module : modules) words += module->words.size();
  return words;
}

absl::Status WorkloadSet::AddFolder(const std::string& name,
                                    const std::string& folder) {
  absl::StatusOr<Corpus> corpus = LoadCorpus(folder);
  if (!corpus.ok()) return corpus.status();
  Peers peers;
  Workload workload;
  workload.name = name;
  for (CorpusModule& found : corpus->modules) {
    TimedModule module;
    module.path = std::move(found.path);
    module.env = ParseTargetEnv(found.target_env).value_or(kDefaultTargetEnv);
    module.text = std::move(found.text);
    module.words = std::move(found.words);
    if (!Complete(&module, &peers).ok()) {
      ++left_out_;
      continue;
    }
    modules_.push_back(std::move(module));
    workload.modules.push_back(&modules_.back());
  }
  if (!workload.modules.empty()) workloads_.push_back(std::move(workload));
  return absl::OkStatus();
}

void WorkloadSet::AddSizes(const std::string& name) {
  const Workload* whole = Find(name);
  if (whole == nullptr) return;
  std::vector<const TimedModule*> sorted = whole->modules;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const TimedModule* a, const TimedModule* b) {
                     return a->words.size() < b->words.size();
                   });
  const size_t count = sorted.size();
  const auto add = [&](const char* suffix, size_t first, size_t last) {
    if (first == last) return;
    Workload part;
    part.name = absl::StrCat(name, suffix);
    part.modules.assign(sorted.begin() + static_cast<ptrdiff_t>(first),
                        sorted.begin() + static_cast<ptrdiff_t>(last));
    workloads_.push_back(std::move(part));
  };
  add(".small", 0, count / 4);
  add(".median", count * 3 / 8, count * 5 / 8);
  add(".large", count - count / 20, count);
}

absl::Status WorkloadSet::AddAxis(const Axis& axis) {
  const absl::Status at_n = AddAxisAt(axis, axis.small);
  return at_n.ok() ? AddAxisAt(axis, kGrowthFactor * axis.small) : at_n;
}

absl::Status WorkloadSet::AddAxisAt(const Axis& axis, int size) {
  TimedModule module;
  module.path = AxisWorkloadName(axis, size);
  module.text = axis.generate(size);
  Peers peers;
  const absl::Status made = Complete(&module, &peers);
  if (!made.ok()) {
    return absl::InternalError(absl::StrCat(module.path, ": ", made.message()));
  }
  modules_.push_back(std::move(module));
  Workload workload;
  workload.name = modules_.back().path;
  workload.modules = {&modules_.back()};
  workload.axis = &axis;
  workload.size = size;
  workloads_.push_back(std::move(workload));
  return absl::OkStatus();
}

const Workload* WorkloadSet::Find(absl::string_view name) const {
  for (const Workload& workload : workloads_) {
    if (workload.name == name) return &workload;
  }
  return nullptr;
}

std::string AxisWorkloadName(const Axis& axis, int size) {
  return absl::StrCat(axis.name, "/", size);
}

}  // namespace plumb::bench

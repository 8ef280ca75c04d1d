#include "validate/analysis/reach.h"

#include <memory>
#include <mutex>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "validate/analysis/entry_point.h"

namespace plumb {

namespace {

bool IsDerivativeGroup(ExecutionMode mode) {
  return mode == ExecutionMode::kDerivativeGroupQuadsKHR ||
         mode == ExecutionMode::kDerivativeGroupLinearKHR;
}

}  // namespace

struct Reach::KeptPaths {
  template <typename Key>
  using PathMap = absl::flat_hash_map<Key, std::unique_ptr<const EntryPaths>>;

  void Clear() {
    calls = nullptr;
    by_models.clear();
    by_mode.clear();
  }

  std::mutex mutex;  // guards what follows
  std::unique_ptr<const CallSites> calls;
  PathMap<uint64_t> by_models;
  PathMap<ExecutionMode> by_mode;
};

Reach::Reach() : kept_(new KeptPaths) {}
Reach::~Reach() { delete kept_; }

// Modes name a function, so entry points that share one share its modes.
template <typename Is>
void Reach::MarkFunctionsWith(Is is, std::vector<uint8_t>* marks) const {
  marks->assign(module_->functions().size(), 0);
  for (InstIndex i : module_->execution_modes()) {
    const Inst mode = module_->inst(i);
    if (!is(ExecutionMode{mode.operand_word(1)})) continue;
    const cfg::FunctionIndex f = numbers_->of(mode.id(0));
    if (f != cfg::kNoFunction) (*marks)[f.value] = 1;
  }
}

void Reach::Build(const Module& module, const FunctionNumbers& numbers,
                  const cfg::CallGraph& call_graph) {
  module_ = &module;
  numbers_ = &numbers;
  call_graph_ = &call_graph;
  kept_->Clear();
  const absl::Span<const FunctionRange> functions = module.functions();
  models_.assign(functions.size(), 0);
  MarkFunctionsWith(IsDerivativeGroup, &grouped_);
  roots_.clear();
  all_models_ = {};
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry_point(module, i);
    const cfg::FunctionIndex f = numbers.of(entry_point.id());
    if (f == cfg::kNoFunction) continue;  // an error of its own
    ModelSet models = entry_point.model();
    if (entry_point.model() != ExecutionModel::kFragment &&
        grouped_[f.value] == 0) {
      models |= kNoDerivativeGroup;
    }
    roots_.push_back({i, f, models});
    all_models_ |= models;
    models_[f.value] |= models.bits();
  }
  call_graph.PropagateDown(absl::MakeSpan(models_));
}

template <typename Is>
EntryPaths Reach::MakePaths(Is is) const {
  if (kept_->calls == nullptr) {
    kept_->calls = std::make_unique<const CallSites>(*module_, *numbers_);
  }
  std::vector<EntryPaths::Root> roots;
  for (const Root& root : roots_) {
    if (is(root)) roots.push_back({root.entry_point, root.function});
  }
  return EntryPaths(*kept_->calls, *call_graph_, std::move(roots));
}

const EntryPaths& Reach::PathsFrom(ModelSet models) const {
  // Few of the excluded execution models occur in a module.
  const ModelSet expected = models & all_models_;
  const std::lock_guard<std::mutex> lock(kept_->mutex);
  std::unique_ptr<const EntryPaths>& paths = kept_->by_models[expected.bits()];
  if (paths == nullptr) {
    paths = std::make_unique<const EntryPaths>(MakePaths(
        [&](const Root& root) { return root.models.Intersects(expected); }));
  }
  return *paths;
}

const EntryPaths& Reach::PathsFrom(ExecutionMode mode) const {
  const std::lock_guard<std::mutex> lock(kept_->mutex);
  std::unique_ptr<const EntryPaths>& paths = kept_->by_mode[mode];
  if (paths == nullptr) {
    std::vector<uint8_t> has_mode;
    MarkFunctionsWith([mode](ExecutionMode m) { return m == mode; }, &has_mode);
    paths = std::make_unique<const EntryPaths>(MakePaths(
        [&](const Root& root) { return has_mode[root.function.value] != 0; }));
  }
  return *paths;
}

EntryPaths Reach::PathsFrom(absl::Span<const InstIndex> entry_points) const {
  const std::lock_guard<std::mutex> lock(kept_->mutex);
  return MakePaths([&](const Root& root) {
    return absl::c_binary_search(entry_points, root.entry_point);
  });
}

}  // namespace plumb

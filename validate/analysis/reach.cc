#include "validate/analysis/reach.h"

#include "absl/types/span.h"
#include "validate/analysis/entry_point.h"

namespace plumb {

namespace {

bool IsDerivativeGroup(uint32_t mode) {
  return mode ==
             static_cast<uint32_t>(ExecutionMode::kDerivativeGroupQuadsKHR) ||
         mode ==
             static_cast<uint32_t>(ExecutionMode::kDerivativeGroupLinearKHR);
}

}  // namespace

void Reach::Build(const Module& module, const FunctionNumbers& numbers,
                  const cfg::CallGraph& call_graph) {
  call_graph_ = &call_graph;
  const absl::Span<const FunctionRange> functions = module.functions();
  models_.assign(functions.size(), 0);
  // Modes name a function, so entry points that share one share its modes.
  grouped_.assign(functions.size(), 0);
  for (InstIndex i : module.execution_modes()) {
    const Inst mode = module.inst(i);
    if (!IsDerivativeGroup(mode.operand_word(1))) continue;
    const cfg::FunctionIndex f = numbers.of(mode.id(0));
    if (f != cfg::kNoFunction) grouped_[f.value] = 1;
  }
  roots_.clear();
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
    models_[f.value] |= models.bits();
  }
  call_graph.PropagateDown(absl::MakeSpan(models_));
}

InstIndex Reach::EntryPointOf(cfg::FunctionIndex f, ModelSet models) const {
  for (const Root& root : roots_) {
    if (!root.models.Intersects(models)) continue;
    if (root.function == f ||
        !call_graph_->FindPath(root.function, f).empty()) {
      return root.entry_point;
    }
  }
  return kNoInst;
}

}  // namespace plumb

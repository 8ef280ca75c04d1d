#include "validate/analysis/function_numbers.h"

#include "absl/types/span.h"

namespace plumb {
namespace {

// Up to here, a search is cheaper than a table of all ids.
constexpr size_t kFew = 16;

}  // namespace

void FunctionNumbers::Build(const Module& module) {
  module_ = &module;
  numbers_.clear();
  const absl::Span<const FunctionRange> functions = module.functions();
  if (functions.size() <= kFew) return;
  numbers_.resize(module.id_bound());
  for (uint32_t f = 0; f < functions.size(); ++f) {
    const Id id = module.record(functions[f].first).result;
    // If several have the same id, the first one is kept.
    if (module.def(id) == functions[f].first) numbers_[id.value] = f + 1;
  }
}

cfg::FunctionIndex FunctionNumbers::of(Id id) const {
  if (!numbers_.empty()) {
    const uint32_t number = id.value < numbers_.size() ? numbers_[id.value] : 0;
    return number == 0 ? cfg::kNoFunction : cfg::FunctionIndex(number - 1);
  }
  const InstIndex def = module_->def(id);
  const absl::Span<const FunctionRange> functions = module_->functions();
  for (uint32_t f = 0; f < functions.size(); ++f) {
    if (functions[f].first == def) return cfg::FunctionIndex(f);
  }
  return cfg::kNoFunction;
}

}  // namespace plumb

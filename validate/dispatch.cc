#include "validate/dispatch.h"

#include "validate/registry.h"

namespace plumb {

const Dispatch& Dispatch::Get() {
  static const Dispatch* const kDispatch = new Dispatch(Families());
  return *kDispatch;
}

Dispatch::Dispatch(absl::Span<const Family* const> families) {
  for (const Family* family : families) {
    module_checks_.insert(module_checks_.end(), family->module_checks.begin(),
                          family->module_checks.end());
    function_checks_.insert(function_checks_.end(),
                            family->function_checks.begin(),
                            family->function_checks.end());
    for (const Check& check : family->checks) {
      for (grammar::Op op : check.ops) ++starts_[static_cast<int>(op) + 1];
    }
  }
  for (int row = 0; row < grammar::kOpCount; ++row) {
    starts_[row + 1] += starts_[row];
  }
  runs_.resize(starts_[grammar::kOpCount]);
  std::array<uint32_t, grammar::kOpCount + 1> next = starts_;
  for (const Family* family : families) {
    for (const Check& check : family->checks) {
      for (grammar::Op op : check.ops) {
        runs_[next[static_cast<int>(op)]++] = check.run;
      }
    }
  }
}

}  // namespace plumb

// The call sites of each function of a module.
//
// Tested by entry_paths_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_CALL_SITES_H_
#define PLUMB_VALIDATE_ANALYSIS_CALL_SITES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/index.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/function_numbers.h"

namespace plumb {

struct CallSite {
  cfg::FunctionIndex caller;
  cfg::FunctionIndex callee;
  InstIndex at;  // the OpFunctionCall
};

// Calls `visit` with the CallSite of each call to a function of the module, in
// order.  Linear in the instructions of functions if there are calls.
template <typename Visit>
void ForEachCall(const Module& module, const FunctionNumbers& numbers,
                 Visit visit) {
  constexpr uint32_t kCallee = 3;  // its word in OpFunctionCall
  if (!module.Has(grammar::Op::kFunctionCall)) return;
  const absl::Span<const FunctionRange> functions = module.functions();
  for (uint32_t f = 0; f < functions.size(); ++f) {
    for (InstIndex i = functions[f].first; i != functions[f].last; ++i) {
      if (module.record(i).op != grammar::Op::kFunctionCall) continue;
      const cfg::FunctionIndex callee =
          numbers.of(Id(module.inst(i).word(kCallee)));
      if (callee != cfg::kNoFunction) {
        visit(CallSite{cfg::FunctionIndex(f), callee, i});
      }
    }
  }
}

// All calls of a module, by caller, each list in order.
class CallSites {
 public:
  CallSites(const Module& module, const FunctionNumbers& numbers);

  uint32_t function_count() const {
    return static_cast<uint32_t>(first_.size() - 1);
  }
  // The calls in a function are the numbers from first(f) to first(f + 1).
  absl::Span<const CallSite> all() const { return sites_; }
  absl::Span<const CallSite> of(cfg::FunctionIndex caller) const {
    return all().subspan(first_[caller.value],
                         first_[caller.value + 1] - first_[caller.value]);
  }
  // The number of a call that of() or all() gave.
  uint32_t NumberOf(const CallSite& site) const {
    return static_cast<uint32_t>(&site - sites_.data());
  }

 private:
  std::vector<CallSite> sites_;
  std::vector<uint32_t> first_;  // by function, and one more
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_CALL_SITES_H_

#include "validate/analysis/call_sites.h"

namespace plumb {

CallSites::CallSites(const Module& module, const FunctionNumbers& numbers) {
  ForEachCall(module, numbers,
              [&](const CallSite& site) { sites_.push_back(site); });
  // Callers are visited in order, so counts are sufficient.
  first_.assign(module.functions().size() + 1, 0);
  for (const CallSite& site : sites_) ++first_[site.caller.value + 1];
  for (size_t f = 1; f < first_.size(); ++f) first_[f] += first_[f - 1];
}

}  // namespace plumb

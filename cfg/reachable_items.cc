#include "cfg/reachable_items.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>

namespace plumb::cfg {

void ReachableItems::Build(const CallGraph& graph, absl::Span<const Item> items,
                           uint32_t limit) {
  limit_ = limit;
  const uint32_t functions = graph.function_count();
  begin_.assign(functions + 1, 0);
  uint32_t groups = 0;
  for (const Item& item : items) {
    assert(item.function.value < functions);
    ++begin_[item.function.value + 1];
    groups = std::max(groups, item.group + 1);
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  numbers_.resize(items.size());
  std::iota(numbers_.begin(), numbers_.end(), 0);
  seen_.assign(groups, 0);
  round_ = 0;
  component_.resize(functions);
  kept_.clear();
  first_.assign(1, 0);
  const Components<FunctionIndex>& components = graph.components();
  // Callees before callers.
  for (uint32_t c = 0; c < components.count(); ++c) {
    candidates_.clear();
    for (const FunctionIndex f : components.members(c)) {
      component_[f.value] = c;
      const uint32_t begin = begin_[f.value];
      const uint32_t own = begin_[f.value + 1] - begin;
      Add(items, absl::MakeSpan(numbers_).subspan(begin, std::min(own, limit)));
      for (const FunctionIndex callee : graph.callees(f)) {
        if (components.component(callee) != c) Add(items, of(callee));
      }
    }
    KeepLeast(items);
    kept_.insert(kept_.end(), candidates_.begin(), candidates_.end());
    first_.push_back(static_cast<uint32_t>(kept_.size()));
  }
}

// Keeps the number of candidates within a multiple of the limit.
void ReachableItems::Add(absl::Span<const Item> items,
                         absl::Span<const uint32_t> more) {
  candidates_.insert(candidates_.end(), more.begin(), more.end());
  if (candidates_.size() > size_t{16} * limit_) KeepLeast(items);
}

// Reduces the candidates to the least ones, ascending.
void ReachableItems::KeepLeast(absl::Span<const Item> items) {
  std::sort(candidates_.begin(), candidates_.end());
  ++round_;
  uint32_t count = 0;
  for (const uint32_t i : candidates_) {
    if (count == limit_) break;
    uint32_t& seen = seen_[items[i].group];
    if (seen == round_) continue;
    seen = round_;
    candidates_[count++] = i;
  }
  candidates_.resize(count);
}

}  // namespace plumb::cfg

// The first things of functions and of what they call, such as uses of
// variables.
//
// Of each function, the least items that it or a function that it reaches has;
// of items with the same group only the least one counts.  At most a limit is
// kept, so that the cost does not grow with the number of callers times the
// number of items. Tested by reachable_items_test.cc.

#ifndef PLUMB_CFG_REACHABLE_ITEMS_H_
#define PLUMB_CFG_REACHABLE_ITEMS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/call_graph.h"
#include "cfg/index.h"

namespace plumb::cfg {

class ReachableItems {
 public:
  struct Item {
    FunctionIndex function;
    uint32_t group;
  };

  // `items` are ordered by function, no two items of a function have the same
  // group, and items are named by their indices.  Keeps no reference to the
  // arguments.  O((functions + calls) * limit * log(limit) + items).
  void Build(const CallGraph& graph, absl::Span<const Item> items,
             uint32_t limit);

  // The indices of the least items, ascending, no two of a group.  If there are
  // fewer than the limit, there are no more.
  absl::Span<const uint32_t> of(FunctionIndex f) const {
    const uint32_t c = component_[f.value];
    return {kept_.data() + first_[c], first_[c + 1] - first_[c]};
  }

 private:
  void Add(absl::Span<const Item> items, absl::Span<const uint32_t> more);
  void KeepLeast(absl::Span<const Item> items);

  std::vector<uint32_t> component_;  // by function
  std::vector<uint32_t> first_;      // by component: offsets into kept_
  std::vector<uint32_t> kept_;
  // Scratch.
  uint32_t limit_ = 0;
  std::vector<uint32_t> numbers_;     // of the items, in order
  std::vector<uint32_t> begin_;       // by function: its first item
  std::vector<uint32_t> candidates_;  // of a component
  std::vector<uint32_t> seen_;        // by group: the last round with it
  uint32_t round_ = 0;
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_REACHABLE_ITEMS_H_

// Compressed adjacency lists: one offset per node, one flat array of targets.
//
// Built by a counting sort over a list of edges, so that building is linear
// and the targets of a node keep the order in which its edges were listed.
// Shared by the flow graph (successors, predecessors) and the call graph
// (callees).  Tested by flow_graph_test.cc.

#ifndef PLUMB_CFG_ADJACENCY_H_
#define PLUMB_CFG_ADJACENCY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/scratch.h"

namespace plumb::cfg {

// An edge, as the builder of a graph lists it.
template <typename Node>
struct Edge {
  Node from, to;
  friend constexpr bool operator==(Edge, Edge) = default;
};

// Which end of an edge owns the list that the other end is entered in.
enum class Orientation : uint8_t { kForward, kReverse };

template <typename Node>
class Adjacency {
 public:
  // Replaces the contents; memory of earlier builds is kept and used again.
  // Every end of every edge must be below `node_count`.  O(nodes + edges).
  void Build(uint32_t node_count, absl::Span<const Edge<Node>> edges,
             Orientation orientation) {
    if (edges.empty()) {
      // As of most functions, one after the other.
      if (targets_.empty() && this->node_count() == node_count) return;
      offsets_.assign(static_cast<size_t>(node_count) + 1, 0);
      targets_.clear();
      return;
    }
    const bool forward = orientation == Orientation::kForward;
    // offsets_[n + 1] is first a count, then the insertion position of list n,
    // and finally its end.
    offsets_.assign(static_cast<size_t>(node_count) + 2, 0);
    for (const Edge<Node>& e : edges) {
      ++offsets_[(forward ? e.from : e.to).value + 2];
    }
    for (size_t i = 2; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
    ResizeExactly(edges.size(), &targets_);
    for (const Edge<Node>& e : edges) {
      const Node owner = forward ? e.from : e.to;
      targets_[offsets_[owner.value + 1]++] = forward ? e.to : e.from;
    }
    offsets_.pop_back();
  }

  // Releases the memory of a large list; there are no nodes afterwards.
  void ReleaseLarge() {
    offsets_.clear();
    targets_.clear();
    ReleaseIfLarge(&offsets_);
    ReleaseIfLarge(&targets_);
  }

  uint32_t node_count() const {
    return offsets_.empty() ? 0 : static_cast<uint32_t>(offsets_.size() - 1);
  }
  size_t edge_count() const { return targets_.size(); }

  // Valid until the next Build.
  absl::Span<const Node> operator[](Node n) const {
    const uint32_t begin = offsets_[n.value];
    return {targets_.data() + begin, offsets_[n.value + 1] - begin};
  }

 private:
  std::vector<uint32_t> offsets_;  // node_count + 1
  std::vector<Node> targets_;
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_ADJACENCY_H_

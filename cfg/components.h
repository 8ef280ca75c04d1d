// Strongly connected components of a graph, by Tarjan's algorithm with an
// explicit stack.  O(nodes + edges).
//
// Components are numbered on completion, after all those that they reach: an
// edge never leads to a component with a higher number.  Used by the call graph
// (recursion, reach) and the post-dominators (regions that never reach an
// exit). Tested by components_test.cc.

#ifndef PLUMB_CFG_COMPONENTS_H_
#define PLUMB_CFG_COMPONENTS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/adjacency.h"

namespace plumb::cfg {

// Memory of earlier builds is kept and used again.
template <typename Node>
class Components {
 public:
  // Covers all nodes, in whatever pieces the graph may be.
  void Build(const Adjacency<Node>& graph);

  uint32_t count() const { return static_cast<uint32_t>(first_.size() - 1); }

  // The component of a node: two nodes have the same one if and only if each
  // reaches the other.
  uint32_t component(Node n) const { return component_[n.value]; }

  absl::Span<const Node> members(uint32_t component) const {
    const uint32_t begin = first_[component];
    return {members_.data() + begin, first_[component + 1] - begin};
  }

  // All nodes, component after component: an edge between two components
  // leads from a node further back to one further forward.
  absl::Span<const Node> sinks_first() const { return members_; }

 private:
  struct Frame {
    Node node;
    uint32_t next_edge;
  };
  static constexpr uint32_t kUnvisited = 0xFFFFFFFF;

  void BuildSingles(uint32_t n);
  void Search(const Adjacency<Node>& graph, Node root);
  void Enter(Node n);
  void Complete(Node root_of_component);

  std::vector<uint32_t> component_;  // kUnvisited until completed
  std::vector<uint32_t> first_{0};   // count + 1 offsets into members_
  std::vector<Node> members_;
  // Scratch.
  std::vector<uint32_t> number_;    // order of discovery, kUnvisited at first
  std::vector<uint32_t> low_link_;  // lowest number known to be reachable
  std::vector<Node> open_;          // discovered, component not yet completed
  std::vector<Frame> frames_;
  uint32_t next_number_ = 0;
};

template <typename Node>
void Components<Node>::Build(const Adjacency<Node>& graph) {
  const uint32_t n = graph.node_count();
  if (graph.edge_count() == 0) return BuildSingles(n);
  component_.assign(n, kUnvisited);
  number_.assign(n, kUnvisited);
  low_link_.resize(n);
  first_.assign(1, 0);
  members_.clear();
  next_number_ = 0;
  for (uint32_t i = 0; i < n; ++i) {
    if (number_[i] == kUnvisited) Search(graph, Node(i));
  }
}

// The result of a search that ignores an edge.
template <typename Node>
void Components<Node>::BuildSingles(uint32_t n) {
  component_.resize(n);
  first_.resize(n + 1);
  members_.resize(n);
  for (uint32_t i = 0; i < n; ++i) {
    component_[i] = first_[i] = i;
    members_[i] = Node(i);
  }
  first_[n] = n;
}

template <typename Node>
void Components<Node>::Enter(Node n) {
  number_[n.value] = low_link_[n.value] = next_number_++;
  open_.push_back(n);
  frames_.push_back({n, 0});
}

template <typename Node>
void Components<Node>::Complete(Node root_of_component) {
  const uint32_t id = count();
  Node member;
  do {
    member = open_.back();
    open_.pop_back();
    component_[member.value] = id;
    members_.push_back(member);
  } while (member != root_of_component);
  first_.push_back(static_cast<uint32_t>(members_.size()));
}

template <typename Node>
void Components<Node>::Search(const Adjacency<Node>& graph, Node root) {
  Enter(root);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const Node node = frame.node;
    uint32_t& low = low_link_[node.value];
    const absl::Span<const Node> targets = graph[node];
    if (frame.next_edge < targets.size()) {
      const Node target = targets[frame.next_edge++];
      if (number_[target.value] == kUnvisited) {
        Enter(target);  // Invalidates `frame`.
      } else if (component_[target.value] == kUnvisited) {
        low = std::min(low, number_[target.value]);
      }
      continue;
    }
    frames_.pop_back();
    if (low == number_[node.value]) Complete(node);
    if (!frames_.empty()) {
      uint32_t& parent_low = low_link_[frames_.back().node.value];
      parent_low = std::min(parent_low, low);
    }
  }
}

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_COMPONENTS_H_

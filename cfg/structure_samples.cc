// Random structured functions and naive constructs; see the header.

#include "cfg/structure_samples.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace plumb::cfg {
namespace {

constexpr uint64_t Bit(BlockIndex b) {
  return b == kNoBlock ? 0 : uint64_t{1} << b.value;
}

// Writes a function the way a compiler does, statement by statement.  The
// recursion is over statements within statements, bounded by kMaxDepth.
class Writer {
 public:
  explicit Writer(std::mt19937& random) : random_(random) {}

  SampleFunction Write() {
    Statements(NewBlock(), {}, 0);
    return std::move(function_);
  }

 private:
  static constexpr uint32_t kMaxBlocks = 50;
  static constexpr int kMaxDepth = 4;

  // The targets of jumps in the current construct.
  struct Targets {
    BlockIndex loop_merge, loop_continue, switch_merge;
  };

  uint32_t Pick(uint32_t n) { return random_() % n; }
  BlockIndex NewBlock() {
    function_.blocks.emplace_back();
    return BlockIndex(function_.size() - 1);
  }
  void Branch(BlockIndex from, BlockIndex to) {
    function_.edges.emplace_back(from.value, to.value);
  }
  BlockInfo& Info(BlockIndex b) { return function_.blocks[b.value]; }

  // Statements from the open block `b` on.  The block left open at the end, or
  // kNoBlock if control does not get there.
  BlockIndex Statements(BlockIndex b, Targets targets, int depth) {
    for (uint32_t count = Pick(4); count > 0 && b != kNoBlock; --count) {
      if (depth == kMaxDepth || function_.size() > kMaxBlocks) break;
      switch (Pick(5)) {
        case 0:
        case 1:
          b = If(b, targets, depth + 1);
          break;
        case 2:
          b = Switch(b, targets, depth + 1);
          break;
        case 3:
          b = Loop(b, depth + 1);
          break;
        default:
          if (depth > 0) b = Jump(b, targets);
          break;
      }
    }
    return b;
  }

  BlockIndex Jump(BlockIndex b, Targets targets) {
    BlockIndex to;
    switch (Pick(4)) {
      case 0:
        to = targets.loop_merge;
        break;
      case 1:
        to = targets.loop_continue;
        break;
      case 2:
        to = targets.switch_merge;
        break;
      default:
        return Pick(3) == 0 ? kNoBlock : b;  // A return, or no jump.
    }
    if (to == kNoBlock) return b;
    Branch(b, to);
    return kNoBlock;
  }

  BlockIndex If(BlockIndex header, Targets targets, int depth) {
    const BlockIndex merge = NewBlock();
    Info(header) = {HeaderKind::kSelection, merge};
    const uint32_t arms = 1 + Pick(2);
    for (uint32_t i = 0; i < arms; ++i) {
      const BlockIndex arm = NewBlock();
      Branch(header, arm);
      const BlockIndex end = Statements(arm, targets, depth);
      if (end != kNoBlock) Branch(end, merge);
    }
    if (arms == 1) Branch(header, merge);
    return merge;
  }

  BlockIndex Switch(BlockIndex header, Targets targets, int depth) {
    const BlockIndex merge = NewBlock();
    Info(header) = {HeaderKind::kSwitch, merge};
    targets.switch_merge = merge;
    std::vector<BlockIndex> labels(1 + Pick(3));
    for (BlockIndex& label : labels) label = NewBlock();
    for (const BlockIndex label : labels) {
      Branch(header, label);
      if (Pick(3) == 0) Branch(header, label);  // Two values, one label.
    }
    if (Pick(2) == 0) Branch(header, merge);  // The default.
    for (size_t i = 0; i < labels.size(); ++i) {
      const BlockIndex end = Statements(labels[i], targets, depth);
      if (end == kNoBlock) continue;
      const bool falls = i + 1 < labels.size() && Pick(3) == 0;
      Branch(end, falls ? labels[i + 1] : merge);
    }
    return merge;
  }

  BlockIndex Loop(BlockIndex before, int depth) {
    const BlockIndex header = NewBlock();
    const BlockIndex merge = NewBlock();
    Branch(before, header);
    if (Pick(4) == 0) {  // A single block.
      Info(header) = {HeaderKind::kLoop, merge, header};
      Branch(header, header);
      Branch(header, merge);
      return merge;
    }
    const BlockIndex target = NewBlock();
    Info(header) = {HeaderKind::kLoop, merge, target};
    const BlockIndex body = NewBlock();
    Branch(header, body);
    if (Pick(2) == 0) Branch(header, merge);
    const BlockIndex end = Statements(body, {merge, target, {}}, depth);
    if (end != kNoBlock) Branch(end, target);
    BlockIndex back = target;
    if (Pick(3) == 0) {  // An if without jumps in the continue construct.
      const BlockIndex join = NewBlock();
      const BlockIndex arm = NewBlock();
      Info(target) = {HeaderKind::kSelection, join};
      Branch(target, arm);
      Branch(target, join);
      Branch(arm, join);
      back = join;
    }
    Branch(back, header);
    if (Pick(2) == 0) Branch(back, merge);
    return merge;
  }

  std::mt19937& random_;
  SampleFunction function_;
};

}  // namespace

SampleFunction MakeStructuredFunction(std::mt19937& random) {
  SampleFunction function;
  do {
    function = Writer(random).Write();
  } while (function.size() > 60);
  return function;
}

SampleStructure::SampleStructure(const SampleFunction& function,
                                 BlockIndex entry)
    : entry_(entry) {
  EdgeList edges = function.edges;
  for (uint32_t h = 0; h < function.size(); ++h) {
    const BlockInfo& info = function.blocks[h];
    if (info.header == HeaderKind::kNone) continue;
    edges.emplace_back(h, info.merge.value);
    if (info.header != HeaderKind::kLoop) continue;
    edges.emplace_back(h, info.continue_target.value);
  }
  MakeGraph(function.size(), edges, &graph_);
  reachable_ = ReachableWithout(graph_, entry, kNoBlock);
  uint64_t merges = 0;
  for (uint32_t i = 0; i < function.size(); ++i) {
    const BlockIndex h(i);
    const BlockInfo& info = function.blocks[i];
    if (info.header == HeaderKind::kNone || (reachable_ & Bit(h)) == 0) {
      continue;
    }
    const uint64_t dominated = DominatedByDeletion(graph_, entry, h);
    well_formed_ &= info.merge != h && (dominated & Bit(info.merge)) != 0 &&
                    (merges & Bit(info.merge)) == 0;
    merges |= Bit(info.merge);
    if (info.header == HeaderKind::kLoop) {
      well_formed_ &= info.continue_target != info.merge &&
                      (dominated & Bit(info.continue_target)) != 0;
    }
    AddHeader(function, h);
  }
}

void SampleStructure::AddHeader(const SampleFunction& function, BlockIndex h) {
  const BlockInfo& info = function.blocks[h.value];
  const uint64_t after = DominatedByDeletion(graph_, entry_, info.merge);
  const uint64_t around = DominatedByDeletion(graph_, entry_, h) & ~after;
  if (around == 0) return;
  const auto add = [&](ConstructKind kind, BlockIndex header, uint64_t blocks,
                       uint64_t enclosed) {
    constructs_.push_back(
        {kind, header, h, info.merge, info.continue_target, blocks, enclosed});
  };
  if (info.header == HeaderKind::kSelection) {
    add(ConstructKind::kSelection, h, around, around);
  }
  if (info.header == HeaderKind::kLoop) {
    const BlockIndex target = info.continue_target;
    uint64_t in_continue = 0;
    // A target that is not in the loop at all declares nothing.
    if ((around & Bit(target)) != 0) {
      in_continue = DominatedByDeletion(graph_, entry_, target) & ~after;
      add(ConstructKind::kContinue, target, in_continue, in_continue);
    }
    add(ConstructKind::kLoop, h, around & ~in_continue, around);
  }
  if (info.header != HeaderKind::kSwitch) return;
  add(ConstructKind::kSwitch, h, around, around);
  uint64_t labels = 0;
  for (const auto& [from, to] : function.edges) {
    const BlockIndex label(to);
    const bool dominated = label != h && (around & Bit(label)) != 0;
    if (from != h.value || !dominated || (labels & Bit(label)) != 0) continue;
    labels |= Bit(label);
    const uint64_t in_case =
        DominatedByDeletion(graph_, entry_, label) & ~after;
    add(ConstructKind::kCase, label, in_case, in_case);
  }
}

const SampleConstruct* SampleStructure::InnermostOf(
    BlockIndex b, std::vector<ConstructKind> kinds) const {
  const auto size = [](const SampleConstruct& c) {
    // Of two constructs with the same blocks, the case is the outer one.
    return 2 * std::popcount(c.enclosed) + (c.kind == ConstructKind::kCase);
  };
  const SampleConstruct* best = nullptr;
  for (const SampleConstruct& c : constructs_) {
    if ((c.enclosed & Bit(b)) == 0) continue;
    if (std::find(kinds.begin(), kinds.end(), c.kind) == kinds.end()) continue;
    // A loop and a continue construct of the same blocks: the latter.
    if (best == nullptr || size(c) < size(*best) ||
        (size(c) == size(*best) && c.kind == ConstructKind::kContinue)) {
      best = &c;
    }
  }
  return best;
}

const SampleConstruct* SampleStructure::Innermost(BlockIndex b) const {
  return InnermostOf(b, {ConstructKind::kSelection, ConstructKind::kSwitch,
                         ConstructKind::kCase, ConstructKind::kLoop,
                         ConstructKind::kContinue});
}

EdgeKind SampleStructure::Classify(BlockIndex from, BlockIndex to) const {
  using enum ConstructKind;
  if ((reachable_ & Bit(from)) == 0) return EdgeKind::kUnreachable;
  const SampleConstruct* innermost = Innermost(from);
  const SampleConstruct* loop = InnermostOf(from, {kLoop});
  const SampleConstruct* sw = InnermostOf(from, {kSwitch});
  bool exits = false;
  bool exits_loop = false;
  const SampleConstruct* entered_not_at_header = nullptr;
  for (const SampleConstruct& c : constructs_) {
    const bool exited =
        (c.blocks & Bit(from)) != 0 && (c.blocks & Bit(to)) == 0;
    exits |= exited;
    exits_loop |= exited && (c.kind == kLoop || c.kind == kContinue);
    if ((c.enclosed & Bit(from)) == 0 && (c.enclosed & Bit(to)) != 0 &&
        to != c.header) {
      entered_not_at_header = &c;
    }
  }
  if (loop != nullptr) {
    if (to == loop->header) return EdgeKind::kBackEdge;
    if (to == loop->merge) return EdgeKind::kLoopBreak;
    if (to == loop->continue_target && (loop->blocks & Bit(from)) != 0) {
      return EdgeKind::kLoopContinue;
    }
  }
  if (sw != nullptr && to == sw->merge && !exits_loop) {
    return EdgeKind::kSwitchBreak;
  }
  if (innermost != nullptr && innermost->kind == kCase) {
    for (const SampleConstruct& c : constructs_) {
      if (c.kind == kCase && c.owner == innermost->owner && c.header == to &&
          to != innermost->header) {
        return EdgeKind::kFallThrough;
      }
    }
  }
  if (innermost != nullptr && innermost->kind == kSelection &&
      to == innermost->merge) {
    return EdgeKind::kSelectionMerge;
  }
  if (exits) return EdgeKind::kInvalidExit;
  return entered_not_at_header != nullptr ? EdgeKind::kInvalidEntry
                                          : EdgeKind::kInside;
}

uint64_t SampleStructure::ContinueByPostDominance(
    BlockIndex continue_target, BlockIndex back_edge_block) const {
  uint64_t blocks = DominatedByDeletion(graph_, entry_, continue_target);
  for (uint32_t b = 0; b < graph_.block_count(); ++b) {
    // Whether b reaches an exit that bypasses the back-edge block.
    const uint64_t reached =
        ReachableWithout(graph_, BlockIndex(b), back_edge_block);
    for (uint32_t exit = 0; exit < graph_.block_count(); ++exit) {
      if (!graph_.successors(BlockIndex(exit)).empty()) continue;
      if ((reached & Bit(BlockIndex(exit))) != 0) {
        blocks &= ~Bit(BlockIndex(b));
      }
    }
  }
  return blocks;
}

}  // namespace plumb::cfg

// Building of the construct table, and the judgement of edges; see the header.
// Tested by structure_test.cc.

#include "cfg/structure.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "cfg/scratch.h"

namespace plumb::cfg {

void Structure::Build(const FlowGraph& cfg, BlockIndex entry,
                      absl::Span<const BlockInfo> blocks,
                      DomTreeBuilder* builder) {
  assert(blocks.size() == cfg.block_count());
  BuildGraph(cfg, blocks);
  builder->BuildForward(GraphOf(cfg), entry, &dominators_);
  has_post_dominators_ = false;
  FindBackEdges(cfg, *builder);
  FindConstructs(cfg, blocks);
}

void Structure::BuildGraph(const FlowGraph& cfg,
                           absl::Span<const BlockInfo> blocks) {
  has_headers_ = std::any_of(
      blocks.begin(), blocks.end(),
      [](const BlockInfo& info) { return info.header != HeaderKind::kNone; });
  if (!has_headers_) return;
  graph_.Reset(cfg.block_count());
  for (uint32_t i = 0; i < blocks.size(); ++i) {
    const BlockIndex b(i);
    for (const BlockIndex to : cfg.successors(b)) graph_.AddEdge(b, to);
    const BlockInfo& info = blocks[i];
    if (info.header == HeaderKind::kNone) continue;
    if (info.merge != kNoBlock) graph_.AddEdge(b, info.merge);
    if (info.header == HeaderKind::kLoop && info.continue_target != kNoBlock) {
      graph_.AddEdge(b, info.continue_target);
    }
  }
  graph_.Finish();
  graph_.ForgetEdges();
}

void Structure::BuildPostDominators(const FlowGraph& cfg,
                                    DomTreeBuilder* builder) {
  if (has_post_dominators_) return;
  builder->BuildPost(GraphOf(cfg), &post_dominators_);
  has_post_dominators_ = true;
}

void Structure::FindBackEdges(const FlowGraph& cfg,
                              const DomTreeBuilder& search) {
  back_edges_.clear();
  stamp_.assign(cfg.block_count(), kNoBlock);
  for (const BlockIndex from : search.reverse_postorder()) {
    for (const BlockIndex to : cfg.successors(from)) {
      if (stamp_[to.value] == from) continue;
      stamp_[to.value] = from;
      if (search.IsSearchAncestor(to, from)) {
        back_edges_.push_back({from, to});
      }
    }
  }
}

ConstructIndex Structure::Add(ConstructKind kind, BlockIndex header,
                              BlockIndex merge, BlockIndex continue_target,
                              ConstructIndex parent) {
  const ConstructIndex self(static_cast<uint32_t>(constructs_.size()));
  Construct c;
  if (parent != kNoConstruct) {
    c = construct(parent);  // Takes over what is innermost.
    ++c.depth;
  }
  c.kind = kind;
  c.header = header;
  c.merge = merge;
  c.continue_target = continue_target;
  c.parent = parent;
  switch (kind) {
    case ConstructKind::kLoop:
      c.loop = self;
      c.in_continue = c.breakable_switch = c.breakable_case = kNoConstruct;
      break;
    case ConstructKind::kContinue:
      c.in_continue = self;
      break;
    case ConstructKind::kSwitch:
      c.breakable_switch = self;
      c.breakable_case = kNoConstruct;
      break;
    case ConstructKind::kCase:
      c.breakable_case = self;
      break;
    case ConstructKind::kFunction:
    case ConstructKind::kSelection:
      break;
  }
  constructs_.push_back(c);
  return self;
}

void Structure::FindConstructs(const FlowGraph& cfg,
                               absl::Span<const BlockInfo> blocks) {
  constructs_.clear();
  ReserveConstructs(cfg, blocks);
  innermost_.assign(cfg.block_count(), kNoConstruct);
  // From here on, stamp_[b] == h: b is a case label of the switch header h.
  stamp_.assign(cfg.block_count(), kNoBlock);
  const absl::Span<const BlockIndex> preorder = dominators_.preorder();
  Add(ConstructKind::kFunction, preorder.empty() ? kNoBlock : preorder.front(),
      kNoBlock, kNoBlock, kNoConstruct);
  for (const BlockIndex b : preorder) {
    innermost_[b.value] =
        OpenHeader(b, blocks[b.value], ConstructAround(b, blocks));
    if (blocks[b.value].header != HeaderKind::kSwitch) continue;
    for (const BlockIndex label : cfg.successors(b)) {
      if (dominators_.immediate_dominator(label) == b) stamp_[label.value] = b;
    }
  }
  ReleaseIfLarge(&stamp_);
}

// Reserves memory for all constructs that there can be, if they are many.
void Structure::ReserveConstructs(const FlowGraph& cfg,
                                  absl::Span<const BlockInfo> blocks) {
  if (!has_headers_) return;
  size_t count = 1;
  for (uint32_t i = 0; i < blocks.size(); ++i) {
    const HeaderKind kind = blocks[i].header;
    if (kind == HeaderKind::kNone) continue;
    count += kind == HeaderKind::kLoop ? 2
             : kind == HeaderKind::kSwitch
                 ? 1 + cfg.successors(BlockIndex(i)).size()
                 : 1;
  }
  // A case or continue construct, a loop and its continue construct.
  constructs_.reserve(std::min(count, 3 * blocks.size() + 1));
}

// The innermost construct around `b`, those that it heads as a header block
// left aside.  The immediate dominator of `b` has its own already.
ConstructIndex Structure::ConstructAround(BlockIndex b,
                                          absl::Span<const BlockInfo> blocks) {
  const BlockIndex dominator = dominators_.immediate_dominator(b);
  if (dominator == kNoBlock) return kFunctionConstruct;
  const BlockInfo& info = blocks[dominator.value];
  if (info.header == HeaderKind::kNone) return innermost_[dominator.value];
  const ConstructIndex headed = headed_by(dominator);
  if (headed == kNoConstruct) return innermost_[dominator.value];
  if (b == info.merge) return construct(headed).parent;
  if (info.header == HeaderKind::kLoop && b == info.continue_target) {
    return Add(ConstructKind::kContinue, b, info.merge, b, headed);
  }
  if (stamp_[b.value] == dominator) {
    return Add(ConstructKind::kCase, b, info.merge, kNoBlock, headed);
  }
  return innermost_[dominator.value];
}

// Adds what `b` heads by its merge instruction; returns the innermost
// construct of `b`.
ConstructIndex Structure::OpenHeader(BlockIndex b, const BlockInfo& info,
                                     ConstructIndex around) {
  if (info.header == HeaderKind::kNone) return around;
  const bool empty =
      info.merge != kNoBlock && dominators_.Dominates(info.merge, b);
  if (empty) return around;
  switch (info.header) {
    case HeaderKind::kSelection:
      return Add(ConstructKind::kSelection, b, info.merge, kNoBlock, around);
    case HeaderKind::kSwitch:
      return Add(ConstructKind::kSwitch, b, info.merge, kNoBlock, around);
    case HeaderKind::kLoop: {
      const ConstructIndex loop = Add(ConstructKind::kLoop, b, info.merge,
                                      info.continue_target, around);
      if (b != info.continue_target) return loop;
      return Add(ConstructKind::kContinue, b, info.merge, b, loop);
    }
    case HeaderKind::kNone:
      break;
  }
  return around;
}

ConstructIndex Structure::FindHeadedBy(BlockIndex b, ConstructKind kind) const {
  for (ConstructIndex c = innermost_[b.value];
       c != kNoConstruct && construct(c).header == b; c = construct(c).parent) {
    if (construct(c).kind == kind) return c;
  }
  return kNoConstruct;
}

ConstructIndex Structure::headed_by(BlockIndex b) const {
  for (ConstructIndex c = innermost_[b.value];
       c != kNoConstruct && construct(c).header == b; c = construct(c).parent) {
    switch (construct(c).kind) {
      case ConstructKind::kSelection:
      case ConstructKind::kSwitch:
      case ConstructKind::kLoop:
        return c;
      case ConstructKind::kFunction:
      case ConstructKind::kCase:
      case ConstructKind::kContinue:
        break;
    }
  }
  return kNoConstruct;
}

// A construct is merged at a child of its header in the dominator tree.
ConstructIndex Structure::merged_at(BlockIndex b) const {
  const BlockIndex header = dominators_.immediate_dominator(b);
  if (header == kNoBlock) return kNoConstruct;
  const ConstructIndex c = headed_by(header);
  return c != kNoConstruct && construct(c).merge == b ? c : kNoConstruct;
}

bool Structure::Encloses(ConstructIndex c, BlockIndex b) const {
  const Construct& row = construct(c);
  if (row.kind == ConstructKind::kFunction) return dominators_.reachable(b);
  return dominators_.Dominates(row.header, b) &&
         (row.merge == kNoBlock || !dominators_.Dominates(row.merge, b));
}

bool Structure::Contains(ConstructIndex c, BlockIndex b) const {
  if (!Encloses(c, b)) return false;
  const Construct& row = construct(c);
  if (row.kind != ConstructKind::kLoop) return true;
  // A continue target that the header does not dominate has no construct.
  const BlockIndex target = row.continue_target;
  return target == kNoBlock || !dominators_.Dominates(row.header, target) ||
         !dominators_.Dominates(target, b);
}

EdgeClass Structure::Classify(BlockIndex from, BlockIndex to) const {
  const ConstructIndex innermost = innermost_[from.value];
  if (innermost == kNoConstruct) return {EdgeKind::kUnreachable};
  EdgeClass result;
  if (FindValidExit(innermost, to, &result)) return result;
  if (!Contains(innermost, to)) return InvalidExit(innermost, to);
  const ConstructIndex entered = ConstructEnteredNotAtHeader(from, to);
  if (entered == kNoConstruct) return {EdgeKind::kInside};
  return {EdgeKind::kInvalidEntry, ExitFault::kNone, entered};
}

bool Structure::FindValidExit(ConstructIndex from, BlockIndex to,
                              EdgeClass* result) const {
  const auto found = [result](EdgeKind kind, ConstructIndex c) {
    *result = {kind, ExitFault::kNone, c};
    return true;
  };
  const Construct& innermost = construct(from);
  if (innermost.loop != kNoConstruct) {
    const Construct& loop = construct(innermost.loop);
    if (to == loop.header) return found(EdgeKind::kBackEdge, innermost.loop);
    if (to == loop.merge) return found(EdgeKind::kLoopBreak, innermost.loop);
    if (to == loop.continue_target && innermost.in_continue == kNoConstruct) {
      return found(EdgeKind::kLoopContinue, innermost.loop);
    }
  }
  if (innermost.breakable_switch != kNoConstruct) {
    if (to == construct(innermost.breakable_switch).merge) {
      return found(EdgeKind::kSwitchBreak, innermost.breakable_switch);
    }
    const ConstructIndex next = case_at(to);
    if (innermost.kind == ConstructKind::kCase && next != kNoConstruct &&
        next != from && construct(next).parent == innermost.parent) {
      return found(EdgeKind::kFallThrough, from);
    }
  }
  if (innermost.kind == ConstructKind::kSelection && to == innermost.merge) {
    return found(EdgeKind::kSelectionMerge, from);
  }
  return false;
}

// An invalid edge out of `from`, the innermost construct of its source. The
// enclosing loop comes first: leaving it invalidly is the error to report
// whatever else the edge leaves.
EdgeClass Structure::InvalidExit(ConstructIndex from, BlockIndex to) const {
  const auto fault = [](ExitFault why, ConstructIndex left) {
    return EdgeClass{EdgeKind::kInvalidExit, why, left};
  };
  const Construct& innermost = construct(from);
  if (innermost.in_continue != kNoConstruct &&
      !Contains(innermost.in_continue, to)) {
    return fault(ExitFault::kLeavesContinue, innermost.in_continue);
  }
  if (innermost.loop != kNoConstruct && !Encloses(innermost.loop, to)) {
    return fault(ExitFault::kLeavesLoop, innermost.loop);
  }
  if (const ConstructIndex next = case_at(to); next != kNoConstruct) {
    if (construct(next).parent != innermost.breakable_switch) {
      return fault(ExitFault::kOtherSwitchCase, from);
    }
    if (innermost.breakable_case != kNoConstruct) {
      return fault(ExitFault::kNestedFallThrough, from);
    }
  }
  if (const ConstructIndex outer = merged_at(to);
      outer != kNoConstruct && Encloses(outer, innermost.header)) {
    if (construct(outer).kind == ConstructKind::kSwitch) {
      return fault(ExitFault::kOuterSwitchMerge, from);
    }
    if (construct(outer).kind == ConstructKind::kSelection) {
      return fault(ExitFault::kOuterSelectionMerge, from);
    }
  }
  return fault(ExitFault::kNotAnExit, from);
}

// The innermost construct that contains `to` but not `from` and is not headed
// by `to`, if any.
ConstructIndex Structure::ConstructEnteredNotAtHeader(BlockIndex from,
                                                      BlockIndex to) const {
  ConstructIndex c = innermost_[to.value];
  // At most a case, a loop and its continue construct have the same header.
  while (c != kFunctionConstruct && construct(c).header == to) {
    c = construct(c).parent;
  }
  return Encloses(c, from) ? kNoConstruct : c;
}

}  // namespace plumb::cfg

// Constructs of structured control flow (SPIR-V 2.11, in the wording of SPIR-V
// 1.6 revision 2, which defines them by structural dominance).
//
// The structural graph has the branches of a function, an edge from each header
// block to its merge block, and an edge from each loop header to its continue
// target.  In its dominator tree, a merge block, continue target or case label
// that is dominated by its header is a child of the header; so one pre-order
// walk of the tree finds the innermost construct of each block, and no block
// sets are stored.  Membership is a comparison of tree intervals.  Whether an
// edge may leave constructs is decided in constant time from the innermost
// construct of its source, since each construct knows its innermost loop and
// switch.  Everything after the tree is linear. Tested by structure_test.cc,
// also against the definitions by sets of blocks.

#ifndef PLUMB_CFG_STRUCTURE_H_
#define PLUMB_CFG_STRUCTURE_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/dominators.h"
#include "cfg/flow_graph.h"
#include "cfg/index.h"

namespace plumb::cfg {

enum class HeaderKind : uint8_t {
  kNone,
  kSelection,  // OpSelectionMerge before OpBranchConditional
  kSwitch,     // OpSelectionMerge before OpSwitch; the successors are its cases
  kLoop,       // OpLoopMerge
};

// The merge instruction of a block.  A label outside the function is kNoBlock.
struct BlockInfo {
  HeaderKind header = HeaderKind::kNone;
  BlockIndex merge = kNoBlock;
  BlockIndex continue_target = kNoBlock;  // of a loop
};

enum class ConstructKind : uint8_t {
  kFunction,  // all structurally reachable blocks
  kSelection,
  kSwitch,
  kCase,
  kLoop,
  kContinue,
};

using ConstructIndex = Index<struct ConstructTag>;
inline constexpr ConstructIndex kNoConstruct;
inline constexpr ConstructIndex kFunctionConstruct(0);

// A row of the construct table.  A parent precedes its children. "Innermost"
// includes the construct itself.
struct Construct {
  ConstructKind kind = ConstructKind::kFunction;
  BlockIndex header;           // of a case its label, of a continue its target
  BlockIndex merge;            // of a case its switch's, of a continue its
                               // loop's; kNoBlock for the function
  BlockIndex continue_target;  // of a loop and of a continue
  ConstructIndex parent;       // of a continue its loop, of a case its switch
  uint32_t depth = 0;          // 0 for the function
  ConstructIndex loop;         // innermost loop
  // Innermost continue construct, switch and case; kNoConstruct if they are
  // outside the innermost loop.  So `breakable_switch` is what a `break` in the
  // source language would leave.
  ConstructIndex in_continue;
  ConstructIndex breakable_switch;
  ConstructIndex breakable_case;  // of that switch
};

// The effect of a branch on the constructs around it.  The first group is
// valid.
enum class EdgeKind : uint8_t {
  kInside,          // leaves no construct, and enters at headers only
  kSelectionMerge,  // from the innermost construct, a selection, to its merge
  kLoopBreak,       // to the merge block of the innermost loop
  kLoopContinue,    // to the continue target of the innermost loop
  kBackEdge,        // to the header of the innermost loop
  kSwitchBreak,     // to the merge block of the innermost switch, out of
                    // selections, but not out of a loop
  kFallThrough,     // from a case construct to another of the same switch
  kUnreachable,     // starts at a structurally unreachable block: not judged
  kInvalidExit,
  kInvalidEntry,  // from outside a construct to a block that is not its header
};

// Why an exit is invalid.
enum class ExitFault : uint8_t {
  kNone,
  kLeavesContinue,     // a continue construct, elsewhere than to the header or
                       // merge block of its loop
  kLeavesLoop,         // the innermost loop, elsewhere than to its merge block
                       // or continue target
  kNestedFallThrough,  // to another case of its switch, but from a selection
                       // nested in the case
  kOtherSwitchCase,    // to a case of a switch that is not the innermost
  kOuterSwitchMerge,   // to the merge of a switch that is not the innermost
  kOuterSelectionMerge,  // to the merge of a selection that is not the
                         // innermost construct
  kNotAnExit,            // to a block that no construct around it exits to
};

struct EdgeClass {
  EdgeKind kind = EdgeKind::kInside;
  ExitFault fault = ExitFault::kNone;
  // The construct that is merged, broken out of, continued, or fallen out of;
  // or the one that is left (or entered) in an invalid way; kNoConstruct for
  // kInside and kUnreachable.
  ConstructIndex construct = kNoConstruct;

  bool valid() const { return kind < EdgeKind::kInvalidExit; }
};

// Rebuilt for each function; reuses its memory and keeps no references.
class Structure {
 public:
  // `blocks` has an entry for each block of `cfg`.  A function without blocks
  // takes any entry and has only the function construct.  `builder` answers
  // questions about the search of the structural graph afterwards.
  //
  // Malformed input is accepted as far as the definitions apply.  A header that
  // its merge block dominates has empty constructs, which get no row.  A
  // continue target or case label that its header does not dominate gets no
  // construct.
  void Build(const FlowGraph& cfg, BlockIndex entry,
             absl::Span<const BlockInfo> blocks, DomTreeBuilder* builder);

  // Structural dominance.
  const DomTree& dominators() const { return dominators_; }

  // Structural post-dominance: only on demand, after Build, for the same graph.
  // By the definition everything post-dominates a block that reaches no exit;
  // such a block is not in the tree.
  void BuildPostDominators(const FlowGraph& cfg, DomTreeBuilder* builder);
  const DomTree& post_dominators() const {
    assert(has_post_dominators_);
    return post_dominators_;
  }

  // The branches to an ancestor in a depth-first search of the structural graph
  // from the entry block, by source block in search order.  Two branches of a
  // block to the same target count once; unreachable blocks have none.
  absl::Span<const FlowEdge> back_edges() const { return back_edges_; }

  // By kFunctionConstruct and up; outer constructs before inner ones.
  absl::Span<const Construct> constructs() const { return constructs_; }
  const Construct& construct(ConstructIndex c) const {
    return constructs_[c.value];
  }

  // kNoConstruct for a structurally unreachable block.  The header of a
  // construct is in it; a loop header that is its own continue target is in
  // the continue construct.
  ConstructIndex innermost(BlockIndex b) const { return innermost_[b.value]; }

  // The selection, switch or loop construct that `b` heads, if any; the case
  // construct with the label `b`; the continue construct with the target `b`;
  // the selection, switch or loop construct with the merge block `b`.  O(1).
  ConstructIndex headed_by(BlockIndex b) const;
  ConstructIndex case_at(BlockIndex b) const {
    return FindHeadedBy(b, ConstructKind::kCase);
  }
  ConstructIndex continue_at(BlockIndex b) const {
    return FindHeadedBy(b, ConstructKind::kContinue);
  }
  ConstructIndex merged_at(BlockIndex b) const;

  // By the definitions, a loop construct does not contain its continue
  // construct (and is empty if its header is its continue target).  Here a
  // continue construct is everything that its target dominates, except what the
  // loop's merge block dominates; that the back-edge block post-dominates it
  // follows from the rule about the continue target.  O(1).
  bool Contains(ConstructIndex c, BlockIndex b) const;

  // Contains, but a loop with its continue construct: true for every ancestor
  // of the innermost construct of `b`, and for no other construct.
  bool Encloses(ConstructIndex c, BlockIndex b) const;

  // Classifies a branch from `from` to `to`.  An edge of a valid exit kind may
  // leave all the constructs that it leaves; any other edge may leave none.
  // O(1).  Decisions, where wordings differ or are silent:
  // - The merge block of a selection is an exit only from that selection
  //   itself, not from a selection nested in it.
  // - A switch may be left from nested selections, as revisions after 1.3
  //   state, but not from a nested switch or loop.
  // - A fall-through starts in the case construct itself.  1.3 can be read to
  //   allow it from nested constructs: see kNestedFallThrough.
  // - From a continue construct, at any depth of selections, the loop's header
  //   and merge block are exits.  If a block other than the back-edge block
  //   branches to the merge block, the back-edge block does not post-dominate
  //   the target, which is a rule of its own.
  // - A back edge leaves its own loop's constructs only, not an inner loop.
  EdgeClass Classify(BlockIndex from, BlockIndex to) const;

 private:
  // The branches and the edges that merge instructions add: `cfg`, if there are
  // none.
  const FlowGraph& GraphOf(const FlowGraph& cfg) const {
    return has_headers_ ? graph_ : cfg;
  }
  void BuildGraph(const FlowGraph& cfg, absl::Span<const BlockInfo> blocks);
  void FindBackEdges(const FlowGraph& cfg, const DomTreeBuilder& search);
  void FindConstructs(const FlowGraph& cfg, absl::Span<const BlockInfo> blocks);
  void ReserveConstructs(const FlowGraph& cfg,
                         absl::Span<const BlockInfo> blocks);
  ConstructIndex ConstructAround(BlockIndex b,
                                 absl::Span<const BlockInfo> blocks);
  ConstructIndex OpenHeader(BlockIndex b, const BlockInfo& info,
                            ConstructIndex around);
  ConstructIndex Add(ConstructKind kind, BlockIndex header, BlockIndex merge,
                     BlockIndex continue_target, ConstructIndex parent);
  bool FindValidExit(ConstructIndex from, BlockIndex to,
                     EdgeClass* result) const;
  EdgeClass InvalidExit(ConstructIndex from, BlockIndex to) const;
  ConstructIndex ConstructEnteredNotAtHeader(BlockIndex from,
                                             BlockIndex to) const;
  // The construct of a kind with the header `b`.  The constructs with the same
  // header, at most a case, a loop and its continue construct, are the
  // innermost ones of the header.
  ConstructIndex FindHeadedBy(BlockIndex b, ConstructKind kind) const;

  bool has_headers_ = false;
  FlowGraph graph_;  // structural, if there are headers
  DomTree dominators_;
  DomTree post_dominators_;
  bool has_post_dominators_ = false;
  std::vector<FlowEdge> back_edges_;
  std::vector<Construct> constructs_;
  // Per block.
  std::vector<ConstructIndex> innermost_;
  std::vector<BlockIndex> stamp_;  // scratch
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_STRUCTURE_H_

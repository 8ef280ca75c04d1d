// Structured control flow (section 2.11), in the wording of SPIR-V 1.6
// revision 2, which restates it by structural dominance and which
// implementations apply to all versions.
//
// Kernels need not be structured: section 2.16.2, which requires it, applies
// to capability Shader.  But their merge instructions must satisfy section
// 2.11.1. In kernels loops without OpLoopMerge have no loop header, and
// section 2.11.3 is not applied: producers of kernels leave loops by any
// branch.
//
// The constructs are found once per function (cfg/structure.h).  First the
// headers and loops are checked, then the edges, except those that touch the
// region of a rejected header, because one wrong merge block must not make
// every branch near it an error.  A region is all that the header structurally
// dominates up to its merge block, so one walk in pre-order marks them all.
// Structurally unreachable blocks are exempt.
//
// Tested by testdata/rule_test.cc and, against the definitions by sets of
// blocks, structured_test.cc.
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "cfg/structure.h"
#include "validate/engine/family.h"
#include "validate/rules/cfg/case_order.h"
#include "validate/rules/cfg/targets.h"

namespace plumb {
namespace {

using cfg::Construct;
using cfg::ConstructIndex;
using cfg::EdgeClass;
using cfg::EdgeKind;
using cfg::ExitFault;
using cfg::FlowEdge;
using cfg::HeaderKind;
using cfg::Structure;

constexpr RuleTable R({
    {"cfg.merge.unique-block", "2.11.1",
     "block {0} is already the merge block of another header"},
    Also("cfg.header.strictly-dominates-merge",
         {"cfg.structural.header-dominates-merge", "2.11.1",
          "header block {0} does not strictly structurally dominate its merge "
          "block {1}"}),
    {"cfg.structural.continue-not-merge", "2.11.1",
     "block {0} is both the continue target and the merge block of a loop"},
    Also("cfg.loop.header-dominates-continue",
         {"cfg.structural.header-dominates-continue", "2.11.1",
          "loop header {0} does not structurally dominate its continue target "
          "{1}"}),
    Also("cfg.backedge.to-loop-header cfg.shader.loop-requires-merge",
         {"cfg.structural.back-edge-to-loop-header", "2.11.1",
          "this branch closes a loop at block {0}, which has no OpLoopMerge"}),
    Also("cfg.loop.has-back-edge",
         {"cfg.structural.back-edge-missing", "2.11.1",
          "no back edge branches to loop header {0}"}),
    Also("cfg.loop.single-back-edge",
         {"cfg.structural.back-edge-multiple", "2.11.1",
          "loop header {0} is the target of more than one back edge"}),
    Also("cfg.loop.continue-dominates-backedge",
         {"cfg.structural.continue-dominates-back-edge", "2.11.1",
          "continue target {0} does not structurally dominate the back-edge "
          "block {1}"}),
    Also("cfg.loop.backedge-postdominates-continue",
         {"cfg.structural.back-edge-postdominates", "2.11.1",
          "back-edge block {0} does not structurally post-dominate continue "
          "target {1}"}),
    {"cfg.structural.back-edge-in-loop", "2.11.1",
     "back-edge block {0} is not in the loop: merge block {1} structurally "
     "dominates it"},
    // For the other constructs this follows: their header is the immediate
    // dominator of the block that they exclude, so a nested header that
    // dominates its merge block contains that block.
    Also("cfg.construct.nested-merge-inside",
         {"cfg.structural.nested-merge-inside", "2.11.3",
          "merge block {0} must be in the continue construct of {1}, as its "
          "header is"}),
    Also("cfg.construct.exits",
         {"cfg.structural.exits", "2.11.3",
          "a branch out of the construct of {0} must not go to {1}"}),
    Also("cfg.construct.exit-selection-merge-only",
         {"cfg.structural.exit-selection", "2.11.3",
          "a branch out of the construct of {0} must not go to {1}, the merge "
          "block of a selection around it"}),
    Also("cfg.construct.break-innermost cfg.construct.continue-innermost "
         "cfg.structural.exit-loop-continue",
         {"cfg.structural.exit-loop-break", "2.11.3",
          "a branch out of the loop of {0} must go to its merge block or "
          "continue target, not to {1}"}),
    Also("cfg.construct.case-exit",
         {"cfg.structural.exit-case", "2.11.3",
          "a branch to case {1} must come directly from a case of the same "
          "OpSwitch, not from the construct of {0}"}),
    {"cfg.structural.exit-switch-break", "2.11.3",
     "a branch out of the construct of {0} must not go to {1}, the merge block "
     "of an OpSwitch that is not the innermost one around it"},
    Also("cfg.construct.continue-construct-exit",
         {"cfg.structural.continue-construct-exit", "2.11.3",
          "a branch out of the continue construct of {0} must go to the header "
          "or the merge block of its loop, not to {1}"}),
    Also("cfg.construct.entry-at-header",
         {"cfg.structural.entry-at-header", "2.11.3",
          "a branch into the construct of {0} must go to {0}, not to {1}"}),
    {"cfg.structural.continue-entry", "2.11.3",
     "a branch to continue target {1} must come from the loop of {0} itself"},
    {"cfg.structural.switch-needs-merge", "2.16.2",
     "OpSwitch must be preceded by OpSelectionMerge"},
    // A block that branches to two cases of a switch needs a merge
    // instruction.
    Also("cfg.shader.selection-requires-merge cfg.structural.case-one-outgoing "
         "cfg.switch.case-one-outgoing",
         {"cfg.structural.conditional-needs-merge", "2.16.2",
          "a conditional branch must be preceded by OpSelectionMerge, unless a "
          "target is a merge block or continue target"}),
});

constexpr absl::string_view kOtherHeader = "the other header is {0}";
constexpr absl::string_view kPastHeader =
    "this branch goes there, past the header";
constexpr absl::string_view kOtherBackEdge = "the other back edge is here";
constexpr absl::string_view kHeaderHere =
    "the loop begins with block {0}, which must end with an OpLoopMerge and a "
    "branch";
constexpr absl::string_view kLoopHere = "the loop is declared here";
constexpr absl::string_view kConstructHere =
    "the construct of {0} is declared here";
constexpr absl::string_view kBackEdgeHere = "the back edge is here";

// OpSelectionMerge has its merge block at the same index.
constexpr OperandIndex kMergeBlock = operand::LoopMerge::kMergeBlock;
constexpr OperandIndex kContinueTarget = operand::LoopMerge::kContinueTarget;
static_assert(operand::SelectionMerge::kMergeBlock == kMergeBlock);

// Checks one function.
class StructureCheck {
 public:
  explicit StructureCheck(FunctionContext& fn)
      : fn_(fn),
        structure_(fn.structure()),
        is_shader_(fn.context().Has(Capability::kShader)),
        declared_(fn.block_scratch(0)),
        back_edge_(fn.block_scratch(1)),
        stamp_(fn.block_scratch(0)),
        rejected_(fn.block_scratch(3)),
        around_(fn.block_scratch(4)),
        missed_(fn.block_scratch(5)),
        continues_(fn.number_scratch(0)),
        fall_throughs_(fn.edge_scratch()) {}

  void Run() {
    rejected_.assign(fn_.blocks().size(), cfg::kNoBlock);
    CheckHeaders();
    if (misses_merge_) ReportMissedMergeBlocks();
    CheckBackEdges();
    if (!is_shader_) return;
    if (any_rejected_) SpreadRejections();
    if (!CheckTerminators()) SpreadRejections();
    CheckEdges();
    if (has_switch_) CheckCaseOrder(fn_, structure_, rejected_, fall_throughs_);
  }

 private:
  const cfg::BlockInfo& Info(BlockIndex b) const {
    return fn_.block_info()[b.value];
  }
  Id IdOf(BlockIndex b) const { return fn_.block(b).id; }
  bool Reachable(BlockIndex b) const {
    return structure_.dominators().reachable(b);
  }

  // Rejects the region of a header.
  void Reject(BlockIndex b) {
    rejected_[b.value] = b;
    any_rejected_ = true;
  }
  bool Rejected(BlockIndex b) const {
    return rejected_[b.value] != cfg::kNoBlock;
  }

  // Assigns each block of a rejected region its header; for nested regions the
  // innermost.
  void SpreadRejections() {
    around_.assign(fn_.blocks().size(), cfg::kNoBlock);
    for (BlockIndex b : structure_.dominators().preorder()) {
      const BlockIndex dominator =
          structure_.dominators().immediate_dominator(b);
      if (dominator == cfg::kNoBlock) continue;
      // The first block after the region is the merge block of its header.
      BlockIndex region = rejected_[dominator.value];
      if (region == dominator && Info(region).merge == b) {
        region = around_[region.value];
      }
      around_[b.value] = region;
      if (!Rejected(b)) rejected_[b.value] = region;
    }
  }

  void CheckHeaders() {
    declared_.assign(fn_.blocks().size(), cfg::kNoBlock);
    continues_.assign(fn_.blocks().size(), 0);
    for (const cfg::BlockInfo& info : fn_.block_info()) {
      if (info.header == HeaderKind::kLoop) {
        continues_[info.continue_target.value] = 1;
      }
    }
    for (uint32_t i = 0; i < fn_.blocks().size(); ++i) {
      const BlockIndex b(i);
      const cfg::BlockInfo& info = Info(b);
      if (info.header == HeaderKind::kNone) continue;
      has_switch_ |= info.header == HeaderKind::kSwitch;
      CheckMergeBlock(b, info);
      if (info.header == HeaderKind::kLoop) CheckContinueTarget(b, info);
    }
  }

  // In kernels the merge block may be the continue target of another loop,
  // whose header structurally leads to it by its continue edge.  Only branches
  // count.
  bool DominatesMergeBlock(BlockIndex header, BlockIndex merge) const {
    if (structure_.dominators().StrictlyDominates(header, merge)) return true;
    if (is_shader_ || header == merge || continues_[merge.value] == 0) {
      return false;
    }
    const cfg::DomTree& dominators = fn_.dominators();
    return !dominators.reachable(merge) || dominators.Dominates(header, merge);
  }

  void CheckMergeBlock(BlockIndex b, const cfg::BlockInfo& info) {
    const InstIndex merge = fn_.block(b).merge;
    BlockIndex& other = declared_[info.merge.value];
    if (other != cfg::kNoBlock) {
      fn_.Report(R("cfg.merge.unique-block"), Place::At(merge, kMergeBlock),
                 {IdOf(info.merge)})
          .Note(kOtherHeader, Place::At(fn_.block(other).merge, kMergeBlock),
                {IdOf(other)});
      Reject(b);
      return;
    }
    other = b;
    if (Reachable(b) && !DominatesMergeBlock(b, info.merge)) {
      if (!misses_merge_) missed_.assign(fn_.blocks().size(), cfg::kNoBlock);
      misses_merge_ = true;
      missed_[info.merge.value] = b;
      Reject(b);
      Reject(info.merge);
    }
  }

  // Reports the headers that do not dominate their merge block, except for
  // those whose inner header is the cause: a path around the inner header to
  // its merge block continues to the merge block of the outer header.
  void ReportMissedMergeBlocks() {
    // By block, the nearest merge block that its header does not dominate and
    // that dominates the block.
    around_.assign(fn_.blocks().size(), cfg::kNoBlock);
    for (const BlockIndex b : structure_.dominators().preorder()) {
      const BlockIndex dominator =
          structure_.dominators().immediate_dominator(b);
      if (missed_[b.value] != cfg::kNoBlock) {
        around_[b.value] = b;
      } else if (dominator != cfg::kNoBlock) {
        around_[b.value] = around_[dominator.value];
      }
    }
    for (uint32_t i = 0; i < fn_.blocks().size(); ++i) {
      const BlockIndex header(i);
      const BlockIndex merge = Info(header).merge;
      if (Info(header).header == HeaderKind::kNone ||
          missed_[merge.value] != header) {
        continue;
      }
      const BlockIndex past = FindBranchAround(header, merge);
      if (past == cfg::kNoBlock) continue;
      DiagnosticBuilder report =
          fn_.Report(R("cfg.structural.header-dominates-merge"),
                     Place::At(fn_.block(header).merge, kMergeBlock),
                     {IdOf(header), IdOf(merge)});
      if (past != merge && merge != header) {
        report.Note(kPastHeader, BranchPlace(past, merge));
      }
    }
  }

  // A block that branches to the merge block and that the header does not
  // dominate; the merge block if there is no such block; kNoBlock if each such
  // block follows the merge block that an inner header does not dominate.
  BlockIndex FindBranchAround(BlockIndex header, BlockIndex merge) const {
    const cfg::DomTree& dominators = structure_.dominators();
    BlockIndex found = merge;
    for (const BlockIndex from : fn_.graph().predecessors(merge)) {
      if (!Reachable(from) || dominators.Dominates(header, from)) continue;
      const BlockIndex inner = around_[from.value];
      if (inner == cfg::kNoBlock || inner == merge ||
          !dominators.StrictlyDominates(header, missed_[inner.value])) {
        return from;
      }
      found = cfg::kNoBlock;
    }
    return found;
  }

  void CheckContinueTarget(BlockIndex b, const cfg::BlockInfo& info) {
    if (!Reachable(b)) return;
    const Place place = Place::At(fn_.block(b).merge, kContinueTarget);
    if (info.continue_target == info.merge) {
      fn_.Report(R("cfg.structural.continue-not-merge"), place,
                 {IdOf(info.merge)});
      Reject(b);
    } else if (!structure_.dominators().Dominates(b, info.continue_target)) {
      fn_.Report(R("cfg.structural.header-dominates-continue"), place,
                 {IdOf(b), IdOf(info.continue_target)});
      Reject(b);
      Reject(info.continue_target);
    }
  }

  // The place of a branch from one block to another.
  Place BranchPlace(BlockIndex from, BlockIndex to) const {
    const Inst branch = fn_.module().inst(fn_.block(from).terminator);
    return Place::At(branch.index(), TargetOperand(branch, IdOf(to)));
  }

  // Whether a back edge inside a loop goes to a block that is not a loop
  // header, which is reported: it may be the back edge that the loop lacks.
  bool HasStrayBackEdge(BlockIndex loop) const {
    return absl::c_any_of(stray_back_edges_, [&](BlockIndex from) {
      return structure_.dominators().Dominates(loop, from);
    });
  }

  void CheckBackEdges() {
    back_edge_.assign(fn_.blocks().size(), cfg::kNoBlock);
    stray_back_edges_.clear();
    for (const FlowEdge& edge : structure_.back_edges()) {
      BlockIndex& known = back_edge_[edge.to.value];
      if (Info(edge.to).header != HeaderKind::kLoop) {
        if (!is_shader_) continue;
        Reject(edge.to);
        if (stray_back_edges_.size() < kMaxStrayBackEdges) {
          stray_back_edges_.push_back(edge.from);
        }
        // Another rule forbids branches to the first block.
        if (edge.to == BlockIndex(0)) continue;
        fn_.Report(R("cfg.structural.back-edge-to-loop-header"),
                   BranchPlace(edge.from, edge.to), {IdOf(edge.to)})
            .Note(kHeaderHere, Place::At(fn_.block(edge.to).label),
                  {IdOf(edge.to)});
      } else if (known != cfg::kNoBlock) {
        fn_.Report(R("cfg.structural.back-edge-multiple"),
                   BranchPlace(edge.from, edge.to), {IdOf(edge.to)})
            .Note(kOtherBackEdge, BranchPlace(known, edge.to))
            .Note(kLoopHere, Place::At(fn_.block(edge.to).merge));
        Reject(edge.to);
      } else {
        known = edge.from;
      }
    }
    bool need_post_dominance = false;
    for (uint32_t i = 0; i < fn_.blocks().size(); ++i) {
      const BlockIndex b(i);
      if (Info(b).header != HeaderKind::kLoop || !Reachable(b) || Rejected(b)) {
        continue;
      }
      if (back_edge_[i] == cfg::kNoBlock) {
        if (!HasStrayBackEdge(b)) {
          fn_.Report(R("cfg.structural.back-edge-missing"),
                     Place::At(fn_.block(b).merge), {IdOf(b)});
        }
        Reject(b);
      } else if (is_shader_ && structure_.dominators().Dominates(
                                   Info(b).merge, back_edge_[i])) {
        ReportBackEdgeAfterLoop(b);
        Reject(b);
      } else if (back_edge_[i] != Info(b).continue_target ||
                 (is_shader_ && EndsWithHeader(b))) {
        need_post_dominance = true;
      }
    }
    if (need_post_dominance) CheckContinueConstructs();
  }

  // Reports the back edge of loop header `b`, which the merge block dominates.
  void ReportBackEdgeAfterLoop(BlockIndex b) {
    const BlockIndex from = back_edge_[b.value];
    const BlockIndex merge = Info(b).merge;
    DiagnosticBuilder report =
        fn_.Report(R("cfg.structural.back-edge-in-loop"), BranchPlace(from, b),
                   {IdOf(from), IdOf(merge)});
    report.Note(kLoopHere, Place::At(fn_.block(b).merge));
    if (from != merge ||
        structure_.dominators().Dominates(Info(b).continue_target, from)) {
      return;
    }
    report.Note(
        "operands Merge Block and Continue Target are exchanged: {0} branches "
        "back to the header, {1} does not",
        Place::At(fn_.block(b).merge, operand::LoopMerge::kMergeBlock),
        {IdOf(merge), IdOf(Info(b).continue_target)});
  }

  // Whether the back-edge block of loop header `b` is itself a header.
  bool EndsWithHeader(BlockIndex b) const {
    const BlockIndex from = back_edge_[b.value];
    return from != b && Info(from).header != HeaderKind::kNone &&
           !Rejected(from);
  }

  // Checks continue targets other than the back-edge block itself, and
  // back-edge blocks that are headers.
  void CheckContinueConstructs() {
    const cfg::DomTree& post = fn_.structural_post_dominators();
    for (uint32_t i = 0; i < fn_.blocks().size(); ++i) {
      const BlockIndex b(i);
      const BlockIndex from = back_edge_[i];
      const BlockIndex target = Info(b).continue_target;
      if (from == cfg::kNoBlock || Rejected(b)) continue;
      const Place place = Place::At(fn_.block(b).merge, kContinueTarget);
      if (!structure_.dominators().Dominates(target, from)) {
        fn_.Report(R("cfg.structural.continue-dominates-back-edge"), place,
                   {IdOf(target), IdOf(from)})
            .Note(kBackEdgeHere, BranchPlace(from, b));
        Reject(b);
      } else if (post.reachable(target) && !post.Dominates(from, target)) {
        fn_.Report(R("cfg.structural.back-edge-postdominates"), place,
                   {IdOf(from), IdOf(target)})
            .Note(kBackEdgeHere, BranchPlace(from, b));
        Reject(b);
      } else if (is_shader_ && EndsWithHeader(b)) {
        // All other blocks of the continue construct lead to the back-edge
        // block, and so do their merge blocks.
        const BlockIndex merge = Info(from).merge;
        if (!post.reachable(merge) || post.Dominates(from, merge)) continue;
        fn_.Report(R("cfg.structural.nested-merge-inside"),
                   Place::At(fn_.block(from).merge, kMergeBlock),
                   {IdOf(merge), IdOf(target)})
            .Note(kLoopHere, Place::At(fn_.block(b).merge));
        Reject(b);
      }
    }
  }

  // Whether a header declares a block as its merge block or continue target.
  bool IsDeclared(BlockIndex b) const {
    return declared_[b.value] != cfg::kNoBlock || continues_[b.value] != 0;
  }

  // Without a merge instruction the end of a selection is unknown, so a
  // rejected block heads all blocks that it dominates.
  bool CheckTerminators() {
    bool valid = true;
    for (uint32_t i = 0; i < fn_.blocks().size(); ++i) {
      const BlockIndex b(i);
      const Block& block = fn_.block(b);
      if (!Reachable(b) || Rejected(b)) continue;
      const Op op = fn_.module().record(block.terminator).op;
      const bool is_selection = Info(b).header == HeaderKind::kSelection ||
                                Info(b).header == HeaderKind::kSwitch;
      if (is_selection) continue;
      if (op == Op::kSwitch) {
        fn_.Report(R("cfg.structural.switch-needs-merge"),
                   Place::At(block.terminator));
        Reject(b);
        valid = false;
      } else if (op == Op::kBranchConditional) {
        const absl::Span<const BlockIndex> targets = fn_.graph().successors(b);
        if (targets[0] != targets[1] && !IsDeclared(targets[0]) &&
            !IsDeclared(targets[1])) {
          fn_.Report(R("cfg.structural.conditional-needs-merge"),
                     Place::At(block.terminator));
          Reject(b);
          valid = false;
        }
      }
    }
    return valid;
  }

  void CheckEdges() {
    stamp_.assign(fn_.blocks().size(), cfg::kNoBlock);
    fall_throughs_.clear();
    for (uint32_t i = 0; i < fn_.blocks().size(); ++i) {
      const BlockIndex from(i);
      if (!Reachable(from) || Rejected(from)) continue;
      for (BlockIndex to : fn_.graph().successors(from)) {
        if (stamp_[to.value] == from) continue;  // the same target again
        stamp_[to.value] = from;
        if (Rejected(to)) continue;
        EdgeClass edge = structure_.Classify(from, to);
        if (edge.kind == EdgeKind::kInside && ClosesLoop(from)) {
          edge = {EdgeKind::kInvalidExit, ExitFault::kLeavesContinue,
                  structure_.construct(structure_.innermost(from)).in_continue};
        }
        if (edge.kind == EdgeKind::kFallThrough) {
          fall_throughs_.push_back({from, to});
        } else if (!edge.valid()) {
          ReportEdge(from, to, edge);
        }
      }
    }
  }

  // Whether a block is the back-edge block of the innermost loop.  It is the
  // last block of the continue construct: it does not post-dominate blocks
  // that only it branches to.
  bool ClosesLoop(BlockIndex b) const {
    const Construct& around = structure_.construct(structure_.innermost(b));
    return around.in_continue != cfg::kNoConstruct &&
           back_edge_[structure_.construct(around.loop).header.value] == b;
  }

  const Rule& RuleOf(const EdgeClass& edge, BlockIndex to) const {
    if (edge.kind == EdgeKind::kInvalidEntry) {
      // A block that a continue target dominates is entered only through it.
      return structure_.continue_at(to) != cfg::kNoConstruct
                 ? R("cfg.structural.continue-entry")
                 : R("cfg.structural.entry-at-header");
    }
    switch (edge.fault) {
      case ExitFault::kLeavesContinue:
        return R("cfg.structural.continue-construct-exit");
      case ExitFault::kLeavesLoop:
        return R("cfg.structural.exit-loop-break");
      case ExitFault::kNestedFallThrough:
      case ExitFault::kOtherSwitchCase:
        return R("cfg.structural.exit-case");
      case ExitFault::kOuterSwitchMerge:
        return R("cfg.structural.exit-switch-break");
      case ExitFault::kOuterSelectionMerge:
        return R("cfg.structural.exit-selection");
      case ExitFault::kNotAnExit:
      case ExitFault::kNone:
        return R("cfg.structural.exits");
    }
    return R("cfg.structural.exits");
  }

  void ReportEdge(BlockIndex from, BlockIndex to, const EdgeClass& edge) {
    const Construct& construct = structure_.construct(edge.construct);
    const BlockIndex header = construct.header;
    DiagnosticBuilder report = fn_.Report(
        RuleOf(edge, to), BranchPlace(from, to), {IdOf(header), IdOf(to)});
    const InstIndex declared = fn_.block(header).merge != kNoInst
                                   ? fn_.block(header).merge
                                   : fn_.block(header).label;
    report.Note(kConstructHere, Place::At(declared), {IdOf(header)});
  }

  FunctionContext& fn_;
  const Structure& structure_;
  const bool is_shader_;
  std::vector<BlockIndex>& declared_;   // by merge block: its header
  std::vector<BlockIndex>& back_edge_;  // by loop header: the back-edge block
  // The first few back edges whose target is not a loop header, kept for
  // notes; bounded.
  static constexpr size_t kMaxStrayBackEdges = 8;
  std::vector<BlockIndex> stray_back_edges_;
  // By block: its last predecessor.  Reuses the memory of declared_.
  std::vector<BlockIndex>& stamp_;
  std::vector<BlockIndex>& rejected_;  // by block: header of a rejected region
  std::vector<BlockIndex>& around_;    // the same, except for headers
  std::vector<BlockIndex>& missed_;    // by merge block: non-dominating header
  std::vector<uint32_t>& continues_;   // by block: is a continue target
  std::vector<FlowEdge>& fall_throughs_;
  bool any_rejected_ = false;
  bool misses_merge_ = false;
  bool has_switch_ = false;
};

void CheckStructure(FunctionContext& fn) {
  if (fn.has_structure()) StructureCheck(fn).Run();
}

}  // namespace

extern constinit const Family kStructured(R, kFunctionCheck<CheckStructure>);

}  // namespace plumb

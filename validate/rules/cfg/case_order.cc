// The cases of an OpSwitch (sections 2.11.1 and 2.11.3).
//
// At most one other case construct branches to a case construct, and the
// labels of the two must be consecutive operands of the OpSwitch.  (That a
// case branches to at most one other follows from the rules of conditional
// branches.) Targets with the same label are one case.  The merge block is not
// the label of a case, so any number of targets may name it anywhere.
//
// Tested by testdata/rule_test.cc and, against the definitions by sets of
// blocks, structured_test.cc.
#include "validate/rules/cfg/case_order.h"

#include <cstdint>
#include <vector>

#include "validate/engine/family.h"
#include "validate/rules/cfg/targets.h"

namespace plumb {
namespace {

using cfg::ConstructIndex;
using cfg::FlowEdge;
using cfg::HeaderKind;
using cfg::Structure;

constexpr RuleTable R({
    Also("cfg.switch.dominates-cases",
         {"cfg.structural.switch-dominates-cases", "2.11.3",
          "the block of OpSwitch, {0}, does not structurally dominate case "
          "{1}"}),
    Also("cfg.switch.case-one-incoming",
         {"cfg.structural.case-one-incoming", "2.11.3",
          "case {0} is branched to from more than one other case"}),
    Also("cfg.switch.fallthrough-adjacent",
         {"cfg.structural.case-adjacent", "2.11.3",
          "case {0} branches to case {1}, but does not come immediately before "
          "it in OpSwitch"}),
    Also("cfg.switch.fallthrough-via-default",
         {"cfg.structural.case-via-default", "2.11.3",
          "case {0} branches to case {1} through the default, but does not "
          "come immediately before it in OpSwitch"}),
    // Compilers emit such switches and implementations accept them.
    {"cfg.structural.case-labels-consecutive", "2.11.3",
     "the targets of OpSwitch with label {0} must be consecutive", "",
     Severity::kPedantic},
});

constexpr absl::string_view kSwitchHere = "OpSwitch is here";

class CaseOrderCheck {
 public:
  CaseOrderCheck(FunctionContext& fn, const Structure& structure,
                 absl::Span<const BlockIndex> rejected)
      : fn_(fn),
        structure_(structure),
        rejected_(rejected),
        seen_(fn.block_scratch(0)),
        next_(fn.block_scratch(1)),
        previous_(fn.block_scratch(2)),
        first_(fn.number_scratch(0)),
        last_(fn.number_scratch(1)) {}

  void Run(absl::Span<const FlowEdge> fall_throughs) {
    const size_t count = fn_.blocks().size();
    for (auto* list : {&seen_, &next_, &previous_}) {
      list->assign(count, cfg::kNoBlock);
    }
    first_.assign(count, 0);
    last_.assign(count, 0);
    for (uint32_t i = 0; i < count; ++i) {
      const BlockIndex b(i);
      if (fn_.block_info()[i].header == HeaderKind::kSwitch &&
          structure_.dominators().reachable(b) && !Rejected(b)) {
        ReadSwitch(b);
      }
    }
    for (const FlowEdge& f : fall_throughs) CheckFallThrough(f);
    for (const FlowEdge& f : fall_throughs) CheckViaDefault(f);
  }

 private:
  Id IdOf(BlockIndex b) const { return fn_.block(b).id; }
  bool Rejected(BlockIndex b) const {
    return rejected_[b.value] != cfg::kNoBlock;
  }

  // The label of the case construct in which a fall-through starts.
  BlockIndex CaseOf(const FlowEdge& f) const {
    return structure_.construct(structure_.innermost(f.from)).header;
  }
  Place PlaceOf(const FlowEdge& f) const {
    const Inst branch = fn_.module().inst(fn_.block(f.from).terminator);
    return Place::At(branch.index(), TargetOperand(branch, IdOf(f.to)));
  }
  Place SwitchOf(const FlowEdge& f) const {
    const ConstructIndex parent =
        structure_.construct(structure_.innermost(f.from)).parent;
    return Place::At(fn_.block(structure_.construct(parent).header).terminator);
  }

  bool IsCaseOf(BlockIndex b, BlockIndex label) const {
    const ConstructIndex c = structure_.case_at(label);
    return c != cfg::kNoConstruct &&
           structure_.construct(structure_.construct(c).parent).header == b;
  }

  // Records the positions of the labels of the switch at the end of block `b`.
  void ReadSwitch(BlockIndex b) {
    const absl::Span<const BlockIndex> labels = fn_.graph().successors(b);
    for (uint32_t position = 0; position < labels.size(); ++position) {
      const BlockIndex label = labels[position];
      const bool known = seen_[label.value] == b;
      seen_[label.value] = b;
      uint32_t& first = first_[label.value];
      uint32_t& last = last_[label.value];
      if (!known) {
        CheckDominated(b, label);
        first = position;
      } else if (first == 0) {
        first = position;  // the default label is a target too
      } else if (last + 1 != position && IsCaseOf(b, label)) {
        ReportNotAdjacent(b, label, position);
      }
      last = position;
    }
  }

  void ReportNotAdjacent(BlockIndex b, BlockIndex label, uint32_t position) {
    const Inst inst = fn_.module().inst(fn_.block(b).terminator);
    // The operands after the default are pairs of a literal and a label.
    fn_.Report(
        R("cfg.structural.case-labels-consecutive"),
        Place::At(inst.index(), operand::Switch::kDefault + 2 * position),
        {IdOf(label)});
  }

  void CheckDominated(BlockIndex b, BlockIndex label) {
    if (structure_.dominators().Dominates(b, label) || Rejected(label) ||
        !structure_.Classify(b, label).valid()) {
      return;  // valid, or reported
    }
    const Inst inst = fn_.module().inst(fn_.block(b).terminator);
    fn_.Report(R("cfg.structural.switch-dominates-cases"),
               Place::At(inst.index(), TargetOperand(inst, IdOf(label))),
               {IdOf(b), IdOf(label)});
  }

  void CheckFallThrough(const FlowEdge& f) {
    const BlockIndex from = CaseOf(f);
    BlockIndex& next = next_[from.value];
    BlockIndex& previous = previous_[f.to.value];
    if (previous != cfg::kNoBlock && previous != from) {
      fn_.Report(R("cfg.structural.case-one-incoming"), PlaceOf(f),
                 {IdOf(f.to)})
          .Note(kSwitchHere, SwitchOf(f));
      return;
    }
    const bool both_targets =
        first_[from.value] != 0 && first_[f.to.value] != 0;
    if (next == cfg::kNoBlock && both_targets &&
        last_[from.value] + 1 != first_[f.to.value]) {
      fn_.Report(R("cfg.structural.case-adjacent"), PlaceOf(f),
                 {IdOf(from), IdOf(f.to)})
          .Note(kSwitchHere, SwitchOf(f));
      return;
    }
    next = f.to;
    previous = from;
  }

  // Checks a fall-through to the default, which falls through to another case.
  void CheckViaDefault(const FlowEdge& f) {
    const BlockIndex from = CaseOf(f);
    const BlockIndex through = f.to;
    if (first_[through.value] != 0) return;  // not only the default
    const BlockIndex to = next_[through.value];
    if (to == cfg::kNoBlock || previous_[through.value] != from) return;
    previous_[through.value] = cfg::kNoBlock;  // report it once
    if (last_[from.value] + 1 != first_[to.value]) {
      fn_.Report(R("cfg.structural.case-via-default"), PlaceOf(f),
                 {IdOf(from), IdOf(to)})
          .Note(kSwitchHere, SwitchOf(f));
    }
  }

  FunctionContext& fn_;
  const Structure& structure_;
  const absl::Span<const BlockIndex> rejected_;
  std::vector<BlockIndex>& seen_;      // by label: its last switch
  std::vector<BlockIndex>& next_;      // by case: the case it branches to
  std::vector<BlockIndex>& previous_;  // by case: the case that branches to it
  // By label: the positions of its first and last target in the switch, from
  // 1; 0 if the label is only the default.
  std::vector<uint32_t>& first_;
  std::vector<uint32_t>& last_;
};

}  // namespace

extern constinit const Family kCaseOrder(R);

void CheckCaseOrder(FunctionContext& fn, const Structure& structure,
                    absl::Span<const BlockIndex> rejected,
                    absl::Span<const FlowEdge> fall_throughs) {
  CaseOrderCheck(fn, structure, rejected).Run(fall_throughs);
}

}  // namespace plumb

// What holds for the control-flow graph of every function, structured or not:
// branches and merge instructions name blocks of the function, nothing
// branches to its first block, and blocks stand in an order that dominance
// allows (sections 2.16.1 and 3.32.17).
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "core/op_role.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/function_context.h"
#include "validate/rules/cfg/targets.h"

namespace plumb {
namespace {

using grammar::Kind;
using grammar::Op;

constexpr RuleTable R({
    Also("cfg.branch.target-in-same-function",
         {"control.branches.target-in-function", "3.32.17",
          "{0} is a block of another function"}),
    {"control.branch.target-label", "3.32.17",
     "the target of a branch is a label, which {0} is not"},
    {"control.branchconditional.target-labels", "3.32.17",
     "both targets of a conditional branch are labels, which {0} is not"},
    {"control.branchconditional.distinct-labels",
     "3.32.17",
     "both targets of this conditional branch are {0}; from SPIR-V 1.6 on they "
     "differ",
     "",
     Severity::kError,
     {6}},
    {"control.switch.target-labels", "3.32.17",
     "the targets of OpSwitch are labels, which {0} is not"},
    Malformed({"control.merge.merge-block-label", "3.32.17",
               "a merge block is a block of the function, which {0} is not"}),
    Malformed(
        {"control.loopmerge.continue-label", "3.32.17",
         "a continue target is a block of the function, which {0} is not"}),
    {"cfg.entry-block.not-branch-target", "2.16.1",
     "the first block of a function, {0}, is no target of a branch"},
    {"cfg.block.dominance-order", "2.16.1",
     "block {0} stands before block {1}, which dominates it"},
});

constexpr absl::string_view kDefinedHere = "{0} is defined here";
constexpr absl::string_view kDominatorHere = "{0} is here";

bool IsLabel(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == Op::kLabel;
}

// Judges one label operand; `not_label` is the rule of the instruction.
void CheckLabel(const CheckContext& c, OperandIndex operand,
                const Rule& not_label) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  // An undefined id is an error of its own.
  if (def == kNoInst || c.function() == nullptr) return;
  const OperandIndex at = operand;
  if (!IsLabel(c.module(), id)) {
    c.Report(not_label, at, {id}).Note(kDefinedHere, Place::At(def), {id});
  } else if (!c.function()->Contains(def)) {
    c.Report(R("control.branches.target-in-function"), at, {id})
        .Note(kDefinedHere, Place::At(def), {id});
  }
}

void CheckBranch(const CheckContext& c) {
  CheckLabel(c, 0, R("control.branch.target-label"));
}

void CheckBranchConditional(const CheckContext& c) {
  CheckLabel(c, 1, R("control.branchconditional.target-labels"));
  if (c.inst().id(2) != c.inst().id(1)) {
    CheckLabel(c, 2, R("control.branchconditional.target-labels"));
  } else {
    c.Report(R("control.branchconditional.distinct-labels"), 2,
             {c.inst().id(2)});
  }
}

void CheckSwitch(const CheckContext& c) {
  for (uint32_t o = 1; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) == Kind::kIdRef) {
      CheckLabel(c, o, R("control.switch.target-labels"));
    }
  }
}

void CheckMergeLabel(const CheckContext& c, OperandIndex operand,
                     const Rule& rule) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || c.function() == nullptr) return;
  if (!IsLabel(c.module(), id) || !c.function()->Contains(def)) {
    c.Report(rule, operand, {id}).Note(kDefinedHere, Place::At(def), {id});
  }
}

void CheckSelectionMerge(const CheckContext& c) {
  CheckMergeLabel(c, 0, R("control.merge.merge-block-label"));
}

void CheckLoopMerge(const CheckContext& c) {
  CheckMergeLabel(c, 0, R("control.merge.merge-block-label"));
  CheckMergeLabel(c, 1, R("control.loopmerge.continue-label"));
}

void CheckEntryBlock(FunctionContext& fn) {
  if (!fn.has_graph()) return;
  const cfg::BlockIndex entry(0);
  const Id label = fn.block(entry).id;
  cfg::BlockIndex last;
  for (cfg::BlockIndex from : fn.graph().predecessors(entry)) {
    if (from == last) continue;  // both labels of one branch
    last = from;
    const Inst branch = fn.module().inst(fn.block(from).terminator);
    fn.Report(R("cfg.entry-block.not-branch-target"),
              Place::At(branch.index(), TargetOperand(branch, label)), {label});
  }
}

void CheckBlockOrder(FunctionContext& fn) {
  if (!fn.has_graph()) return;
  for (cfg::BlockIndex b : fn.dominators().preorder()) {
    const cfg::BlockIndex idom = fn.dominators().immediate_dominator(b);
    if (idom == cfg::kNoBlock || idom < b) continue;
    fn.Report(R("cfg.block.dominance-order"), Place::At(fn.block(b).label),
              {fn.block(b).id, fn.block(idom).id})
        .Note(kDominatorHere, Place::At(fn.block(idom).label),
              {fn.block(idom).id});
  }
}

constexpr Op kBranchOps[] = {Op::kBranch};
constexpr Op kBranchConditionalOps[] = {Op::kBranchConditional};
constexpr Op kSwitchOps[] = {Op::kSwitch};
constexpr Op kSelectionMergeOps[] = {Op::kSelectionMerge};
constexpr Op kLoopMergeOps[] = {Op::kLoopMerge};
constexpr Check kChecks[] = {
    {kBranchOps, CheckBranch},
    {kBranchConditionalOps, CheckBranchConditional},
    {kSwitchOps, CheckSwitch},
    {kSelectionMergeOps, CheckSelectionMerge},
    {kLoopMergeOps, CheckLoopMerge},
};
constexpr FunctionCheck kFunctionChecks[] = {CheckEntryBlock, CheckBlockOrder};

}  // namespace

extern constinit const Family kBranches = {
    .rules = R.rules(),
    .function_checks = kFunctionChecks,
    .checks = kChecks,
};

}  // namespace plumb

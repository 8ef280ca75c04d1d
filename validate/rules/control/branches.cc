// The labels in branches and merge instructions: they must be blocks of the
// function (section 3.3.17).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("cfg.branch.target-in-same-function",
         {"control.branches.target-in-function", "3.3.17",
          "a branch must stay in its function, but {0} is a block of another "
          "one"}),
    {"control.branchconditional.distinct-labels",
     "3.3.17",
     "both targets of this conditional branch are {0}; since SPIR-V 1.6, they "
     "must differ",
     "",
     Severity::kError,
     {6}},
    Malformed(
        {"control.merge.merge-block-label", "3.3.17",
         "a merge block must be a block of the function, but {0} is not one"}),
    Malformed({"control.loopmerge.continue-label", "3.3.17",
               "a continue target must be a block of the function, but {0} is "
               "not one"}),
});

constexpr absl::string_view kDefinedHere = "{0} is defined here";

bool IsLabel(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == Op::kLabel;
}

void CheckLabel(const CheckContext& c, OperandIndex operand) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  // Other rules report ids that are undefined or not labels.
  if (!IsLabel(c.module(), id) || c.function() == nullptr) return;
  if (!c.function()->Contains(def)) {
    c.Report(R("control.branches.target-in-function"), operand, {id})
        .Note(kDefinedHere, Place::At(def), {id});
  }
}

void CheckBranch(const CheckContext& c) {
  CheckLabel(c, operand::Branch::kTargetLabel);
}

void CheckBranchConditional(const CheckContext& c) {
  constexpr OperandIndex kTrue = operand::BranchConditional::kTrueLabel;
  constexpr OperandIndex kFalse = operand::BranchConditional::kFalseLabel;
  CheckLabel(c, kTrue);
  if (c.inst().id(kFalse) != c.inst().id(kTrue)) {
    CheckLabel(c, kFalse);
  } else {
    c.Report(R("control.branchconditional.distinct-labels"), kFalse,
             {c.inst().id(kFalse)});
  }
}

void CheckSwitch(const CheckContext& c) {
  for (OperandIndex o = operand::Switch::kDefault; o < c.inst().operand_count();
       ++o) {
    if (c.inst().kind(o) == Kind::kIdRef) CheckLabel(c, o);
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
  CheckMergeLabel(c, operand::SelectionMerge::kMergeBlock,
                  R("control.merge.merge-block-label"));
}

void CheckLoopMerge(const CheckContext& c) {
  CheckMergeLabel(c, operand::LoopMerge::kMergeBlock,
                  R("control.merge.merge-block-label"));
  CheckMergeLabel(c, operand::LoopMerge::kContinueTarget,
                  R("control.loopmerge.continue-label"));
}

constexpr Check kChecks[] = {
    {Op::kBranch, CheckBranch},
    {Op::kBranchConditional, CheckBranchConditional},
    {Op::kSwitch, CheckSwitch},
    {Op::kSelectionMerge, CheckSelectionMerge},
    {Op::kLoopMerge, CheckLoopMerge},
};

}  // namespace

extern constinit const Family kBranches(R, kChecks);

}  // namespace plumb

// Control flow under execution mode MaximallyReconvergesKHR, in all functions
// that an entry point with the mode calls, directly or not
// (SPV_KHR_maximal_reconvergence, changes to section 2.11).
//
// Only blocks with an OpLoopMerge, merge blocks, continue targets and targets
// of an OpSwitch may be the target of more than one block.  A module without
// the mode costs a check of its execution modes; one with it, a walk of the
// reached functions, each instruction once.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "cfg/index.h"
#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/functions_with_mode.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

// Both rules rely on the merge instructions.
constexpr Op kMergeOps[] = {Op::kSelectionMerge, Op::kLoopMerge};
constexpr Rule NeedsMerges(Rule rule) { return ReliesOn(kMergeOps, rule); }

constexpr RuleTable R({
    NeedsMerges({"cfg.reconvergence.predecessors",
                 "SPV_KHR_maximal_reconvergence",
                 "with MaximallyReconvergesKHR, a block with several "
                 "predecessors must be a loop header, merge block, continue "
                 "target or target of OpSwitch, but {0} is not"}),
    NeedsMerges({"cfg.reconvergence.distinct-labels",
                 "SPV_KHR_maximal_reconvergence",
                 "with MaximallyReconvergesKHR, the two labels must differ",
                 "",
                 Severity::kError,
                 {0, 5}}),
    InVulkan("cfg.reconvergence.no-repack",
             "with MaximallyReconvergesKHR, an entry point must not reach {0}, "
             "which may repack invocations",
             "VUID-StandaloneSpirv-MaximallyReconvergesKHR-09565"),
});

constexpr ExecutionMode kMode = ExecutionMode::kMaximallyReconvergesKHR;
constexpr absl::string_view kBranchHere = "a branch to it";

// Invocation repack instructions (SPV_KHR_ray_tracing,
// SPV_EXT_shader_invocation_reorder).
bool IsRepack(Op op) {
  switch (op) {
    case Op::kTraceRayKHR:
    case Op::kExecuteCallableKHR:
    case Op::kReportIntersectionKHR:
    case Op::kReorderThreadWithHintEXT:
    case Op::kReorderThreadWithHitObjectEXT:
    case Op::kHitObjectTraceRayEXT:
    case Op::kHitObjectReorderExecuteShaderEXT:
    case Op::kHitObjectTraceReorderExecuteEXT:
    case Op::kHitObjectTraceRayMotionEXT:
    case Op::kHitObjectTraceMotionReorderExecuteEXT:
      return true;
    default:
      return false;
  }
}

class ReconvergenceCheck {
 public:
  explicit ReconvergenceCheck(ModuleContext& context)
      : context_(context),
        module_(context.module()),
        state_(module_.id_bound()) {}

  void VisitFunction(cfg::FunctionIndex function);

 private:
  // The state of a label.
  struct LabelState {
    InstIndex branch = kNoInst;   // the first branch to it
    InstIndex another = kNoInst;  // a branch from another block
    bool exempt = false;
  };

  void VisitConditional(const Inst& inst) {
    constexpr OperandIndex kTrue = operand::BranchConditional::kTrueLabel;
    constexpr OperandIndex kFalse = operand::BranchConditional::kFalseLabel;
    VisitTarget(inst, kTrue);
    if (inst.id(kTrue) != inst.id(kFalse)) {
      VisitTarget(inst, kFalse);
      return;
    }
    NoteMode(context_.Report(R("cfg.reconvergence.distinct-labels"),
                             Place::At(inst.index(), kFalse)));
  }

  void NoteMode(DiagnosticBuilder report) const {
    AddCallPathNotes(context_, function_, kMode, report);
  }

  void Exempt(Id label) {
    if (label.value < state_.size()) state_[label.value].exempt = true;
  }
  void VisitTarget(const Inst& branch, OperandIndex operand) {
    const Id label = branch.id(operand);
    if (label.value >= state_.size()) return;
    LabelState& state = state_[label.value];
    (state.branch == kNoInst ? state.branch : state.another) = branch.index();
  }

  void CheckBlock(InstIndex label) {
    const Id id = module_.record(label).result;
    const LabelState& state = state_[id.value];
    if (state.exempt || state.another == kNoInst) return;
    NoteMode(
        context_
            .Report(R("cfg.reconvergence.predecessors"), Place::At(label), {id})
            .Note(kBranchHere, Place::At(state.branch))
            .Note(kBranchHere, Place::At(state.another)));
  }

  ModuleContext& context_;
  const Module& module_;
  cfg::FunctionIndex function_;
  std::vector<LabelState> state_;  // by id
};

void ReconvergenceCheck::VisitFunction(cfg::FunctionIndex function) {
  function_ = function;
  const FunctionRange& range = module_.functions()[function.value];
  Id block;
  for (InstIndex i = range.first; i != range.last; ++i) {
    const Inst inst = module_.inst(i);
    switch (inst.op()) {
      case Op::kLabel:
        block = inst.result();
        break;
      case Op::kLoopMerge:
        Exempt(block);
        Exempt(inst.id(operand::LoopMerge::kMergeBlock));
        Exempt(inst.id(operand::LoopMerge::kContinueTarget));
        break;
      case Op::kSelectionMerge:
        Exempt(inst.id(operand::SelectionMerge::kMergeBlock));
        break;
      case Op::kBranchConditional:
        VisitConditional(inst);
        break;
      case Op::kBranch:
        VisitTarget(inst, operand::Branch::kTargetLabel);
        break;
      case Op::kSwitch:
        for (OperandIndex o = operand::Switch::kDefault;
             o < inst.operand_count(); ++o) {
          if (inst.kind(o) == Kind::kIdRef) Exempt(inst.id(o));
        }
        break;
      default:
        break;
    }
  }
  for (InstIndex i = range.first; i != range.last; ++i) {
    const Op op = module_.record(i).op;
    if (op == Op::kLabel) {
      CheckBlock(i);
    } else if (IsRepack(op)) {
      NoteMode(context_.Report(R("cfg.reconvergence.no-repack"), Place::At(i),
                               {op}));
    }
  }
}

void CheckReconvergence(ModuleContext& context) {
  const std::vector<uint64_t> reached = FunctionsWithMode(context, kMode);
  if (reached.empty()) return;
  ReconvergenceCheck check(context);
  for (uint32_t f = 0; f < reached.size(); ++f) {
    if (reached[f] != 0) check.VisitFunction(cfg::FunctionIndex(f));
  }
}

}  // namespace

extern constinit const Family kReconvergence(
    R, kModuleCheck<Phase::kSummaries, CheckReconvergence>);

}  // namespace plumb

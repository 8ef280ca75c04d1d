// The layout of functions, and instructions between functions (sections 2.4,
// 2.16.1 and 3.3.9).
//
// One automaton walks all instructions from the first OpFunction on; inside a
// block an ordinary instruction costs one table look-up.  After an error it
// waits for the next label, so that each error is one diagnostic.  A function
// whose blocks cannot be distinguished is marked as broken: it gets no
// control-flow graph, and checks that need one do not run.
//
// The walk finds the blocks, so it also reports rules of other areas: their
// rows are in the headers …_placement.h of those areas.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/section.h"
#include "validate/rules/cfg/block_placement.h"
#include "validate/rules/control/merge_placement.h"
#include "validate/rules/debug/line_placement.h"
#include "validate/rules/function/parameter_placement.h"

namespace plumb {
namespace {

constexpr absl::string_view kAfterFunctions =
    "{0} must be in the {1} section, but is {2}";

constexpr RuleTable R({
    // Instructions in or after functions.
    {"layout.type.not-in-function", "2.4", kAfterFunctions},
    {"layout.constant.not-in-function", "2.4", kAfterFunctions},
    {"layout.function.after-declarations", "2.4", kAfterFunctions},
    WithEffect(Effect::kOutsideFunctions,
               {"layout.function.between", "2.4", "{0} must be in a function"}),
    Also("function.functionend.needs-function",
         {"layout.functionend.open-function", "2.4",
          "OpFunctionEnd must end a function, but is outside functions"}),
    // Functions as a whole.
    Also("function.function.terminated",
         WithFix({Fix::Kind::kFunctionEnd},
                 {"layout.function.ended", "2.4",
                  "function {0} has no OpFunctionEnd"})),
    {"layout.function.declarations-first", "2.4",
     "function {0} has no body, so it must precede all functions with a body"},
    {"layout.function.declaration-content", "2.4",
     "{0} must be in a block, which OpLabel begins, but function {1} has "
     "none"},
});

constexpr absl::string_view kFunctionHere = "the function begins here";
constexpr absl::string_view kBlockHere = "the block begins here";
constexpr absl::string_view kBlockEnd = "the block ends here";

// Whether a terminator may follow a merge instruction.
bool MayFollow(Op merge, Op next) {
  return next == Op::kBranchConditional ||
         next == (merge == Op::kLoopMerge ? Op::kBranch : Op::kSwitch);
}

const Rule& MisplacedRule(Op op) {
  if (Is(op, OpTrait::kTypeDeclaration) || op == Op::kTypeForwardPointer) {
    return R("layout.type.not-in-function");
  }
  if (Is(op, OpTrait::kConstantDeclaration)) {
    return R("layout.constant.not-in-function");
  }
  return R("layout.function.after-declarations");
}

class Functions {
 public:
  explicit Functions(ModuleContext& context)
      : context_(context), module_(context.module()), roles_(module_) {}

  void Check() {
    InstIndex gap = module_.global_end();
    const auto functions = module_.functions();
    for (uint32_t f = 0; f < functions.size(); ++f) {
      CheckGap(gap, functions[f].first);
      CheckFunction(f);
      gap = functions[f].last;
    }
    if (!functions.empty()) CheckGap(gap, InstIndex(module_.size()));
  }

 private:
  enum class State : uint8_t {
    kHeader,   // OpFunction and its parameters
    kInBlock,  // after a label
    kBetween,  // after a termination instruction
    kLost,     // after an error, until the next label
  };

  Op op(InstIndex i) const { return module_.record(i).op; }
  Placement PlacementAt(InstIndex i) const { return PlacementOf(op(i)); }

  // --- Between functions ---

  void CheckGap(InstIndex begin, InstIndex end) {
    bool reported = false;  // for a run of misplaced instructions
    bool in_graph = false;
    for (InstIndex i = begin; i < end; ++i) {
      const Placement p = PlacementAt(i);
      if (p == Placement::kLine) continue;
      if (IsGraphPart(p)) {  // checked with the graphs
        in_graph =
            p != Placement::kGraphEnd && p != Placement::kGraphEntryPoint;
      }
      const bool placed = in_graph || IsGraphPart(p) ||
                          (p == Placement::kExtInst &&
                           roles_.RoleOf(i) != ExtInstRole::kSemantic);
      if (!placed && !reported) ReportInGap(i, p);
      reported = !placed;
    }
  }

  void ReportInGap(InstIndex i, Placement p) {
    switch (p) {
      case Placement::kFunctionEnd:
        context_.Report(R("layout.functionend.open-function"), Place::At(i));
        return;
      case Placement::kParameter:
        context_.Report(
            kParameterPlacementRules("function.functionparameter.placement"),
            Place::At(i));
        return;
      case Placement::kLabel:
        context_
            .Report(kBlockPlacementRules("cfg.label.in-function"), Place::At(i))
            .Note("the previous function ends here", Place::At(EndBefore(i)));
        return;
      case Placement::kPhi:
      case Placement::kMerge:
      case Placement::kTerminator:
        context_.Report(kBlockPlacementRules("cfg.block.in-function"),
                        Place::At(i), {op(i)});
        return;
      case Placement::kBlock:
      case Placement::kExtInst:
        context_.Report(R("layout.function.between"), Place::At(i), {op(i)});
        return;
      default:
        ReportMisplaced(i, p, "after a function");
        return;
    }
  }

  // The OpFunctionEnd before an instruction between functions.
  InstIndex EndBefore(InstIndex i) const {
    do {
      --i.value;
    } while (i.value > 0 && op(i) != Op::kFunctionEnd);
    return i;
  }

  void ReportMisplaced(InstIndex i, Placement p, absl::string_view where) {
    const Section section =
        IsSectionOnly(p) ? static_cast<Section>(p) : Section::kDeclaration;
    context_
        .Report(MisplacedRule(op(i)), Place::At(i),
                {op(i), NameOf(section), where})
        .Note("the first function begins here",
              Place::At(module_.global_end()));
  }

  // --- In a function ---

  void CheckFunction(uint32_t f) {
    const FunctionRange& range = module_.functions()[f];
    function_ = f;
    state_ = State::kHeader;
    blocks_ = 0;
    misplaced_ = kNoInst;
    broken_ = false;
    for (InstIndex i = range.first + 1; i != range.last; ++i) {
      const Placement p = PlacementAt(i);
      Step(i, p);
      if (state_ == State::kInBlock) i = LastOfRow(i, range.last);
    }
    if (op(InstIndex(range.last.value - 1)) != Op::kFunctionEnd) {
      Break();
      context_.Report(R("layout.function.ended"), Place::At(range.first),
                      {id()});
    }
    if (!broken_) CheckOrder(range);
    if (broken_) context_.BreakFunction(f);
  }

  // Skips instructions that may be anywhere in a block, as most may: returns
  // the last one before another kind.
  InstIndex LastOfRow(InstIndex i, InstIndex end) const {
    while (i + 1 != end && PlacementAt(i + 1) == Placement::kBlock) ++i;
    return i;
  }

  void Step(InstIndex i, Placement p) {
    switch (p) {
      case Placement::kLine:
        return;
      case Placement::kLabel:
        if (state_ == State::kInBlock) ReportOpenBlock(i);
        state_ = State::kInBlock;
        label_ = i;
        ++blocks_;
        return;
      case Placement::kTerminator:
        if (state_ != State::kInBlock) return ReportOutsideBlock(i, p);
        state_ = State::kBetween;
        terminator_ = i;
        return;
      case Placement::kMerge:
        if (state_ != State::kInBlock) return ReportOutsideBlock(i, p);
        CheckMerge(i);
        return;
      case Placement::kPhi:
        if (state_ != State::kInBlock) return ReportOutsideBlock(i, p);
        // If a label is missing, the first block is unknown.
        if (blocks_ == 1 && !broken_) RejectPhi(i);
        return;
      case Placement::kParameter:
        if (state_ == State::kHeader || state_ == State::kLost) return;
        if (!IsRun(i)) {
          context_
              .Report(kParameterPlacementRules(
                          "function.functionparameter.placement"),
                      Place::At(i))
              .Note(kFunctionHere, Place::At(first()));
        }
        Break();
        return;
      case Placement::kFunctionEnd:
        if (state_ == State::kInBlock) ReportOpenBlock(i);
        return;
      case Placement::kExtInst:
        if (state_ != State::kInBlock && IsDebugInfo(i)) return;
        [[fallthrough]];
      case Placement::kDeclarationOrBlock:
      case Placement::kBlock:
        if (state_ != State::kInBlock) ReportOutsideBlock(i, p);
        return;
      default:
        if (IsGraphPart(p)) return ReportOutsideBlock(i, p);
        if (!IsRun(i)) ReportMisplaced(i, p, "in a function");
        return;
    }
  }

  // Whether the previous instruction was misplaced too; records that this one
  // is.
  bool IsRun(InstIndex i) {
    const bool run = misplaced_ != kNoInst && misplaced_ + 1 == i;
    misplaced_ = i;
    return run;
  }

  // Debug information is tolerated outside blocks: producers declare
  // parameters directly after them, before the first block, and mark the line
  // of a function's end.
  bool IsDebugInfo(InstIndex ext_inst) {
    const ExtInstRole role = roles_.RoleOf(ext_inst);
    return role == ExtInstRole::kDebugLocal ||
           role == ExtInstRole::kDebugGlobal;
  }

  void ReportOutsideBlock(InstIndex i, Placement p) {
    Break();
    const State state = state_;
    state_ = State::kLost;
    if (state == State::kHeader) {
      const bool has_body = module_.functions()[function_].block_count > 0;
      context_
          .Report(has_body ? kBlockPlacementRules("cfg.block.first-block-label")
                           : R("layout.function.declaration-content"),
                  Place::At(i), {op(i), id()})
          .Note(kFunctionHere, Place::At(first()));
    } else if (state == State::kBetween) {
      context_
          .Report(p == Placement::kTerminator
                      ? kBlockPlacementRules("cfg.terminator.only-last")
                      : kBlockPlacementRules("cfg.block.starts-with-label"),
                  Place::At(i), {op(i)})
          .Note(kBlockEnd, Place::At(terminator_));
    } else if (state == State::kInBlock) {  // part of a graph
      context_.Report(R("layout.function.after-declarations"), Place::At(i),
                      {op(i), NameOf(Section::kGraph), "in a function"});
    }
  }

  void ReportOpenBlock(InstIndex next) {
    Break();
    const InstIndex last(next.value - 1);
    if (PlacementAt(last) == Placement::kLine) {
      context_
          .Report(kLinePlacementRules("debug.line.not-last-in-block"),
                  Place::At(last), {op(last)})
          .Note(kBlockHere, Place::At(label_));
      return;
    }
    context_
        .Report(kBlockPlacementRules("cfg.block.ends-with-terminator"),
                Place::At(next), {module_.record(label_).result, op(next)})
        .Note(kBlockHere, Place::At(label_));
  }

  void CheckMerge(InstIndex merge) {
    InstIndex next = merge + 1;
    const InstIndex end = module_.functions()[function_].last;
    if (next == end) return;  // a function without an end
    if (PlacementAt(next) == Placement::kLine) {
      context_
          .Report(kLinePlacementRules("debug.line.before-merge"),
                  Place::At(next), {op(next)})
          .Note("the merge instruction is here", Place::At(merge));
      do {
        ++next;
      } while (next != end && PlacementAt(next) == Placement::kLine);
      if (next == end) return;
    }
    if (MayFollow(op(merge), op(next))) return;
    Break();
    // For a block that ends with its merge instruction, the missing terminator
    // is reported.
    const Placement p = PlacementAt(next);
    if (p == Placement::kLabel || p == Placement::kFunctionEnd) return;
    context_
        .Report(op(merge) == Op::kLoopMerge
                    ? kMergePlacementRules("control.loopmerge.position")
                    : kMergePlacementRules("control.selectionmerge.position"),
                Place::At(merge), {op(next)})
        .Note("this instruction follows", Place::At(next));
  }

  // Reports the first OpPhi of a block, and poisons the results of all.
  void RejectPhi(InstIndex phi) {
    if (!IsRun(phi)) {
      DiagnosticBuilder report = context_.Report(
          kBlockPlacementRules("cfg.entry-block.no-phi"), Place::At(phi));
      report.Note(kBlockHere, Place::At(label_));
      rejects_phis_ = report.is_error();
    }
    if (rejects_phis_) context_.Poison(module_.record(phi).result);
  }

  void CheckOrder(const FunctionRange& range) {
    if (range.block_count > 0) {
      if (first_definition_ == kNoInst) first_definition_ = range.first;
      late_declaration_ = false;
      return;
    }
    if (first_definition_ == kNoInst) return;
    if (!late_declaration_) {
      context_
          .Report(R("layout.function.declarations-first"),
                  Place::At(range.first), {id()})
          .Note("the first function with a body begins here",
                Place::At(first_definition_));
    }
    late_declaration_ = true;
  }

  InstIndex first() const { return module_.functions()[function_].first; }
  Id id() const { return module_.record(first()).result; }
  void Break() { broken_ = true; }

  ModuleContext& context_;
  const Module& module_;
  ExtInstRoles roles_;
  InstIndex first_definition_ = kNoInst;
  bool late_declaration_ = false;

  // The current function.
  uint32_t function_ = 0;
  State state_ = State::kHeader;
  bool broken_ = false;
  uint32_t blocks_ = 0;
  InstIndex label_ = kNoInst;
  InstIndex terminator_ = kNoInst;
  InstIndex misplaced_ = kNoInst;  // the last misplaced instruction
  bool rejects_phis_ = false;      // whether the previous OpPhi was an error
};

void CheckFunctions(ModuleContext& context) { Functions(context).Check(); }

}  // namespace

extern constinit const Family kFunctionLayout(
    R, kModuleCheck<Phase::kLayout, CheckFunctions>);

}  // namespace plumb

// The places of debug information in extended instruction sets (DebugInfo,
// OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo).  Instructions about
// a place in a function must be in a function, and for the last of these sets
// in a block, after its OpPhi and OpVariable instructions.  All others must
// precede the functions.
//
// Only modules that import such a set are walked.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"layout.debuginfo.in-block", "2.4",
     "debug information for code must be in a function"},
    // Producers put the end of a line after the terminator of a block, and
    // implementations accept it.
    Also("debuginfo.local.in-block",
         {"layout.debuginfo.outside-block", "NonSemantic.Shader.DebugInfo",
          "debug information for code should be in a block", "",
          Severity::kPedantic}),
    // The texts of all sets say "should".
    {"layout.debuginfo.outside-functions", "2.4",
     "debug information for declarations should be outside functions", "",
     Severity::kWarning},
    Also("debuginfo.global.before-functions",
         {"layout.debuginfo.before-functions", "OpenCL.DebugInfo.100 2",
          "debug information for declarations should precede the functions", "",
          Severity::kWarning}),
    Also("debuginfo.local.after-phi-and-variables",
         {"layout.debuginfo.block-start", "NonSemantic.Shader.DebugInfo",
          "this debug information must follow all {0} of the block"}),
});

// The place of a range of instructions.
enum class Region : uint8_t { kBeforeFunctions, kInFunction, kAfterFunctions };

// Finds debug information that precedes the OpPhi and OpVariable instructions
// of its block, which the last of these sets forbids.
class BlockStart {
 public:
  explicit BlockStart(ModuleContext& context) : context_(context) {}

  void Enter(Op op, InstIndex i) {
    if (op == Op::kPhi || Is(op, OpTrait::kVariable)) {
      Check(op, i);
    } else if (PlacementOf(op) != Placement::kLine) {
      Reset();
    }
  }
  // Called where a block begins, and where later instructions are themselves
  // misplaced.
  void Reset() { first_ = kNoInst; }
  void EnterDebugInfo(InstIndex i) {
    if (first_ == kNoInst) first_ = i;
  }

 private:
  void Check(Op op, InstIndex i) {
    if (first_ == kNoInst) return;
    context_.Report(R("layout.debuginfo.block-start"), Place::At(first_), {op})
        .Note("this follows", Place::At(i));
    first_ = kNoInst;
  }

  ModuleContext& context_;
  InstIndex first_ = kNoInst;  // first of leading debug information
};

// Whether an instruction is of the set that requires blocks.
bool NeedsBlock(const Module& module, InstIndex i) {
  const std::optional<DebugInst> debug = DebugInst::Get(module, i);
  return debug && debug->dialect() == DebugDialect::kShader;
}

// Checks the instructions of [begin, end), which must be in the same function,
// or all outside functions.
void CheckRange(ModuleContext& context, ExtInstRoles& roles, InstIndex begin,
                InstIndex end, Region where) {
  const Module& module = context.module();
  BlockStart start(context);
  bool in_block = false;
  for (InstIndex i = begin; i < end; ++i) {
    const Op op = module.record(i).op;
    if (PlacementOf(op) == Placement::kBlock) {  // fast path
      start.Reset();
      continue;
    }
    if (op == Op::kLabel) in_block = true;
    if (Is(op, OpTrait::kTerminator)) in_block = false;
    if (!IsExtInst(op)) {
      if (in_block) start.Enter(op, i);
      continue;
    }
    const ExtInstRole role = roles.RoleOf(i);
    if (role == ExtInstRole::kDebugLocal) {
      if (where != Region::kInFunction) {
        context.Report(R("layout.debuginfo.in-block"), Place::At(i));
      } else if (NeedsBlock(module, i)) {
        start.EnterDebugInfo(i);
        if (in_block) continue;
        context.Report(R("layout.debuginfo.outside-block"), Place::At(i));
      }
    } else if (role == ExtInstRole::kDebugGlobal) {
      if (where == Region::kInFunction) {
        context.Report(R("layout.debuginfo.outside-functions"), Place::At(i))
            .Note("the function begins here", Place::At(begin));
      } else if (where == Region::kAfterFunctions) {
        context.Report(R("layout.debuginfo.before-functions"), Place::At(i))
            .Note("the first function begins here",
                  Place::At(module.functions().front().first));
      }
    } else if (in_block) {
      start.Enter(op, i);
    }
  }
}

void CheckDebugInfo(ModuleContext& context) {
  const Module& module = context.module();
  ExtInstRoles roles(module);
  InstIndex gap(0);
  Region where = Region::kBeforeFunctions;
  for (const FunctionRange& function : module.functions()) {
    CheckRange(context, roles, gap, function.first, where);
    CheckRange(context, roles, function.first, function.last,
               Region::kInFunction);
    gap = function.last;
    where = Region::kAfterFunctions;
  }
  CheckRange(context, roles, gap, InstIndex(module.size()), where);
}

}  // namespace

extern constinit const Family kDebugInfoLayout(
    R, kModuleCheck<Phase::kLayout, CheckDebugInfo, kDebugInfoSets>);

}  // namespace plumb

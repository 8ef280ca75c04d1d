// The places of debug information in extended instruction sets (DebugInfo,
// OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo): what is about a
// place in a function stands in one, and in the last of these sets in a block;
// all else outside functions.
//
// Only modules that import such a set are walked.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/layout/section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"layout.debuginfo.in-block", "2.4",
     "debug information about a place in a function must be in a function"},
    // Producers put what ends a line behind the instruction that ends a block,
    // and consumers take it.
    Also("debuginfo.local.in-block",
         {"layout.debuginfo.outside-block", "NonSemantic.Shader.DebugInfo",
          "debug information about a place in a function should be in a block",
          "", Severity::kWarning}),
    // "Should", say the texts of all sets.
    {"layout.debuginfo.outside-functions", "2.4",
     "debug information about declarations should be outside functions", "",
     Severity::kWarning},
});

bool ImportsDebugInfo(const Module& module) {
  for (InstIndex import : module.ext_inst_imports()) {
    if (IsDebugInfo(module.ext_inst_set(module.record(import).result))) {
      return true;
    }
  }
  return false;
}

// Whether an instruction is of the set that asks for blocks.
bool NeedsBlock(const Module& module, InstIndex i) {
  const ExtInstSet set =
      module.ext_inst_set(module.inst(i).id(operand::ExtInst::kSet));
  return set == ExtInstSet::kNonSemanticShaderDebugInfo ||
         set == ExtInstSet::kNonSemanticShaderDebugInfo100;
}

// Checks the instructions of [begin, end), which are in one function or in
// none.
void CheckRange(ModuleContext& context, ExtInstRoles& roles, InstIndex begin,
                InstIndex end, bool in_function) {
  const Module& module = context.module();
  bool in_block = false;
  for (InstIndex i = begin; i < end; ++i) {
    const Op op = module.record(i).op;
    if (op == Op::kLabel) in_block = true;
    if (Is(op, OpTrait::kTerminator)) in_block = false;
    if (op != Op::kExtInst && op != Op::kExtInstWithForwardRefsKHR) continue;
    const ExtInstRole role = roles.RoleOf(i);
    if (role == ExtInstRole::kDebugLocal && !in_function) {
      context.Report(R("layout.debuginfo.in-block"), Place::At(i));
    } else if (role == ExtInstRole::kDebugLocal && !in_block &&
               NeedsBlock(module, i)) {
      context.Report(R("layout.debuginfo.outside-block"), Place::At(i));
    } else if (role == ExtInstRole::kDebugGlobal && in_function) {
      context.Report(R("layout.debuginfo.outside-functions"), Place::At(i))
          .Note("the function begins here", Place::At(begin));
    }
  }
}

void CheckDebugInfo(ModuleContext& context) {
  const Module& module = context.module();
  if (!ImportsDebugInfo(module)) return;
  ExtInstRoles roles(module);
  InstIndex gap(0);
  for (const FunctionRange& function : module.functions()) {
    CheckRange(context, roles, gap, function.first, false);
    CheckRange(context, roles, function.first, function.last, true);
    gap = function.last;
  }
  CheckRange(context, roles, gap, InstIndex(module.size()), false);
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kLayout, CheckDebugInfo}};

}  // namespace

extern constinit const Family kDebugInfoLayout = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb

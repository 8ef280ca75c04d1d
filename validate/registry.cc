#include "validate/registry.h"

#include "validate/control_flow/branch_hints.h"
#include "validate/control_flow/branches.h"
#include "validate/control_flow/case_order.h"
#include "validate/control_flow/reconvergence.h"
#include "validate/control_flow/structured.h"
#include "validate/debug/debug.h"
#include "validate/decorations/annotation.h"
#include "validate/decorations/targets.h"
#include "validate/entry_points/entry_points.h"
#include "validate/entry_points/interfaces.h"
#include "validate/features/environment.h"
#include "validate/features/requirements.h"
#include "validate/features/type_widths.h"
#include "validate/function/call_pointers.h"
#include "validate/function/linkage.h"
#include "validate/function/signatures.h"
#include "validate/layout/block_layout.h"
#include "validate/layout/debug_info_layout.h"
#include "validate/layout/function_layout.h"
#include "validate/layout/graph_layout.h"
#include "validate/layout/module_layout.h"
#include "validate/limits/limits.h"
#include "validate/modes/mode_models.h"
#include "validate/modes/mode_operands.h"
#include "validate/modes/mode_sets.h"
#include "validate/ops/derivative.h"
#include "validate/ssa/forward_reference.h"
#include "validate/ssa/ids.h"
#include "validate/ssa/operand_class.h"
#include "validate/ssa/phi.h"
#include "validate/ssa/uses.h"

namespace plumb {
namespace {

constexpr const Family* kFamilies[] = {
    &kEnvironment,
    &kRequirements,
    &kTypeWidths,
    &kModuleLayout,
    &kFunctionLayout,
    &kBlockLayout,
    &kDebugInfoLayout,
    &kGraphLayout,
    &kIds,
    &kForwardReference,
    &kUses,
    &kOperandClass,
    &kPhi,
    &kBranches,
    &kStructured,
    &kCaseOrder,
    &kReconvergence,
    &kBranchHints,
    &kSignatures,
    &kCallPointers,
    &kEntryPoints,
    &kInterfaces,
    &kModeOperandRules,
    &kModeModelRules,
    &kModeSetRules,
    &kAnnotation,
    &kDecorationTargets,
    &kLinkage,
    &kDebug,
    &kLimitRules,
    &kDerivative,
};

}  // namespace

absl::Span<const Family* const> Families() { return kFamilies; }

const Rule* FindRule(absl::string_view id) {
  for (const Family* family : Families()) {
    for (const Rule& rule : family->rules) {
      if (rule.id == id) return &rule;
    }
  }
  return nullptr;
}

}  // namespace plumb

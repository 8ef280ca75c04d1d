// The name of an extension (section 3.3.4).  A misspelled name has no effect,
// and features that need the extension are rejected elsewhere, or accepted
// without it.
//
// The text leaves the names to extensions and clients, so an unknown one is a
// warning.
//
// Tested by testdata/rule_test.cc.
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "parse/suggest.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"ext.extension.registered", "3.3.4", "no known extension has this name",
     "", Severity::kWarning},
});

constexpr absl::string_view kPrefix = "SPV_";

// Names that producers declare before they are registered; the grammar has all
// others.
constexpr absl::string_view kOthers[] = {
    "SPV_INTEL_16bit_atomics",
    "SPV_INTEL_bfloat16_arithmetic",
    "SPV_INTEL_complex_float_mul_div",
    "SPV_INTEL_fp_conversions",
    "SPV_INTEL_global_variable_decorations",
    "SPV_INTEL_hw_thread_queries",
    "SPV_INTEL_joint_matrix",
    "SPV_INTEL_non_constant_addrspace_printf",
    "SPV_INTEL_subgroup_requirements",
    "SPV_INTEL_tensor_float32_rounding",
    "SPV_INTEL_token_type",
};

bool IsKnown(absl::string_view name) {
  return grammar::ExtensionFromName(name) != Extension::kNone ||
         absl::c_linear_search(kOthers, name);
}

// The known name that is closest to another.  The common prefix is ignored,
// because it makes any two names similar.
absl::string_view ClosestName(absl::string_view name) {
  const auto own = [](absl::string_view n) {
    return absl::StripPrefix(n, kPrefix);
  };
  Suggestion suggestion(own(name));
  for (int i = 0; i < grammar::ExtensionCount(); ++i) {
    suggestion.Offer(own(grammar::NameOf(static_cast<Extension>(i))));
  }
  for (absl::string_view other : kOthers) suggestion.Offer(own(other));
  return suggestion.best();
}

void CheckNames(ModuleContext& context) {
  if (context.module().extensions().empty()) return;
  int suggestions_left = 8;  // each looks at all names
  for (InstIndex i : context.module().extensions()) {
    const Inst inst = context.module().inst(i);
    // After the condition, if there is one.
    const OperandIndex operand = inst.operand_count() - 1;
    const absl::string_view name = inst.string(operand);
    if (IsKnown(name)) continue;
    const Place place = Place::At(i, operand);
    DiagnosticBuilder report =
        context.Report(R("ext.extension.registered"), place);
    if (!report) continue;
    if (suggestions_left == 0) continue;
    --suggestions_left;
    const absl::string_view closest = ClosestName(name);
    if (closest.empty()) continue;
    report.SuggestString(absl::StrCat(kPrefix, closest), place);
  }
}

}  // namespace

extern constinit const Family kRegisteredExtensions(
    R, kModuleCheck<Phase::kLayout, CheckNames>);

}  // namespace plumb

// Built-ins that Vulkan does not have (SPIR-V environment of Vulkan, section
// "Built-In Variables"): those of kernels, and the vertex number of OpenGL.
//
// Built-ins of extensions are left to the capabilities that they need: the list
// of Vulkan does not have all of them yet.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_object.h"
#include "validate/rules/decoration/decorated_place.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // Nor does Vulkan take the capability that brings those of kernels.
    Follows("capability.environment.supported",
            {"builtin.vulkan.listed", "SPIR-V environment of Vulkan",
             "built-in {0} is not allowed in Vulkan",
             "VUID-StandaloneSpirv-BuiltIn-04668", Severity::kError,
             kInVulkan}),
});

constexpr BuiltIn kMissing[] = {
    BuiltIn::kVertexId,        BuiltIn::kWorkDim,
    BuiltIn::kGlobalSize,      BuiltIn::kEnqueuedWorkgroupSize,
    BuiltIn::kGlobalOffset,    BuiltIn::kGlobalLinearId,
    BuiltIn::kSubgroupMaxSize, BuiltIn::kNumEnqueuedSubgroups};

void CheckBuiltIns(ModuleContext& context) {
  if (!IsVulkan(context)) return;
  context.decorations().ForEach(Decoration::kBuiltIn, [&](const Decorated& d) {
    const auto built_in = BuiltInOf(context.module(), d);
    if (!built_in || RepeatsItself(context, d) ||
        !absl::c_linear_search(kMissing, *built_in)) {
      return;
    }
    context.Report(R("builtin.vulkan.listed"),
                   Place::At(d.statement, d.parameter),
                   {Arg::Enumerant(Kind::kBuiltIn, *built_in)});
  });
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckBuiltIns}};

}  // namespace

extern constinit const Family kEnvironmentBuiltins = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb

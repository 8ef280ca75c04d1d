// Built-ins that Vulkan does not have (SPIR-V environment of Vulkan, section
// "Built-In Variables"): those of kernels, and the vertex number of OpenGL; and
// those that OpenGL does not have: the numbers of vertices and instances as
// Vulkan counts them.
//
// Built-ins of extensions are left to the capabilities that they need: the list
// of Vulkan does not have all of them yet.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_object.h"
#include "validate/rules/decoration/decorated_place.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // Nor does Vulkan take the capability that brings those of kernels.
    Follows("capability.environment.supported",
            {"builtin.vulkan.listed", "SPIR-V environment of Vulkan",
             "built-in {0} is not allowed in Vulkan",
             "VUID-StandaloneSpirv-BuiltIn-04668", Severity::kError,
             kInVulkan}),
    {"builtin.opengl.listed", kOpenGl, "built-in {0} is not allowed in OpenGL",
     "", Severity::kError, kInOpenGl},
});

constexpr BuiltIn kNotInVulkan[] = {
    BuiltIn::kVertexId,        BuiltIn::kWorkDim,
    BuiltIn::kGlobalSize,      BuiltIn::kEnqueuedWorkgroupSize,
    BuiltIn::kGlobalOffset,    BuiltIn::kGlobalLinearId,
    BuiltIn::kSubgroupMaxSize, BuiltIn::kNumEnqueuedSubgroups};

// VertexId and InstanceId are their counterparts.
constexpr BuiltIn kNotInOpenGl[] = {BuiltIn::kVertexIndex,
                                    BuiltIn::kInstanceIndex};

void CheckMissing(ModuleContext& context, absl::Span<const BuiltIn> missing,
                  const Rule& rule) {
  context.decorations().ForEach(Decoration::kBuiltIn, [&](const Decorated& d) {
    const auto built_in = BuiltInOf(context.module(), d);
    if (!built_in || RepeatsItself(context, d) ||
        !absl::c_linear_search(missing, *built_in)) {
      return;
    }
    context.Report(rule, Place::At(d.statement, d.parameter),
                   {Arg::Enumerant(Kind::kBuiltIn, *built_in)});
  });
}

void CheckBuiltIns(ModuleContext& context) {
  switch (context.env().api) {
    case Api::kVulkan:
      return CheckMissing(context, kNotInVulkan, R("builtin.vulkan.listed"));
    case Api::kOpenGl:
      return CheckMissing(context, kNotInOpenGl, R("builtin.opengl.listed"));
    case Api::kNone:
    case Api::kOpenCl:
      return;
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckBuiltIns}};

}  // namespace

extern constinit const Family kEnvironmentBuiltins = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb

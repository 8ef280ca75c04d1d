// Built-ins that an environment does not have.  Vulkan (SPIR-V environment of
// Vulkan, section "Built-In Variables") does not have those of kernels, and
// the vertex number of OpenGL.  OpenGL does not have the numbers of vertices
// and instances as Vulkan counts them, and those of kernels.
//
// Built-ins of extensions are left to the capabilities that they require:
// Vulkan's list does not have all of them yet, and in the version of SPIR-V
// that OpenGL accepts only extensions provide ViewIndex and DeviceIndex.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/decorated_place.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // Vulkan also does not allow the capability of built-ins of kernels.
    InVulkan("builtin.vulkan.listed", "built-in {0} is not allowed in Vulkan",
             "VUID-StandaloneSpirv-BuiltIn-04668"),
    {"builtin.opengl.listed", kOpenGl, "built-in {0} is not allowed in OpenGL",
     "", Severity::kError, kInOpenGl},
    ExpectedInOpenGl("builtin.opengl.counterpart",
                     "OpenGL has no counterpart of built-in {0}"),
});

// A built-in, and the rules of environments that do not have it; null if the
// environment has it.
struct MissingRow {
  BuiltIn builtin;
  const Rule* in_vulkan;
  const Rule* in_opengl;
};
constexpr const Rule* kVulkanRule = &R("builtin.vulkan.listed");
constexpr const Rule* kOpenGlRule = &R("builtin.opengl.listed");
constexpr const Rule* kNoCounterpart = &R("builtin.opengl.counterpart");

constexpr MissingRow kMissing[] = {
    {BuiltIn::kVertexId, kVulkanRule, nullptr},
    // VertexId and InstanceId are their counterparts.
    {BuiltIn::kVertexIndex, nullptr, kOpenGlRule},
    {BuiltIn::kInstanceIndex, nullptr, kOpenGlRule},
    {BuiltIn::kWorkDim, kVulkanRule, kNoCounterpart},
    {BuiltIn::kGlobalSize, kVulkanRule, kNoCounterpart},
    {BuiltIn::kEnqueuedWorkgroupSize, kVulkanRule, kNoCounterpart},
    {BuiltIn::kGlobalOffset, kVulkanRule, kNoCounterpart},
    {BuiltIn::kGlobalLinearId, kVulkanRule, kNoCounterpart},
    {BuiltIn::kSubgroupMaxSize, kVulkanRule, kNoCounterpart},
    {BuiltIn::kNumEnqueuedSubgroups, kVulkanRule, kNoCounterpart},
};

const Rule* RuleAgainst(const ModuleContext& context, BuiltIn builtin) {
  for (const MissingRow& row : kMissing) {
    if (row.builtin != builtin) continue;
    return IsVulkan(context) ? row.in_vulkan : row.in_opengl;
  }
  return nullptr;
}

void CheckBuiltIns(ModuleContext& context) {
  if (!IsVulkan(context) && !IsOpenGl(context)) return;
  context.decorations().ForEach(Decoration::kBuiltIn, [&](const Decorated& d) {
    const auto built_in = BuiltInOf(context.module(), d);
    if (!built_in) return;
    const Rule* const rule = RuleAgainst(context, *built_in);
    if (rule == nullptr || IsRepeatedDecoration(context, d)) return;
    context.Report(*rule, Place::At(d.statement, d.parameter),
                   {Arg::Enumerant(Kind::kBuiltIn, *built_in)});
  });
}

}  // namespace

extern constinit const Family kEnvironmentBuiltins(
    R, kModuleCheck<Phase::kSummaries, CheckBuiltIns, Decoration::kBuiltIn>);

}  // namespace plumb

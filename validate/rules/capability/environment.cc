// What the target environment takes of a module's features: its version
// (section 3.1), the capabilities that a client API knows (section 2.1), and
// the version that an extension is written against.
//
// A client API is a table here.  Vulkan knows every capability but those made
// for kernels or for OpenGL, since each other one belongs to some feature of
// some device, and all storage classes but one of kernels; OpenCL names what it
// takes.  OpenGL takes what it is given.
//
// Tested by testdata/rule_test.cc and features_test.cc.
#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::EnumerantInfo;
using grammar::Kind;

constexpr RuleTable R({
    {"binary.header.version-supported", "3.1",
     "the module is SPIR-V 1.{0}, but {1} takes no version above 1.{2}"},
    {"capability.environment.supported", "2.1", "{0} does not take {1}",
     "VUID-VkShaderModuleCreateInfo-pCode-08740"},
    {"capability.cooperativematrixkhr.memory-model", "3.31",
     "a shader with CooperativeMatrixKHR also declares VulkanMemoryModel"},
    {"ext.extension.version", "3.32.4",
     "{0} needs SPIR-V 1.{1} or later, but the module is SPIR-V 1.{2}"},
    // Producers declare these in older modules, and consumers take them.
    {"ext.extension.version-tolerated", "3.32.4",
     "{0} is written against SPIR-V 1.{1} or later, but the module is "
     "SPIR-V 1.{2}",
     "", Severity::kWarning},
    {"memory.pointer.environment",
     "3.7",
     "{0} is no storage class of Vulkan",
     "VUID-StandaloneSpirv-None-04643",
     Severity::kError,
     {.envs = kVulkanEnvs}},
});

// Capabilities that no Vulkan device has, unless an extension that is declared
// brings them.
struct VulkanRow {
  Capability capability;
  absl::string_view unless;  // extension, or empty
};
constexpr VulkanRow kNotInVulkan[] = {
    {Capability::kAddresses, ""},
    {Capability::kLinkage, ""},
    {Capability::kKernel, ""},
    {Capability::kVector16, ""},
    {Capability::kFloat16Buffer, ""},
    {Capability::kImageBasic, ""},
    {Capability::kImageReadWrite, ""},
    {Capability::kImageMipmap, ""},
    {Capability::kPipes, ""},
    {Capability::kGroups, "SPV_AMD_shader_ballot"},
    {Capability::kDeviceEnqueue, ""},
    {Capability::kLiteralSampler, ""},
    {Capability::kAtomicStorage, ""},
    {Capability::kGenericPointer, ""},
    {Capability::kSampledRect, ""},
    {Capability::kImageRect, ""},
    {Capability::kSubgroupDispatch, ""},
    {Capability::kNamedBarrier, ""},
    {Capability::kPipeStorage, ""},
};

// What OpenCL takes of the core capabilities.
struct OpenClRow {
  Capability capability;
  uint8_t since;    // OpenCL version, 10 * major + minor
  bool full_only;   // not in the embedded profile
  bool for_images;  // only where ImageBasic is declared
};
constexpr OpenClRow kInOpenCl[] = {
    {Capability::kMatrix, 12, false, false},
    {Capability::kAddresses, 12, false, false},
    {Capability::kFloat16Buffer, 12, false, false},
    {Capability::kFloat16, 12, false, false},
    {Capability::kFloat64, 12, false, false},
    {Capability::kInt64, 12, true, false},
    {Capability::kInt16, 12, false, false},
    {Capability::kInt8, 12, false, false},
    {Capability::kKernel, 12, false, false},
    {Capability::kLinkage, 12, false, false},
    {Capability::kVector16, 12, false, false},
    {Capability::kImageBasic, 12, false, false},
    {Capability::kLiteralSampler, 12, false, true},
    {Capability::kSampled1D, 12, false, true},
    {Capability::kImage1D, 12, false, true},
    {Capability::kSampledBuffer, 12, false, true},
    {Capability::kImageBuffer, 12, false, true},
    {Capability::kImageReadWrite, 20, false, true},
    {Capability::kDeviceEnqueue, 20, false, false},
    {Capability::kGenericPointer, 20, false, false},
    {Capability::kGroups, 20, false, false},
    {Capability::kPipes, 20, false, false},
    {Capability::kInt64Atomics, 12, false, false},
    {Capability::kSubgroupDispatch, 22, false, false},
    {Capability::kPipeStorage, 22, false, false},
    {Capability::kNamedBarrier, 22, false, false},
    {Capability::kGroupNonUniform, 20, false, false},
    {Capability::kGroupNonUniformVote, 20, false, false},
    {Capability::kGroupNonUniformArithmetic, 20, false, false},
    {Capability::kGroupNonUniformBallot, 20, false, false},
    {Capability::kGroupNonUniformShuffle, 20, false, false},
    {Capability::kGroupNonUniformShuffleRelative, 20, false, false},
    {Capability::kGroupNonUniformClustered, 20, false, false},
    {Capability::kDenormPreserve, 12, false, false},
    {Capability::kDenormFlushToZero, 12, false, false},
    {Capability::kSignedZeroInfNanPreserve, 12, false, false},
    {Capability::kRoundingModeRTE, 12, false, false},
    {Capability::kRoundingModeRTZ, 12, false, false},
    {Capability::kDotProduct, 20, false, false},
    {Capability::kDotProductInputAll, 20, false, false},
    {Capability::kDotProductInput4x8Bit, 20, false, false},
    {Capability::kDotProductInput4x8BitPacked, 20, false, false},
};

struct ExtensionRow {
  absl::string_view name;
  uint8_t since;  // SPIR-V 1.x
  bool tolerated = false;
};
constexpr ExtensionRow kExtensionVersions[] = {
    {"SPV_KHR_vulkan_memory_model", 3, /*tolerated=*/true},
    {"SPV_KHR_workgroup_memory_explicit_layout", 4},
    {"SPV_EXT_mesh_shader", 4},
    {"SPV_NV_shader_invocation_reorder", 4},
    {"SPV_NV_cluster_acceleration_structure", 4},
    {"SPV_NV_linear_swept_spheres", 4},
    {"SPV_EXT_shader_invocation_reorder", 4},
};

bool InVulkan(const FeatureSet& features, Capability capability) {
  for (const VulkanRow& row : kNotInVulkan) {
    if (row.capability != capability) continue;
    return !row.unless.empty() &&
           features.Has(grammar::ExtensionFromName(row.unless));
  }
  return true;
}

// Whether an extension that is declared brings the capability.
bool BroughtByExtension(const FeatureSet& features, Capability capability) {
  const EnumerantInfo* info = grammar::EnumerantByValue(
      Kind::kCapability, static_cast<uint32_t>(capability));
  return info != nullptr &&
         features.HasExtensionOf(grammar::RequirementAt(info->requirement));
}

bool InOpenCl(const ModuleContext& context, Capability capability) {
  if (BroughtByExtension(context.features(), capability)) return true;
  for (const OpenClRow& row : kInOpenCl) {
    if (row.capability != capability) continue;
    return context.env().api_version >= row.since &&
           !(row.full_only && context.env().embedded) &&
           (!row.for_images || context.Has(Capability::kImageBasic));
  }
  return false;
}

bool InEnvironment(const ModuleContext& context, Capability capability) {
  switch (context.env().api) {
    case Api::kVulkan:
      return InVulkan(context.features(), capability);
    case Api::kOpenCl:
      return InOpenCl(context, capability);
    case Api::kNone:
    case Api::kOpenGl:
      return true;
  }
  return true;
}

void CheckVersion(ModuleContext& context) {
  const uint32_t version = context.features().version();
  const TargetEnvInfo& env = context.env();
  if (version > env.spirv_minor) {
    context.Report(R("binary.header.version-supported"), Place::WholeModule(),
                   {version, env.description, uint32_t{env.spirv_minor}});
  }
}

void CheckCapabilities(ModuleContext& context) {
  const Module& module = context.module();
  for (InstIndex i : module.capabilities()) {
    const Inst inst = module.inst(i);
    const uint32_t last = inst.operand_count() - 1;
    const uint32_t value = inst.operand_word(last);
    if (!InEnvironment(context, static_cast<Capability>(value))) {
      context.Report(R("capability.environment.supported"), Place::At(i, last),
                     {context.env().description,
                      Arg::Enumerant(Kind::kCapability, value)});
    }
  }
}

// SPV_KHR_cooperative_matrix, changes to section 3.31.
void CheckCooperativeMatrix(ModuleContext& context) {
  if (!context.Has(Capability::kCooperativeMatrixKHR) ||
      !context.Has(Capability::kShader) ||
      context.Has(Capability::kVulkanMemoryModel)) {
    return;
  }
  const Module& module = context.module();
  for (InstIndex i : module.capabilities()) {
    const Inst inst = module.inst(i);
    const uint32_t last = inst.operand_count() - 1;
    if (inst.operand_word(last) ==
        static_cast<uint32_t>(Capability::kCooperativeMatrixKHR)) {
      context.Report(R("capability.cooperativematrixkhr.memory-model"),
                     Place::At(i, last));
      return;
    }
  }
}

void CheckExtensions(ModuleContext& context) {
  const Module& module = context.module();
  const uint32_t version = context.features().version();
  for (InstIndex i : module.extensions()) {
    const Inst inst = module.inst(i);
    const uint32_t last = inst.operand_count() - 1;
    const absl::string_view name = inst.string(last);
    for (const ExtensionRow& row : kExtensionVersions) {
      if (row.name == name && version < row.since) {
        context.Report(row.tolerated ? R("ext.extension.version-tolerated")
                                     : R("ext.extension.version"),
                       Place::At(i, last),
                       {name, uint32_t{row.since}, version});
      }
    }
  }
}

// Other classes that Vulkan lacks need a capability that it lacks.
void CheckPointerType(const CheckContext& c) {
  constexpr uint32_t kStorageClass = 1;
  const uint32_t storage = c.inst().operand_word(kStorageClass);
  if (storage !=
      static_cast<uint32_t>(grammar::StorageClass::kCrossWorkgroup)) {
    return;
  }
  c.Report(R("memory.pointer.environment"), kStorageClass,
           {Arg::Enumerant(Kind::kStorageClass, storage)});
}

constexpr grammar::Op kPointerTypes[] = {grammar::Op::kTypePointer,
                                         grammar::Op::kTypeUntypedPointerKHR};
constexpr Check kChecks[] = {{kPointerTypes, CheckPointerType}};
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kLayout, CheckVersion},
    {Phase::kLayout, CheckCapabilities},
    {Phase::kLayout, CheckCooperativeMatrix},
    {Phase::kLayout, CheckExtensions}};

}  // namespace

extern constinit const Family kEnvironment = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
};

}  // namespace plumb

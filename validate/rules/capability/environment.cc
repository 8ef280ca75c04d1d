// The capabilities that the client API of the target environment allows
// (section 2.1), and the other requirements of a declared one.
//
// A client API is a table here.  Vulkan allows every capability except those
// for kernels or for OpenGL, because every other one belongs to some feature
// of some device; OpenCL lists the capabilities that it allows.  OpenGL allows
// none for kernels or for Vulkan; others belong to its extensions.
//
// Tested by testdata/rule_test.cc and features_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

using grammar::EnumerantInfo;

constexpr RuleTable R({
    WithEffect(Effect::kRejectsCapability,
               {"capability.environment.supported", "2.1",
                "{0} does not support {1}",
                "VUID-VkShaderModuleCreateInfo-pCode-08740"}),
    // Warnings, because implementations accept these.
    {"capability.environment.opengl-expected", kOpenGl,
     "{0} does not support {1}", "", Severity::kWarning, kInOpenGl},
    {.id = "capability.cooperativematrixkhr.memory-model",
     .section = "3.2.30",
     .text = "a shader with CooperativeMatrixKHR must also declare "
             "VulkanMemoryModel",
     .when = {.needs = Capability::kShader,
              .unless = Capability::kVulkanMemoryModel}},
    // Implementations accept shaders without it.
    {.id = "capability.cooperativevectornv.memory-model",
     .section = "SPV_NV_cooperative_vector",
     .text = "a shader with CooperativeVectorNV should also declare "
             "VulkanMemoryModel",
     .severity = Severity::kWarning,
     .when = {.needs = Capability::kShader,
              .unless = Capability::kVulkanMemoryModel}},
});

// Capabilities that an environment does not have, unless a declared extension
// provides them.
struct MissingRow {
  Capability capability;
  Extension unless = Extension::kNone;
};
constexpr MissingRow kForKernels[] = {
    {Capability::kAddresses},
    {Capability::kLinkage},
    {Capability::kKernel},
    {Capability::kVector16},
    {Capability::kFloat16Buffer},
    {Capability::kImageBasic},
    {Capability::kImageReadWrite},
    {Capability::kImageMipmap},
    {Capability::kPipes},
    {Capability::kGroups, Extension::kAmdShaderBallot},
    {Capability::kDeviceEnqueue},
    {Capability::kLiteralSampler},
    {Capability::kGenericPointer},
    {Capability::kSubgroupDispatch},
    {Capability::kNamedBarrier},
    {Capability::kPipeStorage},
    {Capability::kUniformDecoration},
};
constexpr MissingRow kForOpenGl[] = {
    {Capability::kAtomicStorage},
    {Capability::kSampledRect},
    {Capability::kImageRect},
};
constexpr MissingRow kForVulkan[] = {
    {Capability::kInputAttachment},
    {Capability::kInputAttachmentArrayDynamicIndexing},
};

// The core capabilities that OpenCL allows.
struct OpenClRow {
  Capability capability;
  uint8_t since;    // OpenCL version, 10 * major + minor
  bool full_only;   // not in the embedded profile
  bool for_images;  // only if ImageBasic is declared
};
constexpr OpenClRow kInOpenCl[] = {
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

bool Lists(absl::Span<const MissingRow> missing, const FeatureSet& features,
           Capability capability) {
  for (const MissingRow& row : missing) {
    if (row.capability == capability) return !features.Has(row.unless);
  }
  return false;
}

bool InVulkan(const FeatureSet& features, Capability capability) {
  return !Lists(kForKernels, features, capability) &&
         !Lists(kForOpenGl, features, capability);
}

bool InOpenGl(const FeatureSet& features, Capability capability) {
  return !Lists(kForKernels, features, capability) &&
         !Lists(kForVulkan, features, capability);
}

// Whether a declared extension provides the capability.
bool IsEnabledByExtension(const FeatureSet& features, Capability capability) {
  const EnumerantInfo* info = grammar::EnumerantByValue(
      Kind::kCapability, static_cast<uint32_t>(capability));
  return info != nullptr &&
         features.HasExtensionOf(grammar::RequirementAt(info->requirement));
}

bool InOpenCl(const ModuleContext& context, Capability capability) {
  if (IsEnabledByExtension(context.features(), capability)) return true;
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
    case Api::kOpenGl:
      return InOpenGl(context.features(), capability);
    case Api::kNone:
      return true;
  }
  return true;
}

void CheckCapability(const CheckContext& c) {
  // After the condition, if there is one.
  const OperandIndex operand = c.inst().operand_count() - 1;
  const auto capability =
      static_cast<Capability>(c.inst().operand_word(operand));
  if (!InEnvironment(c.context(), capability)) {
    c.Report(
        c.context().env().api == Api::kOpenGl
            ? R("capability.environment.opengl-expected")
            : R("capability.environment.supported"),
        operand,
        {c.context().env().description,
         Arg::Enumerant(Kind::kCapability, static_cast<uint32_t>(capability))});
  }
  // SPV_KHR_cooperative_matrix, changes to section 3.2.30.
  if (capability == Capability::kCooperativeMatrixKHR) {
    c.Report(R("capability.cooperativematrixkhr.memory-model"), operand);
  } else if (capability == Capability::kCooperativeVectorNV) {
    c.Report(R("capability.cooperativevectornv.memory-model"), operand);
  }
}

constexpr Op kCapabilities[] = {Op::kCapability,
                                Op::kConditionalCapabilityINTEL};
constexpr Check kChecks[] = {{kCapabilities, CheckCapability}};

}  // namespace

extern constinit const Family kEnvironment(R, kChecks);

}  // namespace plumb

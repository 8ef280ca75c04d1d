// See features.h.
#include "testdata/generator/features.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/feature_set.h"
#include "grammar/grammar.h"

namespace plumb::generator {
namespace {

using grammar::Requirement;

absl::string_view NameOf(Capability capability) {
  return grammar::Text(grammar::EnumerantByValue(
                           Kind::kCapability, static_cast<uint32_t>(capability))
                           ->name);
}

// Whether a module of the profile can declare the capability: a shader must not
// become a kernel, or the other way round.
bool Suits(Capability capability, const Setting& setting) {
  FeatureSet features;
  features.Declare(capability);
  if (Info(setting.env).api == Api::kVulkan &&
      features.Has(Capability::kAddresses)) {
    return false;
  }
  return !features.Has(setting.is_kernel() ? Capability::kShader
                                           : Capability::kKernel);
}

// The core capabilities of the OpenCL environment, with the version that brings
// them (OpenCL SPIR-V environment specification, sections 2 and 6).
struct OpenClRow {
  Capability capability;
  uint8_t since;
  bool in_embedded = true;
  bool needs_images = false;  // ImageBasic
};
constexpr OpenClRow kInOpenCl[] = {
    {Capability::kAddresses, 12},
    {Capability::kFloat16Buffer, 12},
    {Capability::kFloat16, 12},
    {Capability::kFloat64, 12},
    {Capability::kInt64, 12, false},
    {Capability::kInt16, 12},
    {Capability::kInt8, 12},
    {Capability::kKernel, 12},
    {Capability::kLinkage, 12},
    {Capability::kVector16, 12},
    {Capability::kImageBasic, 12},
    {Capability::kLiteralSampler, 12, true, true},
    {Capability::kSampled1D, 12, true, true},
    {Capability::kImage1D, 12, true, true},
    {Capability::kSampledBuffer, 12, true, true},
    {Capability::kImageBuffer, 12, true, true},
    {Capability::kImageReadWrite, 20, true, true},
    {Capability::kDeviceEnqueue, 20},
    {Capability::kGenericPointer, 20},
    {Capability::kGroups, 20},
    {Capability::kPipes, 20},
    {Capability::kSubgroupDispatch, 22},
    {Capability::kPipeStorage, 22},
    {Capability::kNamedBarrier, 22},
    {Capability::kGroupNonUniform, 20},
    {Capability::kGroupNonUniformVote, 20},
    {Capability::kGroupNonUniformArithmetic, 20},
    {Capability::kGroupNonUniformBallot, 20},
    {Capability::kGroupNonUniformShuffle, 20},
    {Capability::kGroupNonUniformShuffleRelative, 20},
    {Capability::kGroupNonUniformClustered, 20},
};

// Whether the environment has a declared capability.
bool InEnvironment(Capability capability, const FeatureSet& features,
                   const TargetEnvInfo& env) {
  if (env.api == Api::kVulkan) {
    return capability != Capability::kAddresses &&
           capability != Capability::kAtomicStorage &&
           capability != Capability::kUniformDecoration &&
           capability != Capability::kSampledRect &&
           capability != Capability::kImageRect &&
           (capability != Capability::kGroups ||
            features.Has(Extension::kAmdShaderBallot));
  }
  if (env.api != Api::kOpenCl) return true;
  const grammar::EnumerantInfo* const info = grammar::EnumerantByValue(
      Kind::kCapability, static_cast<uint32_t>(capability));
  if (features.HasExtensionOf(grammar::RequirementAt(info->requirement))) {
    return true;
  }
  for (const OpenClRow& row : kInOpenCl) {
    if (row.capability == capability) {
      return env.api_version >= row.since &&
             (row.in_embedded || !env.embedded) &&
             (!row.needs_images || features.Has(Capability::kImageBasic));
    }
  }
  return false;
}

// The versions of SPIR-V that the documents of extensions require.
struct VersionRow {
  absl::string_view extension;
  uint32_t since;
};
constexpr VersionRow kVersions[] = {
    {"SPV_QCOM_subgroup_size", 1},
    {"SPV_KHR_float_controls2", 2},
    {"SPV_EXT_long_vector", 3},
    {"SPV_EXT_physical_storage_buffer", 3},
    {"SPV_EXT_shader_subgroup_partitioned", 3},
    {"SPV_KHR_cooperative_matrix", 3},
    {"SPV_KHR_physical_storage_buffer", 3},
    {"SPV_KHR_quad_control", 3},
    {"SPV_KHR_subgroup_rotate", 3},
    {"SPV_KHR_subgroup_uniform_control_flow", 3},
    {"SPV_KHR_vulkan_memory_model", 3},
    {"SPV_NV_cooperative_matrix", 3},
    {"SPV_NV_shader_sm_builtins", 3},
    {"SPV_NV_shader_subgroup_partitioned", 3},
    {"SPV_QCOM_cooperative_matrix_conversion", 3},
    {"SPV_AMDX_shader_enqueue", 4},
    {"SPV_EXT_mesh_shader", 4},
    {"SPV_EXT_opacity_micromap", 4},
    {"SPV_EXT_shader_invocation_reorder", 4},
    {"SPV_KHR_opacity_micromap", 4},
    {"SPV_KHR_ray_cull_mask", 4},
    {"SPV_KHR_ray_tracing", 4},
    {"SPV_KHR_ray_tracing_position_fetch", 4},
    {"SPV_KHR_workgroup_memory_explicit_layout", 4},
    {"SPV_NV_cluster_acceleration_structure", 4},
    {"SPV_NV_displacement_micromap", 4},
    {"SPV_NV_linear_swept_spheres", 4},
    {"SPV_NV_ray_tracing_motion_blur", 4},
    {"SPV_NV_shader_invocation_reorder", 4},
    {"SPV_QCOM_image_processing", 4},
    {"SPV_QCOM_image_processing2", 4},
    {"SPV_QCOM_image_processing3", 4},
    {"SPV_ARM_cooperative_matrix_layouts", 6},
    {"SPV_NV_cooperative_matrix2", 6},
    {"SPV_NV_cooperative_matrix_decode_vector", 6},
    {"SPV_NV_cooperative_vector", 6},
    {"SPV_NV_tensor_addressing", 6},
};

class Declarer {
 public:
  Declarer(const Module& module, Declarations* declarations)
      : module_(module), declarations_(*declarations) {
    features_.Build(module);
  }

  absl::StatusOr<bool> Run() {
    for (uint16_t i = 0; i < grammar::Requirements().size(); ++i) {
      if (!module_.requirement_used(i)) continue;
      if (absl::Status status = Meet(grammar::RequirementAt(i)); !status.ok()) {
        return status;
      }
    }
    if (changed_) return true;
    if (absl::Status status = CheckDeclared(); !status.ok()) return status;
    return false;
  }

 private:
  // Whether the environment has what is declared.
  absl::Status CheckDeclared() const {
    const TargetEnvInfo& env = Info(declarations_.setting().env);
    for (InstIndex i : module_.capabilities()) {
      const Inst inst = module_.inst(i);
      const auto capability =
          static_cast<Capability>(inst.operand_word(inst.operand_count() - 1));
      if (!InEnvironment(capability, features_, env)) {
        return absl::UnavailableError(
            absl::StrCat(env.name, " has no ", NameOf(capability)));
      }
    }
    for (InstIndex i : module_.extensions()) {
      const Inst inst = module_.inst(i);
      const absl::string_view name = inst.string(inst.operand_count() - 1);
      for (const VersionRow& row : kVersions) {
        if (row.extension == name && env.spirv_minor < row.since) {
          return absl::UnavailableError(
              absl::StrCat(name, " needs version 1.", row.since));
        }
      }
    }
    return absl::OkStatus();
  }

  absl::Status Meet(const Requirement& requirement) {
    if (!features_.HasCapabilityOf(requirement)) {
      std::vector<Capability> choices;
      for (Capability c : grammar::Capabilities(requirement)) {
        if (Suits(c, declarations_.setting())) choices.push_back(c);
      }
      if (choices.empty()) {
        return absl::UnavailableError(
            absl::StrCat("no capability of ",
                         NameOf(grammar::Capabilities(requirement)[0])));
      }
      // The first one is the most general in most cases.
      const Capability chosen = declarations_.random().OneIn(4)
                                    ? declarations_.random().Pick(choices)
                                    : choices.front();
      declarations_.AddCapability(NameOf(chosen));
      features_.Declare(chosen);
      changed_ = true;
    }
    if (features_.InVersion(requirement) ||
        features_.HasExtensionOf(requirement)) {
      return absl::OkStatus();
    }
    if (features_.version() > requirement.last_version) {
      return absl::UnavailableError("a later version than the last");
    }
    if (requirement.extension_count != 0) {
      const auto extensions = grammar::Extensions(requirement);
      declarations_.AddExtension(grammar::NameOf(extensions.front()));
      changed_ = true;
      return absl::OkStatus();
    }
    if (requirement.min_version != grammar::kNeverCore) {
      return absl::UnavailableError(
          absl::StrCat("needs version 1.", requirement.min_version));
    }
    return absl::OkStatus();
  }

  const Module& module_;
  Declarations& declarations_;
  FeatureSet features_;
  bool changed_ = false;
};

}  // namespace

absl::StatusOr<bool> DeclareRequirements(const Module& module,
                                         Declarations* declarations) {
  return Declarer(module, declarations).Run();
}

}  // namespace plumb::generator

// The SPIR-V version that an extension requires (section 3.3.4).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"ext.extension.version", "3.3.27",
     "{0} requires SPIR-V 1.{1} or later, but the module is SPIR-V 1.{2}"},
    // Producers declare these in older modules, and implementations accept
    // them.
    Also("ext.extension.version-khr ext.extension.version-ext "
         "ext.extension.version-reserved-instructions "
         "ext.extension.version-cooperative-matrix2 "
         "ext.extension.version-shader-sm-builtins",
         {"ext.extension.version-tolerated", "3.3.4",
          "{0} is written against SPIR-V 1.{1} or later, but the module is "
          "SPIR-V 1.{2}",
          "", Severity::kPedantic}),
});

struct Row {
  absl::string_view name;
  uint8_t since;  // SPIR-V 1.x
  const Rule* rule = &R("ext.extension.version");
};
constexpr const Rule* kTolerated = &R("ext.extension.version-tolerated");
constexpr Row kRows[] = {
    {"SPV_KHR_workgroup_memory_explicit_layout", 4},
    {"SPV_EXT_mesh_shader", 4},
    {"SPV_NV_shader_invocation_reorder", 4},
    {"SPV_NV_cluster_acceleration_structure", 4},
    {"SPV_NV_linear_swept_spheres", 4},
    {"SPV_EXT_shader_invocation_reorder", 4},
    {"SPV_KHR_opacity_micromap", 4},
    {"SPV_QCOM_subgroup_size", 1, kTolerated},
    {"SPV_KHR_float_controls2", 2, kTolerated},
    {"SPV_EXT_long_vector", 3, kTolerated},
    {"SPV_EXT_physical_storage_buffer", 3, kTolerated},
    {"SPV_EXT_shader_subgroup_partitioned", 3, kTolerated},
    {"SPV_KHR_cooperative_matrix", 3, kTolerated},
    {"SPV_KHR_physical_storage_buffer", 3, kTolerated},
    {"SPV_KHR_quad_control", 3, kTolerated},
    {"SPV_KHR_subgroup_rotate", 3, kTolerated},
    {"SPV_KHR_subgroup_uniform_control_flow", 3, kTolerated},
    {"SPV_KHR_vulkan_memory_model", 3},
    {"SPV_NV_cooperative_matrix", 3, kTolerated},
    {"SPV_NV_shader_sm_builtins", 3, kTolerated},
    {"SPV_NV_shader_subgroup_partitioned", 3, kTolerated},
    {"SPV_QCOM_cooperative_matrix_conversion", 3, kTolerated},
    {"SPV_AMDX_shader_enqueue", 4, kTolerated},
    {"SPV_EXT_opacity_micromap", 4, kTolerated},
    {"SPV_KHR_ray_cull_mask", 4, kTolerated},
    {"SPV_KHR_ray_tracing", 4, kTolerated},
    {"SPV_KHR_ray_tracing_position_fetch", 4, kTolerated},
    {"SPV_NV_displacement_micromap", 4, kTolerated},
    {"SPV_NV_ray_tracing_motion_blur", 4, kTolerated},
    {"SPV_QCOM_image_processing", 4, kTolerated},
    {"SPV_QCOM_image_processing2", 4, kTolerated},
    {"SPV_QCOM_image_processing3", 4, kTolerated},
    {"SPV_ARM_cooperative_matrix_layouts", 6, kTolerated},
    {"SPV_NV_cooperative_matrix2", 6, kTolerated},
    {"SPV_NV_cooperative_matrix_decode_vector", 6, kTolerated},
    {"SPV_NV_cooperative_vector", 6, kTolerated},
    {"SPV_NV_tensor_addressing", 6, kTolerated},
};

void CheckExtension(const CheckContext& c) {
  // After the condition, if there is one.
  const OperandIndex operand = c.inst().operand_count() - 1;
  const absl::string_view name = c.inst().string(operand);
  const uint32_t version = c.context().features().version();
  for (const Row& row : kRows) {
    if (row.name == name && version < row.since) {
      c.Report(*row.rule, operand, {name, uint32_t{row.since}, version});
    }
  }
}

constexpr Op kOps[] = {Op::kExtension, Op::kConditionalExtensionINTEL};
constexpr Check kChecks[] = {{kOps, CheckExtension}};

}  // namespace

extern constinit const Family kExtensionVersions(R, kChecks);

}  // namespace plumb

// The version that an extension is written against (section 3.3.4).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"ext.extension.version", "3.3.27",
     "{0} needs SPIR-V 1.{1} or later, but the module is SPIR-V 1.{2}"},
    // Producers declare these in older modules, and consumers take them.
    {"ext.extension.version-tolerated", "3.3.4",
     "{0} is written against SPIR-V 1.{1} or later, but the module is SPIR-V "
     "1.{2}",
     "", Severity::kWarning},
});

struct Row {
  absl::string_view name;
  uint8_t since;  // SPIR-V 1.x
  const Rule* rule = &R("ext.extension.version");
};
constexpr Row kRows[] = {
    {"SPV_KHR_vulkan_memory_model", 3, &R("ext.extension.version-tolerated")},
    {"SPV_KHR_workgroup_memory_explicit_layout", 4},
    {"SPV_EXT_mesh_shader", 4},
    {"SPV_NV_shader_invocation_reorder", 4},
    {"SPV_NV_cluster_acceleration_structure", 4},
    {"SPV_NV_linear_swept_spheres", 4},
    {"SPV_EXT_shader_invocation_reorder", 4},
};

void CheckExtension(const CheckContext& c) {
  // Behind the condition, if there is one.
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

extern constinit const Family kExtensionVersions = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

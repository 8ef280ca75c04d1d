// Constraints between capabilities and the memory model (sections 3.2.4 and
// 3.2.30).  enum/enumerant_ids.cc, which checks all scopes, reports those of
// scopes.
#ifndef PLUMB_VALIDATE_RULES_CAPABILITY_MEMORY_MODEL_RULES_H_
#define PLUMB_VALIDATE_RULES_CAPABILITY_MEMORY_MODEL_RULES_H_

#include "core/rule.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {

inline constexpr RuleTable kMemoryModelRules({
    Also("capability.vulkanmemorymodel.model-declared",
         {"capability.vulkanmemorymodel.memory-model", "3.2.4",
          "a module with capability VulkanMemoryModel must have memory model "
          "Vulkan, not {0}"}),
    {"capability.vulkan.addressing-model", kVulkan,
     "in Vulkan, the addressing model must be Logical or "
     "PhysicalStorageBuffer64, not {0}",
     "VUID-StandaloneSpirv-None-04635", Severity::kError, kInVulkan},
    ReliesOn(
        kMemoryModelOps,
        WithFix(
            Declare(Capability::kVulkanMemoryModelDeviceScope),
            {.id = "capability.vulkanmemorymodeldevicescope.device-scope",
             .section = "2.16.1",
             .text =
                 "with memory model Vulkan, scope Device requires capability "
                 "VulkanMemoryModelDeviceScope",
             .when =
                 {.unless =
                      grammar::Capability::kVulkanMemoryModelDeviceScope}})),
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CAPABILITY_MEMORY_MODEL_RULES_H_

// The section of rules that Vulkan states of modules.
#ifndef PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_
#define PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_

namespace plumb {

inline constexpr char kVulkan[] = "SPIR-V environment of Vulkan";

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_

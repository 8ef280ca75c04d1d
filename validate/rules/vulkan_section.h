// The section of rules that Vulkan states of modules.
#ifndef PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_
#define PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_

#include "absl/strings/string_view.h"

namespace plumb {

inline constexpr absl::string_view kVulkan = "SPIR-V environment of Vulkan";

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_

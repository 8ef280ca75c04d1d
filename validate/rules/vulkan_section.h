// The section of Vulkan's rules for modules, and helpers for such rules.
#ifndef PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_
#define PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_

#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb {

inline constexpr absl::string_view kVulkan = "SPIR-V environment of Vulkan";

// An error in Vulkan only.
constexpr Rule InVulkan(absl::string_view id, absl::string_view text,
                        absl::string_view vuid,
                        absl::string_view section = kVulkan) {
  return {id, section, text, vuid, Severity::kError, kInVulkan};
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_VULKAN_SECTION_H_

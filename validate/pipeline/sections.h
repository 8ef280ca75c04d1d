// The sections of Vulkan that rules about pipelines are from, and helpers for
// their rows.
#ifndef PLUMB_VALIDATE_PIPELINE_SECTIONS_H_
#define PLUMB_VALIDATE_PIPELINE_SECTIONS_H_

#include "absl/strings/string_view.h"
#include "core/rule.h"

namespace plumb {

inline constexpr absl::string_view kInterfaceMatching =
    "Vulkan: Interface Matching";
inline constexpr absl::string_view kGraphicsPipelines =
    "Vulkan: Graphics Pipelines";
inline constexpr absl::string_view kVertexInputInterface =
    "Vulkan: Vertex Input Interface";
inline constexpr absl::string_view kFragmentOutputInterface =
    "Vulkan: Fragment Output Interface";
inline constexpr absl::string_view kDescriptorAssignment =
    "Vulkan: DescriptorSet and Binding Assignment";
inline constexpr absl::string_view kPushConstantInterface =
    "Vulkan: Push Constant Interface";
inline constexpr absl::string_view kRayTracingInterface =
    "Vulkan: Ray Tracing Pipeline Interface";

// An error of a pipeline.
constexpr Rule OfPipeline(absl::string_view id, absl::string_view section,
                          absl::string_view text, absl::string_view vuid = "") {
  return {id, section, text, vuid, Severity::kError, kInVulkan};
}

// A warning of a pipeline.
constexpr Rule Discouraged(absl::string_view id, absl::string_view section,
                           absl::string_view text,
                           absl::string_view vuid = "") {
  return {id, section, text, vuid, Severity::kWarning, kInVulkan};
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_SECTIONS_H_

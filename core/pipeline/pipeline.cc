#include "core/pipeline/pipeline.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "absl/strings/strip.h"

namespace plumb {
namespace {

// In the order of the enums.
constexpr absl::string_view kTopologies[] = {
    "POINT_LIST",
    "LINE_LIST",
    "LINE_STRIP",
    "TRIANGLE_LIST",
    "TRIANGLE_STRIP",
    "TRIANGLE_FAN",
    "LINE_LIST_WITH_ADJACENCY",
    "LINE_STRIP_WITH_ADJACENCY",
    "TRIANGLE_LIST_WITH_ADJACENCY",
    "TRIANGLE_STRIP_WITH_ADJACENCY",
    "PATCH_LIST",
};
constexpr absl::string_view kDescriptorTypes[] = {
    "SAMPLER",
    "COMBINED_IMAGE_SAMPLER",
    "SAMPLED_IMAGE",
    "STORAGE_IMAGE",
    "UNIFORM_TEXEL_BUFFER",
    "STORAGE_TEXEL_BUFFER",
    "UNIFORM_BUFFER",
    "STORAGE_BUFFER",
    "UNIFORM_BUFFER_DYNAMIC",
    "STORAGE_BUFFER_DYNAMIC",
    "INPUT_ATTACHMENT",
    "INLINE_UNIFORM_BLOCK",
    "ACCELERATION_STRUCTURE",
    "MUTABLE",
    "SAMPLE_WEIGHT_IMAGE",
    "BLOCK_MATCH_IMAGE",
    "TENSOR",
};

// The enumerator whose row has a name.
template <typename E, size_t N>
std::optional<E> Find(const absl::string_view (&names)[N],
                      absl::string_view name) {
  const auto* const row = std::find(std::begin(names), std::end(names), name);
  if (row == std::end(names)) return std::nullopt;
  return static_cast<E>(row - std::begin(names));
}

}  // namespace

absl::string_view NameOf(Topology topology) {
  return kTopologies[static_cast<size_t>(topology)];
}

std::optional<Topology> FindTopology(absl::string_view name) {
  absl::ConsumePrefix(&name, "VK_PRIMITIVE_TOPOLOGY_");
  return Find<Topology>(kTopologies, name);
}

absl::string_view NameOf(DescriptorType type) {
  return kDescriptorTypes[static_cast<size_t>(type)];
}

std::optional<DescriptorType> FindDescriptorType(absl::string_view name) {
  absl::ConsumePrefix(&name, "VK_DESCRIPTOR_TYPE_");
  for (const absl::string_view suffix :
       {"_EXT", "_KHR", "_VALVE", "_QCOM", "_ARM"}) {
    if (absl::ConsumeSuffix(&name, suffix)) break;
  }
  return Find<DescriptorType>(kDescriptorTypes, name);
}

bool Serves(DescriptorType binding, DescriptorType required) {
  if (binding == required || binding == DescriptorType::kMutable) return true;
  switch (required) {
    case DescriptorType::kSampler:
    case DescriptorType::kSampledImage:
      return binding == DescriptorType::kCombinedImageSampler;
    case DescriptorType::kUniformBuffer:
      return binding == DescriptorType::kUniformBufferDynamic ||
             binding == DescriptorType::kInlineUniformBlock;
    case DescriptorType::kStorageBuffer:
      return binding == DescriptorType::kStorageBufferDynamic;
    default:
      return false;
  }
}

}  // namespace plumb

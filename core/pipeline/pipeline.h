// The state of a Vulkan pipeline that its shaders must fit (Vulkan,
// "Pipelines"): vertex attributes, attachments, descriptor set layouts, push
// constant ranges, and what else rules about pipelines read.
//
// A value.  What is not described is std::nullopt, and rules about it do not
// apply.  The reader of a description (api/pipeline/pipeline_description.h)
// fills it.
#ifndef PLUMB_CORE_PIPELINE_PIPELINE_H_
#define PLUMB_CORE_PIPELINE_PIPELINE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/execution_models.h"
#include "core/pipeline/format.h"

namespace plumb {

struct VertexAttribute {
  uint32_t location = 0;
  uint32_t binding = 0;
  Format format;
  bool is_per_instance = false;  // the rate of its binding
};

// VkPrimitiveTopology, in its order.
enum class Topology : uint8_t {
  kPointList,
  kLineList,
  kLineStrip,
  kTriangleList,
  kTriangleStrip,
  kTriangleFan,
  kLineListWithAdjacency,
  kLineStripWithAdjacency,
  kTriangleListWithAdjacency,
  kTriangleStripWithAdjacency,
  kPatchList,
};

// "TRIANGLE_LIST": the name of a topology in Vulkan without its prefix.
absl::string_view NameOf(Topology topology);
// The topology with a name, which may begin with "VK_PRIMITIVE_TOPOLOGY_".
std::optional<Topology> FindTopology(absl::string_view name);

// The types of descriptors (VkDescriptorType).
enum class DescriptorType : uint8_t {
  kSampler,
  kCombinedImageSampler,
  kSampledImage,
  kStorageImage,
  kUniformTexelBuffer,
  kStorageTexelBuffer,
  kUniformBuffer,
  kStorageBuffer,
  kUniformBufferDynamic,
  kStorageBufferDynamic,
  kInputAttachment,
  kInlineUniformBlock,
  kAccelerationStructure,
  kMutable,  // any of them
  kSampleWeightImage,
  kBlockMatchImage,
  kTensor,
};

// "COMBINED_IMAGE_SAMPLER": the name in Vulkan without its prefix and the
// suffix of an extension.
absl::string_view NameOf(DescriptorType type);
// The type with a name, which may have them.
std::optional<DescriptorType> FindDescriptorType(absl::string_view name);
// Whether a binding of a type can serve a variable that requires another one.
bool Serves(DescriptorType binding, DescriptorType required);

struct DescriptorBinding {
  uint32_t binding = 0;
  DescriptorType type = DescriptorType::kSampler;
  uint32_t count = 1;  // bytes, of an inline uniform block
  ModelSet stages = ModelSet::All();
};

// The layout of one descriptor set; bindings ascend.
struct DescriptorSetLayout {
  uint32_t set = 0;
  std::vector<DescriptorBinding> bindings;
};

// Bytes of push constants that stages can read.
struct PushConstantRange {
  ModelSet stages;
  uint32_t offset = 0;
  uint32_t size = 0;
};

// The attachments of a render pass instance.
struct Attachments {
  // By location; nullopt: no attachment.
  std::vector<std::optional<Format>> color;
  std::optional<Format> depth_stencil;
  // By InputAttachmentIndex; nullopt: no attachment.
  std::optional<std::vector<std::optional<Format>>> input;
  uint32_t view_mask = 0;
  // Whether the sample count is VK_SAMPLE_COUNT_1_BIT, if it is known.
  std::optional<bool> is_single_sampled;
};

// Stages are named by their position in the pipeline.
struct HitGroup {
  bool is_procedural = false;
  std::optional<uint32_t> closest_hit;
  std::optional<uint32_t> any_hit;
  std::optional<uint32_t> intersection;
};

struct Pipeline {
  std::optional<std::vector<VertexAttribute>> vertex_attributes;
  std::optional<Topology> topology;
  std::optional<uint32_t> patch_control_points;
  uint32_t rasterization_stream = 0;
  std::optional<Attachments> attachments;
  // By set; other sets are empty.
  std::optional<std::vector<DescriptorSetLayout>> sets;
  std::optional<std::vector<PushConstantRange>> push_constants;
  std::optional<std::vector<HitGroup>> hit_groups;

  // Dynamic state that rules depend on.
  bool is_vertex_input_dynamic = false;
  bool is_topology_dynamic = false;
  bool is_patch_control_points_dynamic = false;
};

}  // namespace plumb

#endif  // PLUMB_CORE_PIPELINE_PIPELINE_H_

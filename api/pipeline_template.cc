#include "api/pipeline_template.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "core/execution_models.h"
#include "grammar/operands.h"
#include "validate/pipeline/component_words.h"
#include "validate/pipeline/geometry_input.h"
#include "validate/pipeline/push_constant_members.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::ExecutionMode;
using grammar::ExecutionModel;

using Stages = absl::Span<const std::unique_ptr<const Stage>>;

// No device has more locations or input attachments.
constexpr uint32_t kMaxLocations = 4096;

const Stage* Find(Stages stages, ModelSet models) {
  const auto it = absl::c_find_if(stages, [&](const auto& stage) {
    return models.Contains(stage->model());
  });
  return it != stages.end() ? it->get() : nullptr;
}

// A format with numbers of this type, without padding: "R32G32_SFLOAT".
std::optional<Format> PlainFormat(NumericType type, uint32_t width,
                                  uint32_t components) {
  std::string name;
  for (uint32_t n = 0; n < components; ++n) {
    absl::StrAppend(&name, absl::string_view("RGBA").substr(n, 1), width);
  }
  absl::StrAppend(&name, type == NumericType::kFloat       ? "_SFLOAT"
                         : type == NumericType::kSignedInt ? "_SINT"
                                                           : "_UINT");
  return FindFormat(name);
}

// --- Vertex attributes ---

// What the vertex stage reads at a location.
struct AttributeUse {
  NumericType type = NumericType::kFloat;
  uint32_t width = 32;
  uint32_t words = 0;
};

// Whether each part of an object takes two locations: vectors with more than
// two components of 64 bits do.
bool HasLongVectors(const ModuleContext& context, Id type) {
  const TypeTable& types = context.types();
  const TypeInfo* info = &types.Get(type);
  while (info->Is(type_trait::kArray | type_trait::kMatrix)) {
    info = &types.Get(info->element);
  }
  return info->Is(type_trait::kVector) && info->width == 64 && info->count > 2;
}

void AddAttributeUses(const Stage& vertex, const InterfaceObject& input,
                      std::map<uint32_t, AttributeUse>* uses) {
  std::vector<ComponentWord> words;
  AppendComponentWords(vertex.context(), input.type, input.location,
                       input.component, &words);
  const bool is_long = HasLongVectors(vertex.context(), input.type);
  for (const ComponentWord& word : words) {
    const uint32_t second = is_long ? (word.location - input.location) % 2 : 0;
    AttributeUse& use = (*uses)[word.location - second];
    use.type = NumericTypeOf(word);
    use.width = word.width;
    use.words = std::max<uint32_t>(use.words, 4 * second + word.component + 1);
  }
}

std::vector<VertexAttribute> AttributesFor(const Stage& vertex) {
  std::map<uint32_t, AttributeUse> uses;
  for (const InterfaceObject& input : vertex.inputs()) {
    AddAttributeUses(vertex, input, &uses);
  }
  std::vector<VertexAttribute> attributes;
  for (const auto& [location, use] : uses) {
    const uint32_t width = use.width == 16 || use.width == 64 ? use.width : 32;
    const auto format =
        PlainFormat(use.type, width, width == 64 ? use.words / 2 : use.words);
    if (format) attributes.push_back({location, 0, *format});
  }
  return attributes;
}

// --- Primitives ---

Topology TopologyFor(Stages stages) {
  const Stage* const geometry = Find(stages, ExecutionModel::kGeometry);
  for (const GeometryInput& input : kGeometryInputs) {
    if (geometry != nullptr && geometry->Has(input.mode)) {
      return input.topologies.front();
    }
  }
  return Topology::kTriangleList;
}

void AddPrimitives(Stages stages, Pipeline* pipeline) {
  const Stage* const control =
      Find(stages, ExecutionModel::kTessellationControl);
  const Stage* const evaluation =
      Find(stages, ExecutionModel::kTessellationEvaluation);
  const bool is_patch = control != nullptr || evaluation != nullptr;
  if (!pipeline->topology) {
    pipeline->topology = is_patch ? Topology::kPatchList : TopologyFor(stages);
  }
  if (!is_patch || pipeline->patch_control_points) return;
  std::optional<uint32_t> size;
  for (const Stage* const stage : {control, evaluation}) {
    if (stage != nullptr && !size) {
      size = stage->ModeOperand(ExecutionMode::kOutputVertices);
    }
  }
  pipeline->patch_control_points = size.value_or(3);
}

// --- Attachments ---

// An attachment for components of a type.
Format AttachmentFormat(const ComponentWord& word) {
  const NumericType type = NumericTypeOf(word);
  return type == NumericType::kFloat ? *FindFormat("R8G8B8A8_UNORM")
                                     : *PlainFormat(type, 32, 4);
}

void SetAt(uint64_t index, const Format& format,
           std::vector<std::optional<Format>>* formats) {
  if (index >= kMaxLocations) return;
  if (index >= formats->size()) formats->resize(index + 1);
  (*formats)[index] = format;
}

void AddColor(const Stage& fragment, Attachments* attachments) {
  std::vector<ComponentWord> words;
  for (const InterfaceObject& output : fragment.outputs()) {
    words.clear();
    AppendComponentWords(fragment.context(), output.type, output.location,
                         output.component, &words);
    for (const ComponentWord& word : words) {
      SetAt(word.location, AttachmentFormat(word), &attachments->color);
    }
  }
}

// The attachments that a subpass input reads.
void AddInput(const Stage& fragment, const Resource& input,
              Attachments* attachments) {
  namespace operand = grammar::operand::TypeImage;
  const Inst image = fragment.module().inst(fragment.module().def(input.type));
  if (image.op() != grammar::Op::kTypeImage) return;
  attachments->is_single_sampled = image.operand_word(operand::kMS) == 0;
  std::vector<ComponentWord> words;
  AppendComponentWords(fragment.context(), image.id(operand::kSampledType), 0,
                       0, &words);
  if (words.empty() || !input.input_attachment) return;
  if (!attachments->input) attachments->input.emplace();
  const uint64_t count =
      std::min<uint64_t>(input.count.value_or(1), kMaxLocations);
  for (uint64_t n = 0; n < count; ++n) {
    SetAt(*input.input_attachment + n, AttachmentFormat(words.front()),
          &*attachments->input);
  }
}

Attachments AttachmentsFor(const Stage& fragment) {
  Attachments attachments;
  AddColor(fragment, &attachments);
  for (const Resource& resource : fragment.resources()) {
    if (resource.descriptor == DescriptorType::kInputAttachment) {
      AddInput(fragment, resource, &attachments);
    }
  }
  if (fragment.FindBuiltInOutput(BuiltIn::kFragStencilRefEXT) != nullptr) {
    attachments.depth_stencil = FindFormat("D32_SFLOAT_S8_UINT");
  } else if (fragment.FindBuiltInOutput(BuiltIn::kFragDepth) != nullptr) {
    attachments.depth_stencil = FindFormat("D32_SFLOAT");
  }
  return attachments;
}

// --- Layouts ---

// The type of a binding that serves variables that require these types.
DescriptorType TypeForBoth(DescriptorType a, DescriptorType b) {
  constexpr DescriptorType kCombined = DescriptorType::kCombinedImageSampler;
  if (a == b) return a;
  return Serves(kCombined, a) && Serves(kCombined, b)
             ? kCombined
             : DescriptorType::kMutable;
}

std::vector<DescriptorSetLayout> SetsFor(Stages stages) {
  std::map<std::pair<uint32_t, uint32_t>, DescriptorBinding> bindings;
  for (const auto& stage : stages) {
    for (const Resource& resource : stage->resources()) {
      const uint32_t count = static_cast<uint32_t>(
          std::clamp<uint64_t>(resource.count.value_or(1), 1, UINT32_MAX));
      auto [it, is_new] =
          bindings.try_emplace({resource.set, resource.binding});
      DescriptorBinding& binding = it->second;
      if (is_new) {
        binding = {resource.binding, resource.descriptor, count,
                   stage->model()};
        continue;
      }
      binding.type = TypeForBoth(binding.type, resource.descriptor);
      binding.count = std::max(binding.count, count);
      binding.stages |= stage->model();
    }
  }
  std::vector<DescriptorSetLayout> sets;
  for (const auto& [key, binding] : bindings) {
    if (sets.empty() || sets.back().set != key.first) {
      sets.push_back({key.first, {}});
    }
    sets.back().bindings.push_back(binding);
  }
  return sets;
}

// The bytes of push constants that the stages with a model use.  Offsets and
// sizes of ranges are multiples of 4 (Vulkan, VUID-VkPushConstantRange-offset-
// 00295 and VUID-VkPushConstantRange-size-00297).
std::map<ExecutionModel, PushConstantRange> RangeOfModels(Stages stages) {
  std::map<ExecutionModel, PushConstantRange> ranges;
  for (const auto& stage : stages) {
    if (!stage->push_constants()) continue;
    auto [it, is_new] = ranges.try_emplace(stage->model());
    PushConstantRange& range = it->second;
    uint64_t begin = is_new ? UINT32_MAX : range.offset;
    uint64_t end = is_new ? 0 : uint64_t{range.offset} + range.size;
    for (const PushConstantMember& member : UsedPushConstants(*stage)) {
      begin = std::min(begin, member.begin);
      end = std::max(end, member.end);
    }
    begin = std::min(begin, end) / 4 * 4;
    end = std::clamp<uint64_t>((end + 3) / 4 * 4, begin + 4, UINT32_MAX);
    range = {stage->model(), static_cast<uint32_t>(begin),
             static_cast<uint32_t>(end - begin)};
  }
  return ranges;
}

// A stage has one range at most, so stages share one only if theirs are equal.
std::vector<PushConstantRange> RangesFor(Stages stages) {
  std::vector<PushConstantRange> ranges;
  for (const auto& [model, range] : RangeOfModels(stages)) {
    const PushConstantRange& own = range;
    const auto same = absl::c_find_if(ranges, [&](const PushConstantRange& r) {
      return r.offset == own.offset && r.size == own.size;
    });
    if (same == ranges.end()) {
      ranges.push_back(own);
    } else {
      same->stages |= own.stages;
    }
  }
  return ranges;
}

std::vector<HitGroup> GroupsFor(Stages stages) {
  std::vector<HitGroup> groups;
  size_t closest = 0, any = 0, intersections = 0;
  const auto group = [&](size_t number) -> HitGroup& {
    if (number >= groups.size()) groups.resize(number + 1);
    return groups[number];
  };
  for (uint32_t i = 0; i < stages.size(); ++i) {
    switch (stages[i]->model()) {
      case ExecutionModel::kClosestHitKHR:
        group(closest++).closest_hit = i;
        break;
      case ExecutionModel::kAnyHitKHR:
        group(any++).any_hit = i;
        break;
      case ExecutionModel::kIntersectionKHR: {
        HitGroup& procedural = group(intersections++);
        procedural.is_procedural = true;
        procedural.intersection = i;
        break;
      }
      default:
        break;
    }
  }
  return groups;
}

// --- The whole ---

std::vector<StageDescription> DescribeStages(const PipelineSession& session) {
  std::vector<StageDescription> described;
  for (const auto& stage : session.stages()) {
    StageDescription& made = described.emplace_back();
    made.module = session.InputOf(*stage).file;
    made.models = stage->model();
    made.entry_point = std::string(stage->entry_point().name());
    made.specialization = session.SpecializationOf(*stage);
  }
  return described;
}

}  // namespace

void CompleteDescription(const PipelineSession& session,
                         PipelineDescription* description) {
  const Stages stages = session.stages();
  Pipeline& pipeline = description->pipeline;
  description->stages = DescribeStages(session);
  if (!description->env) description->env = session.env();
  if (const Stage* vertex = Find(stages, ExecutionModel::kVertex)) {
    AddPrimitives(stages, &pipeline);
    if (!pipeline.vertex_attributes) {
      pipeline.vertex_attributes = AttributesFor(*vertex);
    }
  }
  const Stage* const fragment = Find(stages, ExecutionModel::kFragment);
  if (fragment != nullptr && !pipeline.attachments) {
    pipeline.attachments = AttachmentsFor(*fragment);
  }
  if (!pipeline.sets) pipeline.sets = SetsFor(stages);
  if (!pipeline.push_constants) pipeline.push_constants = RangesFor(stages);
  if (!pipeline.hit_groups) {
    std::vector<HitGroup> groups = GroupsFor(stages);
    if (!groups.empty()) pipeline.hit_groups = std::move(groups);
  }
}

}  // namespace plumb

#include "api/pipeline/pipeline_description.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "api/json/json_document.h"
#include "api/pipeline/json_reader.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

using grammar::ExecutionModel;

struct NamedModels {
  absl::string_view name;
  ModelSet models;
};
constexpr NamedModels kStages[] = {
    {"vertex", ExecutionModel::kVertex},
    {"tessellationControl", ExecutionModel::kTessellationControl},
    {"tessellationEvaluation", ExecutionModel::kTessellationEvaluation},
    {"geometry", ExecutionModel::kGeometry},
    {"fragment", ExecutionModel::kFragment},
    {"compute", ExecutionModel::kGLCompute},
    {"task", kTaskModels},
    {"mesh", kMeshModels},
    {"rayGeneration", ExecutionModel::kRayGenerationKHR},
    {"intersection", ExecutionModel::kIntersectionKHR},
    {"anyHit", ExecutionModel::kAnyHitKHR},
    {"closestHit", ExecutionModel::kClosestHitKHR},
    {"miss", ExecutionModel::kMissKHR},
    {"callable", ExecutionModel::kCallableKHR},
};

// Reads one document.
class Reader {
 public:
  absl::StatusOr<PipelineDescription> Read(const nlohmann::json& document) {
    const JsonValue root{&document, ""};
    if (json_.IsObject(root,
                       {"$schema", "environment", "device", "stages",
                        "vertexAttributes", "topology", "patchControlPoints",
                        "rasterizationStream", "attachments", "descriptorSets",
                        "pushConstants", "hitGroups", "dynamicState"})) {
      ReadMembers(root);
    }
    if (!json_.ok()) return json_.status();
    return std::move(description_);
  }

 private:
  void ReadMembers(const JsonValue& root) {
    json_.ForEach(root, "stages", [this](const JsonValue& v) { Stage(v); });
    if (const auto env = json_.String(root, "environment")) {
      description_.env = ParseTargetEnv(*env);
      if (!description_.env) {
        Unknown("/environment", "environment", *env,
                "name a target environment");
      }
    }
    description_.device = json_.String(root, "device").value_or("");
    std::vector<VertexAttribute> attributes;
    if (json_.ForEach(root, "vertexAttributes",
                      [&](const JsonValue& v) { Attribute(v, &attributes); })) {
      pipeline().vertex_attributes = std::move(attributes);
    }
    if (const auto name = json_.String(root, "topology")) {
      pipeline().topology = FindTopology(*name);
      if (!pipeline().topology) {
        Unknown("/topology", "topology", *name, "name a VkPrimitiveTopology");
      }
    }
    pipeline().patch_control_points = json_.Number(root, "patchControlPoints");
    pipeline().rasterization_stream =
        json_.Number(root, "rasterizationStream").value_or(0);
    if (const auto attachments = JsonReader::Find(root, "attachments")) {
      ReadAttachments(*attachments);
    }
    ReadLayout(root);
    std::vector<HitGroup> groups;
    if (json_.ForEach(root, "hitGroups",
                      [&](const JsonValue& v) { Group(v, &groups); })) {
      pipeline().hit_groups = std::move(groups);
    }
    json_.ForEach(root, "dynamicState",
                  [this](const JsonValue& v) { DynamicState(v); });
  }

  Pipeline& pipeline() { return description_.pipeline; }

  void Unknown(const std::string& path, absl::string_view what,
               absl::string_view value, absl::string_view requirement) {
    json_.Fail(path, absl::StrCat("must ", requirement, "; unknown ", what, " ",
                                  QuotedJson(std::string(value))));
  }

  // --- Stages ---

  ModelSet Models(const JsonValue& value) {
    const std::string name = json_.StringOf(value);
    const ModelSet models = FindStageModels(name);
    if (json_.ok() && models.Empty()) {
      std::vector<absl::string_view> known;
      for (const NamedModels& stage : kStages) known.push_back(stage.name);
      json_.FailUnknown(value.path, "is an unknown stage", name, known);
    }
    return models;
  }

  // A set of stages: an array of names; all if it is not there.
  ModelSet StagesOf(const JsonValue& object) {
    ModelSet models;
    const bool is_there = json_.ForEach(
        object, "stages", [&](const JsonValue& v) { models |= Models(v); });
    return is_there ? models : ModelSet::All();
  }

  void Stage(const JsonValue& value) {
    if (!json_.IsObject(value,
                        {"module", "entryPoint", "stage", "specialization"})) {
      return;
    }
    StageDescription stage;
    stage.module = json_.String(value, "module").value_or("");
    if (stage.module.empty()) {
      json_.Fail(value.path, "must have a member \"module\", a file");
    }
    stage.entry_point = json_.String(value, "entryPoint").value_or("");
    if (const auto name = JsonReader::Find(value, "stage")) {
      stage.models = Models(*name);
    }
    if (const auto spec = JsonReader::Find(value, "specialization")) {
      Specialization(*spec, &stage.specialization);
    }
    description_.stages.push_back(std::move(stage));
  }

  void Specialization(const JsonValue& value,
                      std::vector<SpecSetting>* settings) {
    if (!value.value->is_object()) {
      json_.Fail(value.path, absl::StrCat("must be an object, not ",
                                          JsonKindText(*value.value)));
      return;
    }
    for (const auto& item : value.value->items()) {
      const nlohmann::json& number = item.value();
      if (number.is_string()) {
        settings->push_back({item.key(), number.get<std::string>()});
      } else if (number.is_number() || number.is_boolean()) {
        settings->push_back({item.key(), number.dump()});
      } else {
        json_.Fail(absl::StrCat(value.path, "/", item.key()),
                   absl::StrCat("must be a number, a Boolean or a string, not ",
                                JsonKindText(number)));
      }
    }
  }

  // --- Formats ---

  // Null means no attachment.
  std::optional<Format> FormatOf(const JsonValue& value) {
    if (value.value->is_null()) return std::nullopt;
    const std::string name = json_.StringOf(value);
    std::optional<Format> format = FindFormat(name);
    if (format || !json_.ok()) return format;
    json_.FailUnknown(value.path, "is an unknown format", name, FormatNames());
    return std::nullopt;
  }

  bool IsPerInstance(const JsonValue& attribute) {
    const std::string rate = json_.String(attribute, "rate").value_or("vertex");
    if (rate != "vertex" && rate != "instance") {
      Unknown(absl::StrCat(attribute.path, "/rate"), "rate", rate,
              "be \"vertex\" or \"instance\"");
    }
    return rate == "instance";
  }

  void Attribute(const JsonValue& value, std::vector<VertexAttribute>* list) {
    if (!json_.IsObject(value, {"location", "binding", "format", "rate"})) {
      return;
    }
    VertexAttribute attribute;
    attribute.location = Required(value, "location");
    attribute.binding = json_.Number(value, "binding").value_or(0);
    const auto name = JsonReader::Find(value, "format");
    const auto format = name ? FormatOf(*name) : std::nullopt;
    if (!format) {
      json_.Fail(value.path, "must have a member \"format\"");
      return;
    }
    attribute.format = *format;
    attribute.is_per_instance = IsPerInstance(value);
    const bool differs =
        absl::c_any_of(*list, [&](const VertexAttribute& other) {
          return other.binding == attribute.binding &&
                 other.is_per_instance != attribute.is_per_instance;
        });
    if (differs) {
      json_.Fail(value.path, absl::StrCat("must have the rate of the other "
                                          "attributes of binding ",
                                          attribute.binding));
    }
    const bool is_repeated =
        absl::c_any_of(*list, [&](const VertexAttribute& other) {
          return other.location == attribute.location;
        });
    if (is_repeated) {
      json_.Fail(value.path,
                 absl::StrCat("must not have the location ", attribute.location,
                              " of another attribute"));
    }
    list->push_back(attribute);
  }

  std::vector<std::optional<Format>> Formats(const JsonValue& object,
                                             absl::string_view key) {
    std::vector<std::optional<Format>> formats;
    json_.ForEach(object, key,
                  [&](const JsonValue& v) { formats.push_back(FormatOf(v)); });
    return formats;
  }

  void ReadAttachments(const JsonValue& value) {
    if (!json_.IsObject(
            value, {"color", "depthStencil", "input", "viewMask", "samples"})) {
      return;
    }
    Attachments attachments;
    attachments.color = Formats(value, "color");
    if (const auto format = JsonReader::Find(value, "depthStencil")) {
      attachments.depth_stencil = FormatOf(*format);
    }
    if (JsonReader::Find(value, "input")) {
      attachments.input = Formats(value, "input");
    }
    attachments.view_mask = json_.Number(value, "viewMask").value_or(0);
    if (const auto samples = json_.Number(value, "samples")) {
      attachments.is_single_sampled = *samples == 1;
    }
    pipeline().attachments = std::move(attachments);
  }

  // --- Layouts ---

  uint32_t Required(const JsonValue& object, absl::string_view key) {
    const auto number = json_.Number(object, key);
    if (!number) {
      json_.Fail(object.path, absl::StrCat("must have a member \"", key, "\""));
    }
    return number.value_or(0);
  }

  void ReadLayout(const JsonValue& root) {
    std::vector<DescriptorSetLayout> sets;
    if (json_.ForEach(root, "descriptorSets", [&](const JsonValue& v) {
          DescriptorSet(v, static_cast<uint32_t>(sets.size()), &sets);
        })) {
      pipeline().sets = std::move(sets);
    }
    std::vector<PushConstantRange> ranges;
    if (json_.ForEach(root, "pushConstants",
                      [&](const JsonValue& v) { Range(v, &ranges); })) {
      pipeline().push_constants = std::move(ranges);
    }
  }

  // A set without a number has that of its place.
  void DescriptorSet(const JsonValue& value, uint32_t place,
                     std::vector<DescriptorSetLayout>* sets) {
    if (!json_.IsObject(value, {"set", "bindings"})) return;
    DescriptorSetLayout set;
    set.set = json_.Number(value, "set").value_or(place);
    if (absl::c_any_of(*sets, [&](const DescriptorSetLayout& other) {
          return other.set == set.set;
        })) {
      json_.Fail(value.path,
                 absl::StrCat("must not describe set ", set.set, " again"));
    }
    json_.ForEach(value, "bindings",
                  [&](const JsonValue& v) { Binding(v, &set.bindings); });
    absl::c_sort(set.bindings,
                 [](const DescriptorBinding& a, const DescriptorBinding& b) {
                   return a.binding < b.binding;
                 });
    const auto repeated = std::adjacent_find(
        set.bindings.begin(), set.bindings.end(),
        [](const DescriptorBinding& a, const DescriptorBinding& b) {
          return a.binding == b.binding;
        });
    if (repeated != set.bindings.end()) {
      json_.Fail(value.path, absl::StrCat("must not describe binding ",
                                          repeated->binding, " twice"));
    }
    sets->push_back(std::move(set));
  }

  void Binding(const JsonValue& value, std::vector<DescriptorBinding>* list) {
    if (!json_.IsObject(value, {"binding", "type", "count", "stages"})) return;
    DescriptorBinding binding;
    binding.binding = Required(value, "binding");
    binding.count = json_.Number(value, "count").value_or(1);
    binding.stages = StagesOf(value);
    const std::string name = json_.String(value, "type").value_or("");
    const auto type = FindDescriptorType(name);
    if (!type) {
      Unknown(absl::StrCat(value.path, "/type"), "descriptor type", name,
              "name a VkDescriptorType");
      return;
    }
    binding.type = *type;
    list->push_back(binding);
  }

  void Range(const JsonValue& value, std::vector<PushConstantRange>* list) {
    if (!json_.IsObject(value, {"stages", "offset", "size"})) return;
    PushConstantRange range;
    range.stages = StagesOf(value);
    range.offset = json_.Number(value, "offset").value_or(0);
    range.size = Required(value, "size");
    // Vulkan, VUID-VkPipelineLayoutCreateInfo-pPushConstantRanges-00292.
    if (absl::c_any_of(*list, [&](const PushConstantRange& other) {
          return other.stages.Intersects(range.stages);
        })) {
      json_.Fail(value.path,
                 "must not have a stage that another range has (VUID-"
                 "VkPipelineLayoutCreateInfo-pPushConstantRanges-00292)");
    }
    list->push_back(range);
  }

  // --- The rest ---

  std::optional<uint32_t> StageNumber(const JsonValue& object,
                                      absl::string_view key) {
    const auto number = json_.Number(object, key);
    // Without stages, they are the entry points of a module.
    const size_t count = description_.stages.size();
    if (number && count > 0 && *number >= count) {
      json_.Fail(
          absl::StrCat(object.path, "/", key),
          absl::StrCat("must be the number of a stage, from 0, not ", *number));
    }
    return number;
  }

  void Group(const JsonValue& value, std::vector<HitGroup>* groups) {
    if (!json_.IsObject(value,
                        {"type", "closestHit", "anyHit", "intersection"})) {
      return;
    }
    HitGroup group;
    const std::string type = json_.String(value, "type").value_or("triangles");
    group.is_procedural = type == "procedural";
    if (type != "procedural" && type != "triangles") {
      Unknown(absl::StrCat(value.path, "/type"), "type", type,
              "be \"triangles\" or \"procedural\"");
    }
    group.closest_hit = StageNumber(value, "closestHit");
    group.any_hit = StageNumber(value, "anyHit");
    group.intersection = StageNumber(value, "intersection");
    groups->push_back(group);
  }

  // States that no rule depends on are accepted.
  void DynamicState(const JsonValue& value) {
    std::string name = json_.StringOf(value);
    absl::string_view state = name;
    absl::ConsumePrefix(&state, "VK_DYNAMIC_STATE_");
    absl::ConsumeSuffix(&state, "_EXT");
    pipeline().is_vertex_input_dynamic |= state == "VERTEX_INPUT";
    pipeline().is_topology_dynamic |= state == "PRIMITIVE_TOPOLOGY";
    pipeline().is_patch_control_points_dynamic |=
        state == "PATCH_CONTROL_POINTS";
  }

  JsonReader json_;
  PipelineDescription description_;
};

}  // namespace

ModelSet FindStageModels(absl::string_view name) {
  for (const NamedModels& stage : kStages) {
    if (stage.name == name) return stage.models;
  }
  return {};
}

std::vector<absl::string_view> StageNamesOf(ModelSet models) {
  std::vector<absl::string_view> names;
  for (const NamedModels& stage : kStages) {
    if (stage.models.Intersects(models)) names.push_back(stage.name);
  }
  return names;
}

absl::StatusOr<PipelineDescription> ReadPipelineDescription(
    absl::string_view json) {
  const absl::StatusOr<nlohmann::json> document =
      ParseJson(json, JsonComments::kIgnored);
  if (!document.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the description ", document.status().message()));
  }
  return Reader().Read(*document);
}

}  // namespace plumb

// Writes the description of a pipeline.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/pipeline/pipeline_description.h"
#include "core/target_env.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json Text(absl::string_view text) { return std::string(text); }

// The number or the Boolean that a value is a literal of, or else a string.
Json ValueOf(const std::string& text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const bool is_same =
      (value.is_number() || value.is_boolean()) && value.dump() == text;
  return is_same ? value : Json(text);
}

Json StageJson(const StageDescription& stage) {
  Json json = {{"module", stage.module}};
  if (!(stage.models == ModelSet::All())) {
    const auto names = StageNamesOf(stage.models);
    if (names.size() == 1) json["stage"] = Text(names.front());
  }
  if (!stage.entry_point.empty()) json["entryPoint"] = stage.entry_point;
  for (const SpecSetting& setting : stage.specialization) {
    json["specialization"][setting.constant] = ValueOf(setting.value);
  }
  return json;
}

// Adds the member "stages", unless these are all stages.
void AddStages(ModelSet models, Json* json) {
  if (models == ModelSet::All()) return;
  Json& stages = (*json)["stages"] = Json::array();
  for (const absl::string_view name : StageNamesOf(models)) {
    stages.push_back(Text(name));
  }
}

Json AttributesJson(const std::vector<VertexAttribute>& attributes) {
  Json json = Json::array();
  for (const VertexAttribute& attribute : attributes) {
    Json& made = json.emplace_back(Json{{"location", attribute.location}});
    if (attribute.binding != 0) made["binding"] = attribute.binding;
    made["format"] = Text(attribute.format.name);
    if (attribute.is_per_instance) made["rate"] = "instance";
  }
  return json;
}

Json FormatJson(const std::optional<Format>& format) {
  return format ? Text(format->name) : Json();
}

Json FormatsJson(const std::vector<std::optional<Format>>& formats) {
  Json json = Json::array();
  for (const auto& format : formats) json.push_back(FormatJson(format));
  return json;
}

Json AttachmentsJson(const Attachments& attachments) {
  Json json = {{"color", FormatsJson(attachments.color)}};
  if (attachments.depth_stencil) {
    json["depthStencil"] = FormatJson(attachments.depth_stencil);
  }
  if (attachments.input) json["input"] = FormatsJson(*attachments.input);
  if (attachments.view_mask != 0) json["viewMask"] = attachments.view_mask;
  if (attachments.is_single_sampled) {
    json["samples"] = *attachments.is_single_sampled ? 1 : 4;
  }
  return json;
}

Json SetsJson(const std::vector<DescriptorSetLayout>& sets) {
  Json json = Json::array();
  for (const DescriptorSetLayout& set : sets) {
    Json bindings = Json::array();
    for (const DescriptorBinding& binding : set.bindings) {
      Json& made = bindings.emplace_back(Json{
          {"binding", binding.binding}, {"type", Text(NameOf(binding.type))}});
      if (binding.count != 1) made["count"] = binding.count;
      AddStages(binding.stages, &made);
    }
    json.push_back({{"set", set.set}, {"bindings", std::move(bindings)}});
  }
  return json;
}

Json RangesJson(const std::vector<PushConstantRange>& ranges) {
  Json json = Json::array();
  for (const PushConstantRange& range : ranges) {
    Json& made = json.emplace_back(Json::object());
    AddStages(range.stages, &made);
    made["offset"] = range.offset;
    made["size"] = range.size;
  }
  return json;
}

Json GroupsJson(const std::vector<HitGroup>& groups) {
  Json json = Json::array();
  for (const HitGroup& group : groups) {
    Json& made = json.emplace_back(
        Json{{"type", group.is_procedural ? "procedural" : "triangles"}});
    if (group.closest_hit) made["closestHit"] = *group.closest_hit;
    if (group.any_hit) made["anyHit"] = *group.any_hit;
    if (group.intersection) made["intersection"] = *group.intersection;
  }
  return json;
}

Json DynamicStateJson(const Pipeline& pipeline) {
  Json json = Json::array();
  if (pipeline.is_vertex_input_dynamic) json.push_back("VERTEX_INPUT_EXT");
  if (pipeline.is_topology_dynamic) json.push_back("PRIMITIVE_TOPOLOGY");
  if (pipeline.is_patch_control_points_dynamic) {
    json.push_back("PATCH_CONTROL_POINTS_EXT");
  }
  return json;
}

void AddState(const Pipeline& pipeline, Json* json) {
  Json& object = *json;
  if (pipeline.topology) object["topology"] = Text(NameOf(*pipeline.topology));
  if (pipeline.patch_control_points) {
    object["patchControlPoints"] = *pipeline.patch_control_points;
  }
  if (pipeline.rasterization_stream != 0) {
    object["rasterizationStream"] = pipeline.rasterization_stream;
  }
  if (pipeline.vertex_attributes) {
    object["vertexAttributes"] = AttributesJson(*pipeline.vertex_attributes);
  }
  if (pipeline.attachments) {
    object["attachments"] = AttachmentsJson(*pipeline.attachments);
  }
  if (pipeline.sets) object["descriptorSets"] = SetsJson(*pipeline.sets);
  if (pipeline.push_constants) {
    object["pushConstants"] = RangesJson(*pipeline.push_constants);
  }
  if (pipeline.hit_groups) {
    object["hitGroups"] = GroupsJson(*pipeline.hit_groups);
  }
  Json dynamic = DynamicStateJson(pipeline);
  if (!dynamic.empty()) object["dynamicState"] = std::move(dynamic);
}

}  // namespace

std::string PipelineDescriptionText(const PipelineDescription& description) {
  Json json = Json::object();
  if (description.env) json["environment"] = Text(Info(*description.env).name);
  if (!description.device.empty()) json["device"] = description.device;
  for (const StageDescription& stage : description.stages) {
    json["stages"].push_back(StageJson(stage));
  }
  AddState(description.pipeline, &json);
  return absl::StrCat(json.dump(/*indent=*/2, ' ', /*ensure_ascii=*/false,
                                Json::error_handler_t::replace),
                      "\n");
}

}  // namespace plumb

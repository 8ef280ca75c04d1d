// What shaders of ray tracing pipelines, and task and mesh shaders, pass to
// each other (Vulkan, "Ray Tracing Pipeline Interface", "Mesh Shader Input").
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "validate/facts/object_types.h"
#include "validate/pipeline/families.h"
#include "validate/pipeline/same_type.h"

namespace plumb {
namespace {

using grammar::ExecutionModel;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr absl::string_view kGroups = "Vulkan: Ray Tracing Pipelines";

constexpr RuleTable R({
    OfPipeline("pipeline.hit-group.closest-hit", kGroups,
               "the closest hit shader of a hit group must be a closest hit "
               "stage, not a {0} stage",
               "VUID-VkRayTracingShaderGroupCreateInfoKHR-closestHitShader-"
               "03478"),
    OfPipeline("pipeline.hit-group.any-hit", kGroups,
               "the any-hit shader of a hit group must be an any-hit stage, "
               "not a {0} stage",
               "VUID-VkRayTracingShaderGroupCreateInfoKHR-anyHitShader-03479"),
    OfPipeline("pipeline.hit-group.intersection", kGroups,
               "the intersection shader of a procedural hit group must be an "
               "intersection stage, not a {0} stage",
               "VUID-VkRayTracingShaderGroupCreateInfoKHR-type-03476"),
    OfPipeline("pipeline.hit-group.triangles", kGroups,
               "a hit group of triangles must not have an intersection shader",
               "VUID-VkRayTracingShaderGroupCreateInfoKHR-type-03477"),
    OfPipeline("pipeline.hit-group.attribute", kRayTracingInterface,
               "{0} has type {1}, but the intersection shader of the hit group "
               "has type {2} for it"),
    OfPipeline("pipeline.hit-group.triangle-attribute", kRayTracingInterface,
               "{0} must be a vector of two 32-bit floats, not {1}, because "
               "its hit group has no intersection shader"),
    OfPipeline("pipeline.hit-group.payload", kRayTracingInterface,
               "{0} has type {1}, but the closest hit shader of the hit group "
               "has type {2} for the payload",
               "VUID-RuntimeSpirv-OpTraceRayKHR-11855"),
    // It may be a shader that this pipeline never invokes.
    Discouraged("pipeline.ray.payload", kRayTracingInterface,
                "{0} has type {1}, but no shader of the pipeline traces rays "
                "with a payload of this type",
                "VUID-RuntimeSpirv-OpTraceRayKHR-11855"),
    Discouraged("pipeline.ray.callable-data", kRayTracingInterface,
                "{0} has type {1}, but no shader of the pipeline calls others "
                "with data of this type"),
    // No sentence of Vulkan requires it, but the bytes are shared.
    Discouraged("pipeline.task.payload", "Vulkan: Mesh Shader Input",
                "{0} has type {1}, but the payload of the task stage has type "
                "{2}"),
    Discouraged("pipeline.task.required", "Vulkan: Mesh Shader Input",
                "the mesh stage reads {0}, which only a task stage can write"),
});

// A variable of a stage, and the type of its object.
struct PassedObject {
  const Stage* stage;
  Id variable;
  Id type;
};

std::vector<PassedObject> ObjectsIn(const Stage& stage, StorageClass storage) {
  std::vector<PassedObject> objects;
  for (const Id variable : stage.VariablesIn(storage)) {
    const Id type = ObjectTypeOf(stage.context(), variable);
    if (!stage.context().types().Get(type).unknown()) {
      objects.push_back({&stage, variable, type});
    }
  }
  return objects;
}

std::optional<PassedObject> FirstIn(const Stage* stage, StorageClass storage) {
  if (stage == nullptr) return std::nullopt;
  const std::vector<PassedObject> objects = ObjectsIn(*stage, storage);
  if (objects.empty()) return std::nullopt;
  return objects.front();
}

bool HaveSameType(const PassedObject& a, const PassedObject& b) {
  return AreSameType(a.stage->context(), a.type, b.stage->context(), b.type);
}

Arg NameOf(const PassedObject& object) {
  return PipelineContext::In(*object.stage, object.variable);
}
Arg TypeOf(const PassedObject& object) {
  return PipelineContext::TypeIn(*object.stage, object.type);
}

// Reports an object that should have the type of another one.
void ReportTypes(PipelineContext& pipeline, const Rule& rule,
                 const PassedObject& object, const PassedObject& other) {
  pipeline
      .Report(rule, object.stage->PlaceOf(object.variable),
              {NameOf(object), TypeOf(object), TypeOf(other)})
      .Note("{0} is declared here", other.stage->PlaceOf(other.variable),
            {NameOf(other)});
}

// --- Hit groups ---

// Stages of groups are numbered in the order of the description, which
// PipelineContext keeps for ray tracing.
class HitGroupCheck {
 public:
  HitGroupCheck(PipelineContext& pipeline, const HitGroup& group)
      : pipeline_(pipeline), group_(group) {}

  void Check() {
    const Stage* const closest =
        Find(group_.closest_hit, ExecutionModel::kClosestHitKHR,
             R("pipeline.hit-group.closest-hit"));
    const Stage* const any = Find(group_.any_hit, ExecutionModel::kAnyHitKHR,
                                  R("pipeline.hit-group.any-hit"));
    const Stage* const intersection =
        Find(group_.intersection, ExecutionModel::kIntersectionKHR,
             R("pipeline.hit-group.intersection"));
    if (intersection != nullptr && !group_.is_procedural) {
      pipeline_.Report(R("pipeline.hit-group.triangles"),
                       intersection->PlaceOfEntryPoint());
      return;
    }
    CheckAttribute(closest, intersection);
    CheckAttribute(any, intersection);
    const auto payload = FirstIn(any, StorageClass::kIncomingRayPayloadKHR);
    const auto other = FirstIn(closest, StorageClass::kIncomingRayPayloadKHR);
    if (payload && other && !HaveSameType(*payload, *other)) {
      ReportTypes(pipeline_, R("pipeline.hit-group.payload"), *payload, *other);
    }
  }

 private:
  const Stage* Find(std::optional<uint32_t> number, ExecutionModel model,
                    const Rule& rule) {
    if (!number || *number >= pipeline_.stages().size()) return nullptr;
    const Stage* const stage = pipeline_.stages()[*number];
    if (stage->model() == model) return stage;
    pipeline_.Report(rule, stage->PlaceOfEntryPoint(), {stage->name()});
    return nullptr;
  }

  void CheckAttribute(const Stage* stage, const Stage* intersection) {
    const auto attribute = FirstIn(stage, StorageClass::kHitAttributeKHR);
    if (!attribute) return;
    if (intersection == nullptr) {
      const TypeInfo& type = stage->context().types().Get(attribute->type);
      if (type.IsAll(tt::kVector | tt::kFloat) && type.width == 32 &&
          type.count == 2) {
        return;
      }
      if (group_.is_procedural) return;
      pipeline_.Report(R("pipeline.hit-group.triangle-attribute"),
                       stage->PlaceOf(attribute->variable),
                       {NameOf(*attribute), TypeOf(*attribute)});
      return;
    }
    const auto written = FirstIn(intersection, StorageClass::kHitAttributeKHR);
    if (written && !HaveSameType(*attribute, *written)) {
      ReportTypes(pipeline_, R("pipeline.hit-group.attribute"), *attribute,
                  *written);
    }
  }

  PipelineContext& pipeline_;
  const HitGroup& group_;
};

// --- Payloads and callable data ---

// The types of objects, each once.  Equal types of two modules are two.
class PassedTypes {
 public:
  void Add(const PassedObject& object) {
    if (known_.insert(KeyOf(object)).second) objects_.push_back(object);
  }
  bool Has(const PassedObject& object) const {
    return known_.contains(KeyOf(object));
  }
  // One object of each type.
  absl::Span<const PassedObject> objects() const { return objects_; }

 private:
  static uint64_t KeyOf(const PassedObject& object) {
    return uint64_t{object.stage->module_number()} << 32 | object.type.value;
  }

  absl::flat_hash_set<uint64_t> known_;
  std::vector<PassedObject> objects_;
};

// Reports objects of `incoming` whose type no object of `outgoing` has, unless
// there are more types than pipelines have, so that the time stays linear.
void CheckIncoming(PipelineContext& pipeline, StorageClass incoming,
                   StorageClass outgoing, const Rule& rule) {
  constexpr size_t kMaxTypes = 256;
  PassedTypes given;
  for (const Stage* const stage : pipeline.stages()) {
    for (const PassedObject& object : ObjectsIn(*stage, outgoing)) {
      given.Add(object);
    }
  }
  if (given.objects().size() > kMaxTypes) return;
  for (const Stage* const stage : pipeline.stages()) {
    for (const PassedObject& object : ObjectsIn(*stage, incoming)) {
      if (given.Has(object)) continue;
      if (absl::c_any_of(given.objects(), [&](const PassedObject& other) {
            return HaveSameType(object, other);
          })) {
        continue;
      }
      pipeline.Report(rule, stage->PlaceOf(object.variable),
                      {NameOf(object), TypeOf(object)});
    }
  }
}

void CheckTask(PipelineContext& pipeline) {
  const auto read = FirstIn(pipeline.Find(kMeshModels),
                            StorageClass::kTaskPayloadWorkgroupEXT);
  if (!read) return;
  const Stage* const task = pipeline.Find(kTaskModels);
  const auto written = FirstIn(task, StorageClass::kTaskPayloadWorkgroupEXT);
  if (task == nullptr) {
    pipeline.Report(R("pipeline.task.required"),
                    read->stage->PlaceOf(read->variable), {NameOf(*read)});
  } else if (written && !HaveSameType(*read, *written)) {
    ReportTypes(pipeline, R("pipeline.task.payload"), *read, *written);
  }
}

void CheckPayloads(PipelineContext& pipeline) {
  CheckTask(pipeline);
  if (!pipeline.Has(ExecutionModel::kRayGenerationKHR)) return;
  CheckIncoming(pipeline, StorageClass::kIncomingRayPayloadKHR,
                StorageClass::kRayPayloadKHR, R("pipeline.ray.payload"));
  CheckIncoming(pipeline, StorageClass::kIncomingCallableDataKHR,
                StorageClass::kCallableDataKHR,
                R("pipeline.ray.callable-data"));
  if (!pipeline.pipeline().hit_groups) return;
  for (const HitGroup& group : *pipeline.pipeline().hit_groups) {
    HitGroupCheck(pipeline, group).Check();
  }
}

}  // namespace

constinit const PipelineFamily kPipelinePayloads{"pipeline/payloads", R.rules(),
                                                 CheckPayloads};

}  // namespace plumb

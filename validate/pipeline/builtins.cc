// The built-in objects that a stage takes from the stage before it (Vulkan,
// "Interface Matching", "Graphics Pipelines").
#include "absl/algorithm/container.h"
#include "validate/pipeline/families.h"
#include "validate/pipeline/object_name.h"
#include "validate/pipeline/same_type.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::ExecutionMode;
using grammar::ExecutionModel;

constexpr RuleTable R({
    OfPipeline("pipeline.builtin.output-required", kInterfaceMatching,
               "{0} must match an output of the {1} stage, which has none",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00742"),
    // Compilers declare all members of gl_PerVertex in each stage, used or not.
    {"pipeline.builtin.block", kInterfaceMatching,
     "{0}, which is not read, must match an output of the {1} stage, which "
     "has none",
     "VUID-VkGraphicsPipelineCreateInfo-pStages-00742", Severity::kPedantic,
     kInVulkan},
    OfPipeline("pipeline.builtin.type", kInterfaceMatching,
               "{0} has type {1}, but {2} has type {3}: they must have the "
               "same type",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00742"),
    OfPipeline("pipeline.builtin.geometry-primitive-id", kGraphicsPipelines,
               "the fragment stage reads PrimitiveId, so the geometry stage "
               "must write it",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00740"),
    OfPipeline("pipeline.builtin.mesh-primitive-id", kGraphicsPipelines,
               "the fragment stage reads PrimitiveId, so the mesh stage must "
               "write it",
               "VUID-VkGraphicsPipelineCreateInfo-PrimitiveId-06264"),
    OfPipeline("pipeline.builtin.point-size", kGraphicsPipelines,
               "the {0} stage must write PointSize, because the pipeline makes "
               "points and maintenance5 is not enabled",
               "VUID-VkGraphicsPipelineCreateInfo-topology-08773"),
    OfPipeline("pipeline.builtin.tessellation-point-size", kGraphicsPipelines,
               "the tessellation evaluation stage must write PointSize, "
               "because it makes points, the device has "
               "shaderTessellationAndGeometryPointSize, and maintenance5 is "
               "not enabled",
               "VUID-VkGraphicsPipelineCreateInfo-TessellationEvaluation-"
               "07723"),
    OfPipeline("pipeline.builtin.geometry-point-size", kGraphicsPipelines,
               "the geometry stage must write PointSize, because it makes "
               "points, the device has shaderTessellationAndGeometryPointSize, "
               "and maintenance5 is not enabled",
               "VUID-VkGraphicsPipelineCreateInfo-"
               "shaderTessellationAndGeometryPointSize-08776"),
});

// Built-in inputs whose values the stage before gives; all others are of the
// implementation.
constexpr BuiltIn kPassedOn[] = {
    BuiltIn::kPosition,
    BuiltIn::kPointSize,
    BuiltIn::kClipDistance,
    BuiltIn::kCullDistance,
    BuiltIn::kTessLevelOuter,
    BuiltIn::kTessLevelInner,
    BuiltIn::kPositionPerViewNV,
    BuiltIn::kSecondaryPositionNV,
    BuiltIn::kClipDistancePerViewNV,
    BuiltIn::kCullDistancePerViewNV,
};

constexpr ModelSet kReaders = {ExecutionModel::kTessellationControl,
                               ExecutionModel::kTessellationEvaluation,
                               ExecutionModel::kGeometry};

// Built-ins whose number of elements both stages choose.
bool HasComparableType(const InterfaceObject& input,
                       const InterfaceObject& output) {
  return (input.builtin == BuiltIn::kClipDistance ||
          input.builtin == BuiltIn::kCullDistance) &&
         input.block != kNoId && output.block != kNoId;
}

void CheckReader(PipelineContext& pipeline, const Stage& from,
                 const Stage& to) {
  for (const InterfaceObject& input : to.builtin_inputs()) {
    if (!absl::c_linear_search(kPassedOn, *input.builtin)) continue;
    const InterfaceObject* const output =
        from.FindBuiltInOutput(*input.builtin);
    if (output == nullptr) {
      pipeline.Report(
          input.access.is_read ? R("pipeline.builtin.output-required")
                               : R("pipeline.builtin.block"),
          to.PlaceOf(input),
          {DescribeObject(pipeline, to, "input", input), from.name()});
      continue;
    }
    if (!HasComparableType(input, *output)) continue;
    if (AreSameType(from.context(), output->type, to.context(), input.type)) {
      continue;
    }
    pipeline
        .Report(R("pipeline.builtin.type"), to.PlaceOf(input),
                {DescribeObject(pipeline, to, "input", input),
                 PipelineContext::TypeIn(to, input.type),
                 DescribeObject(pipeline, from, "output", *output),
                 PipelineContext::TypeIn(from, output->type)})
        .Note("the output is declared here", from.PlaceOf(*output));
  }
}

void CheckPrimitiveId(PipelineContext& pipeline, const Stage& fragment) {
  const Stage* const from =
      pipeline.Find(kMeshModels | ExecutionModel::kGeometry);
  if (from == nullptr) return;
  for (const InterfaceObject& input : fragment.builtin_inputs()) {
    if (input.builtin != BuiltIn::kPrimitiveId || !input.access.is_read) {
      continue;
    }
    const InterfaceObject* const output =
        from->FindBuiltInOutput(BuiltIn::kPrimitiveId);
    if (output != nullptr && output->access.is_written) continue;
    const bool is_mesh = kMeshModels.Contains(from->model());
    pipeline
        .Report(is_mesh ? R("pipeline.builtin.mesh-primitive-id")
                        : R("pipeline.builtin.geometry-primitive-id"),
                output != nullptr ? from->PlaceOf(*output)
                                  : from->PlaceOfEntryPoint())
        .Note("it is read here", fragment.At(input.first_read));
  }
}

void RequirePointSize(PipelineContext& pipeline, const Stage& stage,
                      const Rule& rule) {
  const InterfaceObject* const output =
      stage.FindBuiltInOutput(BuiltIn::kPointSize);
  if (output != nullptr && output->access.is_written) return;
  pipeline.Report(
      rule,
      output != nullptr ? stage.PlaceOf(*output) : stage.PlaceOfEntryPoint(),
      {stage.name()});
}

// Devices of Vulkan 1.4 have maintenance5, where points have a default size.
void CheckPointSize(PipelineContext& pipeline) {
  const Pipeline& state = pipeline.pipeline();
  const Stage* const vertex = pipeline.Find(ExecutionModel::kVertex);
  if (state.topology != Topology::kPointList || state.is_topology_dynamic ||
      vertex == nullptr || pipeline.LastBeforeRasterization() != vertex ||
      pipeline.MayHave(DeviceFeature("maintenance5"), 14)) {
    return;
  }
  RequirePointSize(pipeline, *vertex, R("pipeline.builtin.point-size"));
}

// In these stages, devices need not have sizes of points.
void CheckDevicePointSize(PipelineContext& pipeline) {
  const Device* const device = pipeline.device();
  const Stage* const last = pipeline.LastBeforeRasterization();
  if (device == nullptr || last == nullptr ||
      !device->Has(DeviceFeature("shaderTessellationAndGeometryPointSize")) ||
      device->Has(DeviceFeature("maintenance5"))) {
    return;
  }
  if (last->model() == ExecutionModel::kTessellationEvaluation &&
      last->Has(ExecutionMode::kPointMode)) {
    RequirePointSize(pipeline, *last,
                     R("pipeline.builtin.tessellation-point-size"));
  } else if (last->model() == ExecutionModel::kGeometry &&
             last->Has(ExecutionMode::kOutputPoints)) {
    RequirePointSize(pipeline, *last,
                     R("pipeline.builtin.geometry-point-size"));
  }
}

void CheckBuiltIns(PipelineContext& pipeline) {
  const Stage* previous = nullptr;
  for (const Stage* const stage : pipeline.stages()) {
    if (previous != nullptr && kReaders.Contains(stage->model())) {
      CheckReader(pipeline, *previous, *stage);
    }
    if (stage->model() == ExecutionModel::kFragment) {
      CheckPrimitiveId(pipeline, *stage);
    }
    previous = stage;
  }
  CheckPointSize(pipeline);
  CheckDevicePointSize(pipeline);
}

}  // namespace

constinit const PipelineFamily kPipelineBuiltIns{"pipeline/builtins", R.rules(),
                                                 CheckBuiltIns};

}  // namespace plumb

// Which stages a pipeline has, and whether their execution modes fit (Vulkan,
// "Graphics Pipelines").
#include <algorithm>
#include <string>

#include "absl/algorithm/container.h"
#include "validate/pipeline/families.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::ExecutionModel;

constexpr RuleTable R({
    OfPipeline("pipeline.stage.vertex-required", kGraphicsPipelines,
               "a pipeline with a {0} stage must have a vertex or mesh stage",
               "VUID-VkGraphicsPipelineCreateInfo-stage-02096"),
    OfPipeline("pipeline.stage.kind", kGraphicsPipelines,
               "a {0} stage must not be in one pipeline with a {1} stage",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-06896"),
    OfPipeline("pipeline.stage.mesh-or-primitive", kGraphicsPipelines,
               "a {0} stage must not be in one pipeline with a {1} stage: a "
               "pipeline shades either meshes or primitives",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-02095"),
    OfPipeline("pipeline.stage.mesh-models", kGraphicsPipelines,
               "task and mesh stages must both have execution models of "
               "SPV_EXT_mesh_shader, or both of SPV_NV_mesh_shader",
               "VUID-VkGraphicsPipelineCreateInfo-TaskNV-07063"),
    OfPipeline("pipeline.stage.draw-index", kGraphicsPipelines,
               "a mesh stage after a task stage must not declare a variable "
               "decorated with DrawIndex",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-09631"),
    OfPipeline("pipeline.stage.evaluation-required", kGraphicsPipelines,
               "a pipeline with a tessellation control stage must have a "
               "tessellation evaluation stage",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00729"),
    OfPipeline("pipeline.stage.control-required", kGraphicsPipelines,
               "a pipeline with a tessellation evaluation stage must have a "
               "tessellation control stage",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00730"),
    OfPipeline("pipeline.stage.ray-generation-required",
               "Vulkan: Ray Tracing Pipelines",
               "a ray tracing pipeline must have a ray generation stage",
               "VUID-VkRayTracingPipelineCreateInfoKHR-stage-03425"),
    OfPipeline("pipeline.stage.view-mask-layer", kGraphicsPipelines,
               "{0} must not be decorated with Layer, because the view mask of "
               "the pipeline is not 0",
               "VUID-VkGraphicsPipelineCreateInfo-renderPass-06059"),
    OfPipeline("pipeline.stage.multiview-tessellation", kGraphicsPipelines,
               "a pipeline whose view mask is not 0 must not have tessellation "
               "stages, because multiviewTessellationShader is not enabled",
               "VUID-VkGraphicsPipelineCreateInfo-renderPass-06057"),
    OfPipeline("pipeline.stage.multiview-geometry", kGraphicsPipelines,
               "a pipeline whose view mask is not 0 must not have a geometry "
               "stage, because multiviewGeometryShader is not enabled",
               "VUID-VkGraphicsPipelineCreateInfo-renderPass-06058"),
    OfPipeline(
        "pipeline.stage.multiview-mesh", kGraphicsPipelines,
        "a pipeline whose view mask is not 0 must not have a mesh stage, "
        "because multiviewMeshShader is not enabled",
        "VUID-VkGraphicsPipelineCreateInfo-renderPass-07720"),
});

// Stages that not every device has with several views.
struct MultiviewStage {
  ModelSet models;
  DeviceFeature feature;
  const Rule& rule;
};
constexpr MultiviewStage kMultiviewStages[] = {
    {{ExecutionModel::kTessellationControl,
      ExecutionModel::kTessellationEvaluation},
     DeviceFeature("multiviewTessellationShader"),
     R("pipeline.stage.multiview-tessellation")},
    {ExecutionModel::kGeometry, DeviceFeature("multiviewGeometryShader"),
     R("pipeline.stage.multiview-geometry")},
    {kMeshModels, DeviceFeature("multiviewMeshShader"),
     R("pipeline.stage.multiview-mesh")},
};

// The models of a kind of pipeline.
ModelSet KindOf(ExecutionModel model) {
  if (kGraphicsModels.Contains(model)) return kGraphicsModels;
  if (kRayModels.Contains(model)) return kRayModels;
  return model;
}

// Reports the first stage of another kind than the first one.
bool CheckKinds(PipelineContext& pipeline) {
  const Stage& first = *pipeline.stages().front();
  const ModelSet kind = KindOf(first.model());
  for (const Stage* const stage : pipeline.stages()) {
    if (kind.Contains(stage->model())) continue;
    pipeline
        .Report(R("pipeline.stage.kind"), stage->PlaceOfEntryPoint(),
                {stage->name(), first.name()})
        .Note("the {0} stage is declared here", first.PlaceOfEntryPoint(),
              {first.name()});
    return false;
  }
  return true;
}

void CheckMesh(PipelineContext& pipeline) {
  const Stage* const mesh = pipeline.Find(kMeshModels);
  const Stage* const task = pipeline.Find(kTaskModels);
  const Stage* const either = mesh != nullptr ? mesh : task;
  if (either == nullptr) return;
  if (const Stage* const other = pipeline.Find(kPrimitiveModels)) {
    pipeline
        .Report(R("pipeline.stage.mesh-or-primitive"),
                either->PlaceOfEntryPoint(), {either->name(), other->name()})
        .Note("the {0} stage is declared here", other->PlaceOfEntryPoint(),
              {other->name()});
  }
  if (mesh == nullptr || task == nullptr) return;
  if ((mesh->model() == ExecutionModel::kMeshNV) !=
      (task->model() == ExecutionModel::kTaskNV)) {
    pipeline.Report(R("pipeline.stage.mesh-models"), mesh->PlaceOfEntryPoint())
        .Note("the task stage is declared here", task->PlaceOfEntryPoint());
  }
  for (const InterfaceObject& input : mesh->builtin_inputs()) {
    if (input.builtin == BuiltIn::kDrawIndex) {
      pipeline.Report(R("pipeline.stage.draw-index"), mesh->PlaceOf(input));
    }
  }
}

void CheckLayers(PipelineContext& pipeline) {
  for (const Stage* const stage : pipeline.stages()) {
    for (const auto objects :
         {stage->builtin_inputs(), stage->builtin_outputs()}) {
      for (const InterfaceObject& object : objects) {
        if (object.builtin != BuiltIn::kLayer) continue;
        pipeline.Report(R("pipeline.stage.view-mask-layer"),
                        stage->PlaceOf(object),
                        {PipelineContext::In(*stage, object.variable)});
      }
    }
  }
}

void CheckMultiview(PipelineContext& pipeline) {
  const auto& attachments = pipeline.pipeline().attachments;
  if (!attachments || attachments->view_mask == 0) return;
  CheckLayers(pipeline);
  if (pipeline.device() == nullptr) return;
  for (const MultiviewStage& row : kMultiviewStages) {
    const Stage* const stage = pipeline.Find(row.models);
    if (stage == nullptr || pipeline.device()->Has(row.feature)) continue;
    pipeline.Report(row.rule, stage->PlaceOfEntryPoint());
  }
}

void CheckStages(PipelineContext& pipeline) {
  const Stage& first = *pipeline.stages().front();
  if (!CheckKinds(pipeline)) return;
  if (kRayModels.Contains(first.model()) &&
      !pipeline.Has(ExecutionModel::kRayGenerationKHR)) {
    pipeline.Report(R("pipeline.stage.ray-generation-required"),
                    first.PlaceOfEntryPoint());
  }
  if (!kGraphicsModels.Contains(first.model())) return;
  if (!pipeline.Has(kMeshModels | ExecutionModel::kVertex)) {
    pipeline.Report(R("pipeline.stage.vertex-required"),
                    first.PlaceOfEntryPoint(), {first.name()});
  }
  const Stage* const control =
      pipeline.Find(ExecutionModel::kTessellationControl);
  const Stage* const evaluation =
      pipeline.Find(ExecutionModel::kTessellationEvaluation);
  if (control != nullptr && evaluation == nullptr) {
    pipeline.Report(R("pipeline.stage.evaluation-required"),
                    control->PlaceOfEntryPoint());
  } else if (control == nullptr && evaluation != nullptr) {
    pipeline.Report(R("pipeline.stage.control-required"),
                    evaluation->PlaceOfEntryPoint());
  }
  CheckMesh(pipeline);
  CheckMultiview(pipeline);
}

}  // namespace

constinit const PipelineFamily kPipelineStages{"pipeline/stages", R.rules(),
                                               CheckStages};

}  // namespace plumb

// The primitives that stages pass on: tessellation, geometry shaders and
// transform feedback (Vulkan, "Graphics Pipelines", "Geometry Shading").
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validate/pipeline/families.h"
#include "validate/pipeline/geometry_input.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::ExecutionMode;
using grammar::ExecutionModel;

constexpr RuleTable R({
    OfPipeline("pipeline.tessellation.subdivision-required", kGraphicsPipelines,
               "one of the tessellation stages must have the execution mode "
               "Triangles, Quads or Isolines",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00732"),
    OfPipeline("pipeline.tessellation.subdivision", kGraphicsPipelines,
               "the tessellation stages must have the same subdivision mode, "
               "not {0} and {1}",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00733"),
    OfPipeline("pipeline.tessellation.patch-size-required", kGraphicsPipelines,
               "one of the tessellation stages must have the execution mode "
               "OutputVertices",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00734"),
    OfPipeline("pipeline.tessellation.patch-size", kGraphicsPipelines,
               "the tessellation stages must have the same OutputVertices, not "
               "{0} and {1}",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00735"),
    OfPipeline("pipeline.tessellation.topology", kGraphicsPipelines,
               "a pipeline with tessellation stages must have the topology "
               "PATCH_LIST, not {0}",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-08888"),
    OfPipeline("pipeline.tessellation.required", kGraphicsPipelines,
               "a pipeline with the topology PATCH_LIST must have tessellation "
               "stages",
               "VUID-VkGraphicsPipelineCreateInfo-topology-08889"),
    OfPipeline("pipeline.tessellation.control-points-required",
               kGraphicsPipelines,
               "a pipeline with a tessellation control stage must state the "
               "number of control points in a patch",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-09022"),
    OfPipeline("pipeline.geometry.topology", kGraphicsPipelines,
               "a geometry stage with the execution mode {0} must not be in a "
               "pipeline with the topology {1}",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00738"),
    OfPipeline("pipeline.geometry.tessellation", kGraphicsPipelines,
               "a geometry stage with the execution mode {0} must not follow "
               "tessellation stages that make {1}",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-00739"),
    OfPipeline("pipeline.transform-feedback.once", kGraphicsPipelines,
               "only one stage of a pipeline may have the execution mode Xfb",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-02317"),
    OfPipeline("pipeline.transform-feedback.last", kGraphicsPipelines,
               "the stage with the execution mode Xfb must be the last one "
               "before rasterization, which is the {0} stage",
               "VUID-VkGraphicsPipelineCreateInfo-pStages-02318"),
    OfPipeline("pipeline.transform-feedback.mesh", kGraphicsPipelines,
               "no stage of a pipeline with a mesh stage may have the "
               "execution mode Xfb",
               "VUID-VkGraphicsPipelineCreateInfo-None-02322"),
    OfPipeline("pipeline.stream.rasterized", kGraphicsPipelines,
               "the built-in {0} must be in stream {1}, which is rasterized, "
               "not in stream {2}",
               "VUID-VkGraphicsPipelineCreateInfo-rasterizationStream-02319"),
});

constexpr ExecutionMode kSubdivisions[] = {
    ExecutionMode::kTriangles, ExecutionMode::kQuads, ExecutionMode::kIsolines};

Arg ModeArg(ExecutionMode mode) {
  return Arg::Enumerant(grammar::Kind::kExecutionMode, mode);
}

const ExecutionModeRow* FindSubdivision(const Stage& stage) {
  for (const ExecutionMode mode : kSubdivisions) {
    if (const ExecutionModeRow* row = stage.FindMode(mode)) return row;
  }
  return nullptr;
}

void CheckModes(PipelineContext& pipeline, const Stage& control,
                const Stage& evaluation) {
  const ExecutionModeRow* const a = FindSubdivision(control);
  const ExecutionModeRow* const b = FindSubdivision(evaluation);
  if (a == nullptr && b == nullptr) {
    pipeline.Report(R("pipeline.tessellation.subdivision-required"),
                    evaluation.PlaceOfEntryPoint());
  } else if (a != nullptr && b != nullptr && a->mode != b->mode) {
    pipeline
        .Report(R("pipeline.tessellation.subdivision"), evaluation.At(b->at),
                {ModeArg(a->mode), ModeArg(b->mode)})
        .Note("the tessellation control stage has this mode",
              control.At(a->at));
  }
  const auto a_size = control.ModeOperand(ExecutionMode::kOutputVertices);
  const auto b_size = evaluation.ModeOperand(ExecutionMode::kOutputVertices);
  if (!a_size && !b_size) {
    pipeline.Report(R("pipeline.tessellation.patch-size-required"),
                    control.PlaceOfEntryPoint());
  } else if (a_size && b_size && *a_size != *b_size) {
    pipeline
        .Report(R("pipeline.tessellation.patch-size"),
                evaluation.At(
                    evaluation.FindMode(ExecutionMode::kOutputVertices)->at),
                {*a_size, *b_size})
        .Note("the tessellation control stage has this mode",
              control.At(control.FindMode(ExecutionMode::kOutputVertices)->at));
  }
}

void CheckTessellation(PipelineContext& pipeline) {
  const Stage* const control =
      pipeline.Find(ExecutionModel::kTessellationControl);
  const Stage* const evaluation =
      pipeline.Find(ExecutionModel::kTessellationEvaluation);
  if (control != nullptr && evaluation != nullptr) {
    CheckModes(pipeline, *control, *evaluation);
  }
  const Pipeline& state = pipeline.pipeline();
  const Stage* const stage = control != nullptr ? control : evaluation;
  if (state.topology && !state.is_topology_dynamic) {
    const bool is_patch = *state.topology == Topology::kPatchList;
    if (stage != nullptr && !is_patch) {
      pipeline.Report(R("pipeline.tessellation.topology"),
                      stage->PlaceOfEntryPoint(), {NameOf(*state.topology)});
    } else if (stage == nullptr && is_patch) {
      const Stage* const vertex = pipeline.Find(ExecutionModel::kVertex);
      if (vertex != nullptr) {
        pipeline.Report(R("pipeline.tessellation.required"),
                        vertex->PlaceOfEntryPoint());
      }
    }
    if (control != nullptr && is_patch && !state.patch_control_points &&
        !state.is_patch_control_points_dynamic) {
      pipeline.Report(R("pipeline.tessellation.control-points-required"),
                      control->PlaceOfEntryPoint());
    }
  }
}

// --- Geometry shaders ---

void CheckGeometryTopology(PipelineContext& pipeline, const Stage& geometry,
                           const GeometryInput& input) {
  const Pipeline& state = pipeline.pipeline();
  if (!state.topology || state.is_topology_dynamic ||
      absl::c_linear_search(input.topologies, *state.topology)) {
    return;
  }
  pipeline.Report(R("pipeline.geometry.topology"),
                  geometry.At(geometry.FindMode(input.mode)->at),
                  {ModeArg(input.mode), NameOf(*state.topology)});
}

// What the tessellation stages make: a mode of geometry shaders.
ExecutionMode TessellatedInput(const Stage& control, const Stage& evaluation) {
  const auto has = [&](ExecutionMode mode) {
    return control.Has(mode) || evaluation.Has(mode);
  };
  if (has(ExecutionMode::kPointMode)) return ExecutionMode::kInputPoints;
  return has(ExecutionMode::kIsolines) ? ExecutionMode::kInputLines
                                       : ExecutionMode::kTriangles;
}

absl::string_view PrimitivesOf(ExecutionMode mode) {
  return mode == ExecutionMode::kInputPoints  ? "points"
         : mode == ExecutionMode::kInputLines ? "lines"
                                              : "triangles";
}

void CheckGeometry(PipelineContext& pipeline) {
  const Stage* const geometry = pipeline.Find(ExecutionModel::kGeometry);
  if (geometry == nullptr) return;
  const Stage* const control =
      pipeline.Find(ExecutionModel::kTessellationControl);
  const Stage* const evaluation =
      pipeline.Find(ExecutionModel::kTessellationEvaluation);
  for (const GeometryInput& input : kGeometryInputs) {
    if (!geometry->Has(input.mode)) continue;
    if (control == nullptr || evaluation == nullptr) {
      CheckGeometryTopology(pipeline, *geometry, input);
      continue;
    }
    const ExecutionMode made = TessellatedInput(*control, *evaluation);
    if (made == input.mode) continue;
    pipeline.Report(R("pipeline.geometry.tessellation"),
                    geometry->At(geometry->FindMode(input.mode)->at),
                    {ModeArg(input.mode), PrimitivesOf(made)});
  }
}

// --- Transform feedback ---

void CheckTransformFeedback(PipelineContext& pipeline) {
  const Stage* first = nullptr;
  bool is_repeated = false;
  for (const Stage* const stage : pipeline.stages()) {
    const ExecutionModeRow* const mode = stage->FindMode(ExecutionMode::kXfb);
    if (mode == nullptr) continue;
    if (pipeline.Has(kMeshModels)) {
      pipeline.Report(R("pipeline.transform-feedback.mesh"),
                      stage->At(mode->at));
      return;
    }
    if (first != nullptr) {
      is_repeated = true;
      pipeline
          .Report(R("pipeline.transform-feedback.once"), stage->At(mode->at))
          .Note("the {0} stage has it, too",
                first->At(first->FindMode(ExecutionMode::kXfb)->at),
                {first->name()});
    }
    first = stage;
  }
  const Stage* const last = pipeline.LastBeforeRasterization();
  if (first == nullptr || last == nullptr || first == last || is_repeated) {
    return;
  }
  pipeline.Report(R("pipeline.transform-feedback.last"),
                  first->At(first->FindMode(ExecutionMode::kXfb)->at),
                  {last->name()});
}

void CheckStream(PipelineContext& pipeline) {
  const Stage* const geometry = pipeline.Find(ExecutionModel::kGeometry);
  if (geometry == nullptr) return;
  constexpr BuiltIn kOfPosition[] = {BuiltIn::kPosition, BuiltIn::kPointSize,
                                     BuiltIn::kClipDistance,
                                     BuiltIn::kCullDistance};
  const uint32_t rasterized = pipeline.pipeline().rasterization_stream;
  for (const InterfaceObject& output : geometry->builtin_outputs()) {
    if (!absl::c_linear_search(kOfPosition, *output.builtin) ||
        output.stream == rasterized) {
      continue;
    }
    pipeline.Report(R("pipeline.stream.rasterized"), geometry->PlaceOf(output),
                    {Arg::Enumerant(grammar::Kind::kBuiltIn, *output.builtin),
                     rasterized, output.stream});
  }
}

void CheckPrimitives(PipelineContext& pipeline) {
  CheckTessellation(pipeline);
  CheckGeometry(pipeline);
  CheckTransformFeedback(pipeline);
  CheckStream(pipeline);
}

}  // namespace

constinit const PipelineFamily kPipelinePrimitives{"pipeline/primitives",
                                                   R.rules(), CheckPrimitives};

}  // namespace plumb

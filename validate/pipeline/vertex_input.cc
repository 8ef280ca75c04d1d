// Vertex attributes against the inputs of the vertex stage (Vulkan, "Vertex
// Input Interface").
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/pipeline/component_words.h"
#include "validate/pipeline/families.h"
#include "validate/pipeline/object_name.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    OfPipeline("pipeline.vertex-input.attribute-required",
               kVertexInputInterface,
               "{0} must have a vertex attribute at location {1}",
               "VUID-VkGraphicsPipelineCreateInfo-Input-07904"),
    OfPipeline("pipeline.vertex-input.numeric-type", kVertexInputInterface,
               "{0} has type {1}, but the vertex attribute has the format {2}, "
               "whose numbers are {3}s",
               "VUID-VkGraphicsPipelineCreateInfo-Input-08733"),
    OfPipeline("pipeline.vertex-input.wide-input", kVertexInputInterface,
               "the vertex attribute has the 64-bit format {2}, so {0} must "
               "have components of 64 bits, not the type {1}",
               "VUID-VkGraphicsPipelineCreateInfo-pVertexInputState-08929"),
    OfPipeline("pipeline.vertex-input.wide-format", kVertexInputInterface,
               "{0} has type {1}, so the vertex attribute must have a 64-bit "
               "format, not {2}",
               "VUID-VkGraphicsPipelineCreateInfo-pVertexInputState-08930"),
    OfPipeline("pipeline.vertex-input.wide-component", kVertexInputInterface,
               "{0} has type {1}, which must not have components that the "
               "64-bit format {2} lacks",
               "VUID-VkGraphicsPipelineCreateInfo-pVertexInputState-09198"),
});

class VertexInput {
 public:
  VertexInput(PipelineContext& pipeline, const Stage& vertex)
      : pipeline_(pipeline), vertex_(vertex) {}

  void Check(const InterfaceObject& input) {
    words_.clear();
    if (!AppendComponentWords(vertex_.context(), input.type, input.location,
                              input.component, &words_)) {
      return;
    }
    const ComponentWord* previous = nullptr;
    for (const ComponentWord& word : words_) {
      const bool is_new =
          previous == nullptr || previous->location != word.location;
      previous = &word;
      // The second location of a 64-bit vector is of the same attribute.
      const bool is_continuation =
          word.width == 64 && word.location != input.location;
      if (!is_new || (is_continuation && Find(word.location) == nullptr)) {
        continue;
      }
      if (!CheckLocation(input, word)) return;
    }
  }

 private:
  const VertexAttribute* Find(uint32_t location) const {
    for (const VertexAttribute& attribute :
         *pipeline_.pipeline().vertex_attributes) {
      if (attribute.location == location) return &attribute;
    }
    return nullptr;
  }

  // False if something was reported.
  bool CheckLocation(const InterfaceObject& input, const ComponentWord& word) {
    const VertexAttribute* const attribute = Find(word.location);
    if (attribute == nullptr) {
      pipeline_.Report(R("pipeline.vertex-input.attribute-required"),
                       vertex_.PlaceOf(input), {Input(input), word.location});
      return false;
    }
    const Format& format = attribute->format;
    const bool is_wide = word.width == 64;
    if (NumericTypeOf(word) != format.type) {
      pipeline_.Report(
          R("pipeline.vertex-input.numeric-type"), vertex_.PlaceOf(input),
          {Input(input), TypeOf(input), format.name, NameOf(format.type)});
      return false;
    }
    if (is_wide != (format.width == 64)) {
      return Report(is_wide ? R("pipeline.vertex-input.wide-format")
                            : R("pipeline.vertex-input.wide-input"),
                    input, format);
    }
    if (is_wide && ScalarsAt(word.location) > format.components) {
      return Report(R("pipeline.vertex-input.wide-component"), input, format);
    }
    return true;
  }

  // The 64-bit components that an attribute at a location is read for.
  uint32_t ScalarsAt(uint32_t location) const {
    const auto first = absl::c_find_if(
        words_, [=](const ComponentWord& w) { return w.location == location; });
    uint32_t words = first->component;
    for (auto it = first;
         it != words_.end() && it->location <= location + 1 && words < 8;
         ++it) {
      ++words;
    }
    return words / 2;
  }

  bool Report(const Rule& rule, const InterfaceObject& input,
              const Format& format) {
    pipeline_.Report(rule, vertex_.PlaceOf(input),
                     {Input(input), TypeOf(input), format.name});
    return false;
  }

  Arg Input(const InterfaceObject& input) {
    return DescribeObject(pipeline_, vertex_, "input", input);
  }
  Arg TypeOf(const InterfaceObject& input) const {
    return PipelineContext::TypeIn(vertex_, input.type);
  }

  PipelineContext& pipeline_;
  const Stage& vertex_;
  std::vector<ComponentWord> words_;  // of the input at hand
};

void CheckVertexInput(PipelineContext& pipeline) {
  const Stage* const vertex = pipeline.Find(grammar::ExecutionModel::kVertex);
  if (vertex == nullptr || !pipeline.pipeline().vertex_attributes ||
      pipeline.pipeline().is_vertex_input_dynamic) {
    return;
  }
  VertexInput check(pipeline, *vertex);
  for (const InterfaceObject& input : vertex->inputs()) check.Check(input);
}

}  // namespace

constinit const PipelineFamily kPipelineVertexInput{
    "pipeline/vertex_input", R.rules(), CheckVertexInput};

}  // namespace plumb

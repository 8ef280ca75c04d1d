// The outputs of a stage against the inputs of the next one (Vulkan, "Shader
// Input and Output Interfaces").
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "validate/pipeline/component_words.h"
#include "validate/pipeline/families.h"
#include "validate/pipeline/object_name.h"
#include "validate/pipeline/same_type.h"
#include "validate/pipeline/sections.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr RuleTable R({
    OfPipeline("pipeline.interface.output-required", kInterfaceMatching,
               "{0} must match an output of the {1} stage, which has none at "
               "this location",
               "VUID-RuntimeSpirv-OpEntryPoint-08743"),
    OfPipeline("pipeline.interface.component-required", kInterfaceMatching,
               "{0} has component {1} of location {2}, which must be a "
               "component of an output of the {3} stage",
               "VUID-RuntimeSpirv-OpEntryPoint-08743"),
    OfPipeline("pipeline.interface.component-type", kInterfaceMatching,
               "{0} has type {1}, but {2} has type {3}: the components must "
               "have the same type and width",
               "VUID-RuntimeSpirv-OpEntryPoint-07754"),
    OfPipeline("pipeline.interface.component", kInterfaceMatching,
               "{0} must have the same Component as {1}, whose type is {2}",
               "VUID-RuntimeSpirv-OpVariable-08746"),
    OfPipeline("pipeline.interface.patch", kInterfaceMatching,
               "{0} and {1} must both be decorated with Patch, or neither",
               "VUID-RuntimeSpirv-OpVariable-08746"),
    OfPipeline("pipeline.interface.per-primitive", kInterfaceMatching,
               "{0} and {1} must both be decorated with PerPrimitiveEXT, or "
               "neither",
               "VUID-RuntimeSpirv-OpVariable-08746"),
    OfPipeline("pipeline.interface.vector-size", kInterfaceMatching,
               "{0} has type {1}, but {2} has type {3}: without maintenance4, "
               "the output must not have more components",
               "VUID-RuntimeSpirv-maintenance4-06817"),
    // Producers that split matrices and arrays differently in two stages are
    // accepted by all implementations.
    Discouraged("pipeline.interface.declaration", kInterfaceMatching,
                "{0} has type {1}, but {2} has type {3}: the same components "
                "should be declared in the same way"),
});

// A word of an output.
struct OutputWord {
  ComponentWord word;
  bool is_patch = false;
  const InterfaceObject* object = nullptr;
};

auto KeyOf(bool is_patch, const ComponentWord& word) {
  return std::make_tuple(is_patch, word.location, word.component);
}

class InterfaceMatch {
 public:
  InterfaceMatch(PipelineContext& pipeline, const Stage& from, const Stage& to)
      : pipeline_(pipeline), from_(from), to_(to) {}

  void Check() {
    ReadOutputs();
    if (is_too_large_) return;
    for (const InterfaceObject& input : to_.inputs()) CheckInput(input);
  }

 private:
  // Whether an output is part of the vertices that the next stage reads.
  bool IsVisible(const InterfaceObject& output) const {
    return from_.model() != grammar::ExecutionModel::kGeometry ||
           output.stream == pipeline_.pipeline().rasterization_stream;
  }

  void ReadOutputs() {
    std::vector<ComponentWord> words;
    for (const InterfaceObject& output : from_.outputs()) {
      if (!IsVisible(output)) continue;
      words.clear();
      is_too_large_ |=
          !AppendComponentWords(from_.context(), output.type, output.location,
                                output.component, &words);
      for (const ComponentWord& word : words) {
        outputs_.push_back({word, output.is_patch, &output});
      }
    }
    absl::c_stable_sort(outputs_, [](const OutputWord& a, const OutputWord& b) {
      return KeyOf(a.is_patch, a.word) < KeyOf(b.is_patch, b.word);
    });
  }

  const OutputWord* Find(bool is_patch, const ComponentWord& word) const {
    const auto key = KeyOf(is_patch, word);
    const auto it = std::partition_point(
        outputs_.begin(), outputs_.end(), [&](const OutputWord& output) {
          return KeyOf(output.is_patch, output.word) < key;
        });
    return it != outputs_.end() && KeyOf(it->is_patch, it->word) == key
               ? &*it
               : nullptr;
  }

  void CheckInput(const InterfaceObject& input) {
    words_.clear();
    if (!AppendComponentWords(to_.context(), input.type, input.location,
                              input.component, &words_)) {
      return;
    }
    const OutputWord* first = nullptr;
    const ComponentWord* missing = nullptr;
    const OutputWord* other_type = nullptr;
    for (const ComponentWord& word : words_) {
      const OutputWord* const output = Find(input.is_patch, word);
      if (output == nullptr) {
        if (missing == nullptr) missing = &word;
        continue;
      }
      if (first == nullptr) first = output;
      if (other_type == nullptr && !output->word.IsSameScalar(word)) {
        other_type = output;
      }
    }
    if (first == nullptr) {
      if (!words_.empty()) ReportNoOutput(input);
    } else if (other_type != nullptr) {
      ReportTypes(R("pipeline.interface.component-type"), input,
                  *other_type->object);
    } else if (missing != nullptr) {
      ReportMissing(input, *missing, *first->object);
    } else {
      CheckDeclaration(input, *first->object);
    }
  }

  // An input whose words are all there, against the first output with some.
  void CheckDeclaration(const InterfaceObject& input,
                        const InterfaceObject& output) {
    if (input.is_per_primitive != output.is_per_primitive) {
      ReportPair(R("pipeline.interface.per-primitive"), input, output);
      return;
    }
    const bool is_at_same_place = input.location == output.location &&
                                  input.component == output.component;
    if (is_at_same_place &&
        AreSameType(from_.context(), output.type, to_.context(), input.type)) {
      return;
    }
    const TypeInfo& in = to_.context().types().Get(input.type);
    const TypeInfo& out = from_.context().types().Get(output.type);
    constexpr TypeTraits kVectors = tt::kScalar | tt::kVector;
    if (is_at_same_place && in.Is(tt::kVector) && out.Is(tt::kVector)) {
      // The output has more components: otherwise one would be missing.
      if (!pipeline_.MayHave(DeviceFeature("maintenance4"), 13)) {
        ReportTypes(R("pipeline.interface.vector-size"), input, output);
      }
      return;
    }
    if (!is_at_same_place && in.Is(kVectors) && out.Is(kVectors)) {
      ReportComponent(input, output);
      return;
    }
    ReportTypes(R("pipeline.interface.declaration"), input, output);
  }

  // --- Reports ---

  Arg Input(const InterfaceObject& input) {
    return DescribeObject(pipeline_, to_, "input", input);
  }
  Arg Output(const InterfaceObject& output) {
    return DescribeObject(pipeline_, from_, "output", output);
  }

  void ReportNoOutput(const InterfaceObject& input) {
    for (const ComponentWord& word : words_) {
      const OutputWord* const other = Find(!input.is_patch, word);
      if (other == nullptr) continue;
      ReportPair(R("pipeline.interface.patch"), input, *other->object);
      return;
    }
    DiagnosticBuilder report =
        pipeline_.Report(R("pipeline.interface.output-required"),
                         to_.PlaceOf(input), {Input(input), from_.name()});
    if (!report) return;
    if (!from_names_) {
      from_names_.emplace(from_.module());
      to_names_.emplace(to_.module());
    }
    const absl::string_view name = to_names_->Get(input);
    for (const InterfaceObject& output : from_.outputs()) {
      if (!IsVisible(output) && output.location == input.location) {
        report.Note("{0} is in stream {1}, which is not rasterized",
                    from_.PlaceOf(output), {Output(output), output.stream});
      } else if (!name.empty() && from_names_->Get(output) == name) {
        report.Note("{0} has the same name", from_.PlaceOf(output),
                    {Output(output)});
      }
    }
  }

  void ReportMissing(const InterfaceObject& input, const ComponentWord& missing,
                     const InterfaceObject& output) {
    pipeline_
        .Report(R("pipeline.interface.component-required"), to_.PlaceOf(input),
                {Input(input), uint32_t{missing.component}, missing.location,
                 from_.name()})
        .Note("{0} has type {1}", from_.PlaceOf(output),
              {Output(output), PipelineContext::TypeIn(from_, output.type)});
  }

  void ReportTypes(const Rule& rule, const InterfaceObject& input,
                   const InterfaceObject& output) {
    pipeline_
        .Report(rule, to_.PlaceOf(input),
                {Input(input), PipelineContext::TypeIn(to_, input.type),
                 Output(output), PipelineContext::TypeIn(from_, output.type)})
        .Note("the output is declared here", from_.PlaceOf(output));
  }

  void ReportPair(const Rule& rule, const InterfaceObject& input,
                  const InterfaceObject& output) {
    pipeline_.Report(rule, to_.PlaceOf(input), {Input(input), Output(output)})
        .Note("the output is declared here", from_.PlaceOf(output));
  }

  void ReportComponent(const InterfaceObject& input,
                       const InterfaceObject& output) {
    pipeline_
        .Report(R("pipeline.interface.component"), to_.PlaceOf(input),
                {Input(input), Output(output),
                 PipelineContext::TypeIn(from_, output.type)})
        .Note("the output is declared here", from_.PlaceOf(output));
  }

  PipelineContext& pipeline_;
  const Stage& from_;
  const Stage& to_;
  std::vector<OutputWord> outputs_;
  std::vector<ComponentWord> words_;  // of the input at hand
  // For messages: read at the first one.
  std::optional<ObjectNames> from_names_, to_names_;
  bool is_too_large_ = false;
};

void CheckInterfaces(PipelineContext& pipeline) {
  const Stage* previous = nullptr;
  for (const Stage* const stage : pipeline.stages()) {
    if (!kGraphicsModels.Contains(stage->model())) continue;
    // A task stage passes a payload instead of outputs (payloads.cc).
    const bool is_interface =
        previous != nullptr && !kTaskModels.Contains(previous->model());
    if (is_interface) InterfaceMatch(pipeline, *previous, *stage).Check();
    previous = stage;
  }
}

}  // namespace

constinit const PipelineFamily kPipelineInterfaces{"pipeline/interfaces",
                                                   R.rules(), CheckInterfaces};

}  // namespace plumb

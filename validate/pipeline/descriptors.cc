// Descriptor set layouts against the resources that stages statically use
// (Vulkan, "DescriptorSet and Binding Assignment").
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "validate/pipeline/families.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    OfPipeline("pipeline.descriptor.binding-required", kDescriptorAssignment,
               "the {0} stage uses {1}, so the pipeline layout must have "
               "binding {3} in set {2}"),
    OfPipeline("pipeline.descriptor.stage", kDescriptorAssignment,
               "the {0} stage uses {1}, so the stages of binding {3} in set "
               "{2} must include it"),
    OfPipeline(
        "pipeline.descriptor.type", kDescriptorAssignment,
        "{0} of the {1} stage requires a descriptor of type {2}, but its "
        "binding has type {3}"),
    OfPipeline(
        "pipeline.descriptor.count", kDescriptorAssignment,
        "{0} of the {1} stage has {2} element{2s}, but its binding has {3} "
        "descriptor{3s}"),
    OfPipeline("pipeline.descriptor.inline-array", kDescriptorAssignment,
               "{0} of the {1} stage must not be an array, because its binding "
               "is an inline uniform block"),
    // A binding of type MUTABLE could serve both.
    Discouraged("pipeline.descriptor.types-differ", kDescriptorAssignment,
                "{0} requires a descriptor of type {1}, but another stage uses "
                "the same binding with type {2}"),
});

// Whether one binding can serve variables that need these types.
bool CanShare(DescriptorType a, DescriptorType b) {
  constexpr DescriptorType kCombined = DescriptorType::kCombinedImageSampler;
  return a == b || (Serves(kCombined, a) && Serves(kCombined, b));
}

class DescriptorCheck {
 public:
  DescriptorCheck(PipelineContext& pipeline, const Stage& stage)
      : pipeline_(pipeline), stage_(stage) {}

  void Check(const Resource& resource) {
    const DescriptorBinding* const binding = Find(resource);
    const Place place = stage_.PlaceOf(resource.variable);
    const Arg variable = PipelineContext::In(stage_, resource.variable);
    if (binding == nullptr) {
      pipeline_.Report(
          R("pipeline.descriptor.binding-required"), place,
          {stage_.name(), variable, resource.set, resource.binding});
      return;
    }
    if (!binding->stages.Contains(stage_.model())) {
      pipeline_.Report(
          R("pipeline.descriptor.stage"), place,
          {stage_.name(), variable, resource.set, resource.binding});
    }
    if (!Serves(binding->type, resource.descriptor)) {
      pipeline_.Report(R("pipeline.descriptor.type"), place,
                       {variable, stage_.name(), NameOf(resource.descriptor),
                        NameOf(binding->type)});
      return;
    }
    if (binding->type == DescriptorType::kInlineUniformBlock) {
      if (resource.is_array) {
        pipeline_.Report(R("pipeline.descriptor.inline-array"), place,
                         {variable, stage_.name()});
      }
      return;
    }
    if (resource.count && *resource.count > binding->count) {
      pipeline_.Report(
          R("pipeline.descriptor.count"), place,
          {variable, stage_.name(), *resource.count, binding->count});
    }
  }

 private:
  const DescriptorBinding* Find(const Resource& resource) const {
    for (const DescriptorSetLayout& set : *pipeline_.pipeline().sets) {
      if (set.set != resource.set) continue;
      const auto it =
          std::partition_point(set.bindings.begin(), set.bindings.end(),
                               [&](const DescriptorBinding& b) {
                                 return b.binding < resource.binding;
                               });
      if (it != set.bindings.end() && it->binding == resource.binding) {
        return &*it;
      }
    }
    return nullptr;
  }

  PipelineContext& pipeline_;
  const Stage& stage_;
};

// Without layouts: whether a layout exists that serves all stages.
class SharedBindings {
 public:
  explicit SharedBindings(PipelineContext& pipeline) : pipeline_(pipeline) {}

  void Check() {
    for (const Stage* const stage : pipeline_.stages()) {
      for (const Resource& resource : stage->resources()) {
        uses_.push_back({stage, &resource});
      }
    }
    absl::c_stable_sort(
        uses_, [](const Use& a, const Use& b) { return KeyOf(a) < KeyOf(b); });
    const Use* first = nullptr;
    for (const Use& use : uses_) {
      if (first == nullptr || KeyOf(*first) != KeyOf(use)) {
        first = &use;
      } else if (first->stage != use.stage &&
                 !CanShare(first->resource->descriptor,
                           use.resource->descriptor)) {
        Report(*first, use);
      }
    }
  }

 private:
  struct Use {
    const Stage* stage;
    const Resource* resource;
  };
  static uint64_t KeyOf(const Use& use) {
    return uint64_t{use.resource->set} << 32 | use.resource->binding;
  }

  Arg Describe(const Use& use) {
    return PipelineContext::In(
        *use.stage,
        Arg::Named(pipeline_.Keep(absl::StrCat(
                       use.stage->name(), " variable {} in set ",
                       use.resource->set, ", binding ", use.resource->binding)),
                   use.resource->variable, kNoMember));
  }

  void Report(const Use& first, const Use& use) {
    pipeline_
        .Report(R("pipeline.descriptor.types-differ"),
                use.stage->PlaceOf(use.resource->variable),
                {Describe(use), NameOf(use.resource->descriptor),
                 NameOf(first.resource->descriptor)})
        .Note("{0} is declared here",
              first.stage->PlaceOf(first.resource->variable),
              {Describe(first)});
  }

  PipelineContext& pipeline_;
  std::vector<Use> uses_;
};

void CheckDescriptors(PipelineContext& pipeline) {
  if (!pipeline.pipeline().sets) {
    SharedBindings(pipeline).Check();
    return;
  }
  for (const Stage* const stage : pipeline.stages()) {
    DescriptorCheck check(pipeline, *stage);
    for (const Resource& resource : stage->resources()) check.Check(resource);
  }
}

}  // namespace

constinit const PipelineFamily kPipelineDescriptors{
    "pipeline/descriptors", R.rules(), CheckDescriptors};

}  // namespace plumb

// Push constant ranges against the members that stages statically use (Vulkan,
// "Push Constant Interface").
#include <algorithm>
#include <cstdint>
#include <vector>

#include "validate/pipeline/families.h"
#include "validate/pipeline/push_constant_members.h"
#include "validate/pipeline/same_type.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    OfPipeline("pipeline.push-constant.range-required", kPushConstantInterface,
               "the {0} stage uses {1}, so the pipeline layout must have a "
               "range of push constants for it"),
    OfPipeline("pipeline.push-constant.range", kPushConstantInterface,
               "the {0} stage uses {1}, bytes {2} to {3}, which must be in its "
               "range of push constants"),
    // Both stages read the same bytes.
    Discouraged("pipeline.push-constant.types-differ", kPushConstantInterface,
                "{0} and {1} start at byte {2} of the push constants, and "
                "should have the same type"),
});

Arg Describe(const Stage& stage, const PushConstantMember& member) {
  return PipelineContext::In(
      stage, Arg::Named("{}", stage.push_constants()->type, member.number));
}

void CheckRanges(PipelineContext& pipeline, const Stage& stage) {
  const PushConstantRange* range = nullptr;
  for (const PushConstantRange& r : *pipeline.pipeline().push_constants) {
    if (r.stages.Contains(stage.model())) range = &r;
  }
  const Id variable = stage.push_constants()->variable;
  if (range == nullptr) {
    pipeline.Report(R("pipeline.push-constant.range-required"),
                    stage.PlaceOf(variable),
                    {stage.name(), PipelineContext::In(stage, variable)});
    return;
  }
  for (const PushConstantMember& member : UsedPushConstants(stage)) {
    if (member.begin >= range->offset &&
        member.end <= uint64_t{range->offset} + range->size) {
      continue;
    }
    pipeline.Report(R("pipeline.push-constant.range"), stage.PlaceOf(variable),
                    {stage.name(), Describe(stage, member), member.begin,
                     std::max(member.end, member.begin + 1) - 1});
  }
}

// Compares the members at one offset of two stages; `others` are those of
// `first`.
void CompareBlocks(PipelineContext& pipeline, const Stage& first,
                   const std::vector<PushConstantMember>& others,
                   const Stage& stage) {
  for (const PushConstantMember& member : UsedPushConstants(stage)) {
    for (const PushConstantMember& other : others) {
      if (other.begin != member.begin ||
          AreSameType(first.context(), other.type, stage.context(),
                      member.type)) {
        continue;
      }
      pipeline
          .Report(
              R("pipeline.push-constant.types-differ"),
              stage.PlaceOf(stage.push_constants()->variable),
              {Describe(stage, member), Describe(first, other), member.begin})
          .Note("the {0} stage has type {1}",
                first.PlaceOf(first.push_constants()->variable),
                {first.name(), PipelineContext::TypeIn(first, other.type)});
    }
  }
}

void CheckPushConstants(PipelineContext& pipeline) {
  const Stage* first = nullptr;
  std::vector<PushConstantMember> of_first;
  for (const Stage* const stage : pipeline.stages()) {
    if (!stage->push_constants()) continue;
    if (pipeline.pipeline().push_constants) {
      CheckRanges(pipeline, *stage);
    } else if (first == nullptr) {
      first = stage;
      of_first = UsedPushConstants(*stage);
    } else {
      CompareBlocks(pipeline, *first, of_first, *stage);
    }
  }
}

}  // namespace

constinit const PipelineFamily kPipelinePushConstants{
    "pipeline/push_constants", R.rules(), CheckPushConstants};

}  // namespace plumb

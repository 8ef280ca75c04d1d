#include "validate/pipeline/families.h"

#include "absl/types/span.h"

namespace plumb {

// In the order in which their rules are documented.
absl::Span<const PipelineFamily> PipelineFamilies() {
  static const PipelineFamily kFamilies[] = {
      kPipelineStages,      kPipelinePrimitives,    kPipelineInterfaces,
      kPipelineBuiltIns,    kPipelineVertexInput,   kPipelineAttachments,
      kPipelineDescriptors, kPipelinePushConstants, kPipelinePayloads,
  };
  return kFamilies;
}

}  // namespace plumb

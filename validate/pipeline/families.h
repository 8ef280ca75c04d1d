// What all families of rules about pipelines include, and the list of them.
#ifndef PLUMB_VALIDATE_PIPELINE_FAMILIES_H_
#define PLUMB_VALIDATE_PIPELINE_FAMILIES_H_

#include "core/rule.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/pipeline/sections.h"
#include "validate/pipeline/stage.h"

namespace plumb {

extern const PipelineFamily kPipelineStages;
extern const PipelineFamily kPipelinePrimitives;
extern const PipelineFamily kPipelineInterfaces;
extern const PipelineFamily kPipelineBuiltIns;
extern const PipelineFamily kPipelineVertexInput;
extern const PipelineFamily kPipelineAttachments;
extern const PipelineFamily kPipelineDescriptors;
extern const PipelineFamily kPipelinePushConstants;
extern const PipelineFamily kPipelinePayloads;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_FAMILIES_H_

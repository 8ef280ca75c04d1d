// The description of a pipeline that fits its stages.
//
// Tested by testdata/pipeline_template_test.cc and
// testdata/cli/pipeline_template.case.
#ifndef PLUMB_API_PIPELINE_TEMPLATE_H_
#define PLUMB_API_PIPELINE_TEMPLATE_H_

#include "api/pipeline/pipeline_description.h"
#include "api/pipeline_session.h"

namespace plumb {

// Replaces the stages of a description by those of the last run of `session`,
// which was valid, and adds the state that the description omits and that the
// stages imply:
//
//   - vertex attributes with formats that have all components of the inputs;
//   - color attachments: R8G8B8A8_UNORM for floating-point outputs, formats of
//     32 bits for integers; and the input attachments that are read;
//   - bindings with the required types and counts (one descriptor for a
//     run-time array), and the stages that use them;
//   - for each stage, a range with the push constants that it uses;
//   - the topology and the number of control points, if the stages tell them;
//   - hit groups of the stages in their order: the first closest hit stage with
//     the first any hit and the first intersection stage, and so on.
//
// Linear in the stages and their modules.
void CompleteDescription(const PipelineSession& session,
                         PipelineDescription* description);

}  // namespace plumb

#endif  // PLUMB_API_PIPELINE_TEMPLATE_H_

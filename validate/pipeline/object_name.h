// How messages about pipelines name the objects of interfaces.
#ifndef PLUMB_VALIDATE_PIPELINE_OBJECT_NAME_H_
#define PLUMB_VALIDATE_PIPELINE_OBJECT_NAME_H_

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/pipeline/stage.h"

namespace plumb {

// "fragment input %uv at location 3, component 1"; with Patch,
// PerPrimitiveEXT and PerVertexKHR, and the built-in instead of the location.
// `direction` is "input" or "output".
Arg DescribeObject(PipelineContext& pipeline, const Stage& stage,
                   absl::string_view direction, const InterfaceObject& object);

// Whether OpName or OpMemberName gives two objects the same name, which is not
// empty.  Linear in the names of both modules.
bool HaveSameName(const Stage& a_stage, const InterfaceObject& a,
                  const Stage& b_stage, const InterfaceObject& b);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_OBJECT_NAME_H_

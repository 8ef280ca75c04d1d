// Modules with one stage, for tests.
#ifndef PLUMB_API_PIPELINE_TESTING_STAGE_H_
#define PLUMB_API_PIPELINE_TESTING_STAGE_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace plumb {

// A stage with a variable of `type` (f32, u32, v4f32, or list, an array whose
// length is the constant with SpecId 3, or else 2) at a location.
inline std::string StageText(absl::string_view model, absl::string_view storage,
                             absl::string_view type, int location = 0) {
  const bool is_fragment = model == "Fragment";
  return absl::StrCat(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint ",
      model, " %main \"main\" %value\n",
      is_fragment ? "OpExecutionMode %main OriginUpperLeft\n" : "",
      "OpName %value \"value\"\nOpDecorate %value Location ", location,
      is_fragment && storage == "Input" ? "\nOpDecorate %value Flat" : "", R"(
OpDecorate %size SpecId 3
%void = OpTypeVoid
%fn = OpTypeFunction %void
%f32 = OpTypeFloat 32
%u32 = OpTypeInt 32 0
%v4f32 = OpTypeVector %f32 4
%size = OpSpecConstant %u32 2
%list = OpTypeArray %f32 %size
%pointer = OpTypePointer )",
      storage, " %", type, "\n%value = OpVariable %pointer ", storage, R"(
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
)");
}

}  // namespace plumb

#endif  // PLUMB_API_PIPELINE_TESTING_STAGE_H_

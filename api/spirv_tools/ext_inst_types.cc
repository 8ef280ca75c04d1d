// See ext_inst_types.h.
#include "api/spirv_tools/ext_inst_types.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "grammar/grammar.h"

namespace plumb::spirv_tools {
namespace {

spv_ext_inst_type_t TypeOf(ExtInstSet set) {
  switch (set) {
    case ExtInstSet::kGlslStd450:
      return SPV_EXT_INST_TYPE_GLSL_STD_450;
    case ExtInstSet::kOpenClStd:
      return SPV_EXT_INST_TYPE_OPENCL_STD;
    case ExtInstSet::kAmdShaderExplicitVertexParameter:
      return SPV_EXT_INST_TYPE_SPV_AMD_SHADER_EXPLICIT_VERTEX_PARAMETER;
    case ExtInstSet::kAmdShaderTrinaryMinmax:
      return SPV_EXT_INST_TYPE_SPV_AMD_SHADER_TRINARY_MINMAX;
    case ExtInstSet::kAmdGcnShader:
      return SPV_EXT_INST_TYPE_SPV_AMD_GCN_SHADER;
    case ExtInstSet::kAmdShaderBallot:
      return SPV_EXT_INST_TYPE_SPV_AMD_SHADER_BALLOT;
    case ExtInstSet::kDebugInfo:
      return SPV_EXT_INST_TYPE_DEBUGINFO;
    case ExtInstSet::kOpenClDebugInfo100:
      return SPV_EXT_INST_TYPE_OPENCL_DEBUGINFO_100;
    case ExtInstSet::kNonSemanticClspvReflection:
      return SPV_EXT_INST_TYPE_NONSEMANTIC_CLSPVREFLECTION;
    case ExtInstSet::kNonSemanticGraphDebugInfo:
      return SPV_EXT_INST_TYPE_NONSEMANTIC_GRAPH_DEBUGINFO;
    case ExtInstSet::kNonSemanticShaderDebugInfo:
    case ExtInstSet::kNonSemanticShaderDebugInfo100:
      return SPV_EXT_INST_TYPE_NONSEMANTIC_SHADER_DEBUGINFO_100;
    case ExtInstSet::kNonSemanticVkspReflection:
      return SPV_EXT_INST_TYPE_NONSEMANTIC_VKSPREFLECTION;
    case ExtInstSet::kTosa001000_1:
      return SPV_EXT_INST_TYPE_TOSA_001000_1;
    case ExtInstSet::kArmMotionEngine100:
      return SPV_EXT_INST_TYPE_ARM_MOTION_ENGINE_100;
    case ExtInstSet::kArmExperimentalMlOperations:
      return SPV_EXT_INST_TYPE_ARM_EXPERIMENTAL_ML_OPERATIONS;
    case ExtInstSet::kNonSemanticDebugPrintf:
      return SPV_EXT_INST_TYPE_NONSEMANTIC_DEBUGPRINTF;
    default:
      return SPV_EXT_INST_TYPE_NONE;
  }
}

}  // namespace

spv_ext_inst_type_t ExtInstTypeOf(const Inst& import) {
  const absl::string_view name = import.string(import.operand_count() - 1);
  const spv_ext_inst_type_t type = TypeOf(grammar::ExtInstSetFromName(name));
  if (type == SPV_EXT_INST_TYPE_NONE &&
      absl::StartsWith(name, "NonSemantic.")) {
    return SPV_EXT_INST_TYPE_NONSEMANTIC_UNKNOWN;
  }
  return type;
}

}  // namespace plumb::spirv_tools

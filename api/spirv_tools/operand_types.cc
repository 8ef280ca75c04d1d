// See operand_types.h.
#include "api/spirv_tools/operand_types.h"

namespace plumb::spirv_tools {

spv_operand_type_t OperandTypeOf(Kind kind) {
  switch (kind) {
    case Kind::kAccessQualifier:
      return SPV_OPERAND_TYPE_ACCESS_QUALIFIER;
    case Kind::kAddressingModel:
      return SPV_OPERAND_TYPE_ADDRESSING_MODEL;
    case Kind::kBuiltIn:
      return SPV_OPERAND_TYPE_BUILT_IN;
    case Kind::kCapability:
      return SPV_OPERAND_TYPE_CAPABILITY;
    case Kind::kComponentType:
      return SPV_OPERAND_TYPE_COMPONENT_TYPE;
    case Kind::kCooperativeMatrixLayout:
      return SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_LAYOUT;
    case Kind::kCooperativeMatrixOperands:
      return SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_OPERANDS;
    case Kind::kCooperativeMatrixReduce:
      return SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_REDUCE;
    case Kind::kCooperativeMatrixUse:
      return SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_USE;
    case Kind::kCooperativeVectorMatrixLayout:
      return SPV_OPERAND_TYPE_COOPERATIVE_VECTOR_MATRIX_LAYOUT;
    case Kind::kDecoration:
      return SPV_OPERAND_TYPE_DECORATION;
    case Kind::kDim:
      return SPV_OPERAND_TYPE_DIMENSIONALITY;
    case Kind::kExecutionMode:
      return SPV_OPERAND_TYPE_EXECUTION_MODE;
    case Kind::kExecutionModel:
      return SPV_OPERAND_TYPE_EXECUTION_MODEL;
    case Kind::kFPDenormMode:
      return SPV_OPERAND_TYPE_FPDENORM_MODE;
    case Kind::kFPEncoding:
      return SPV_OPERAND_TYPE_FPENCODING;
    case Kind::kFPFastMathMode:
      return SPV_OPERAND_TYPE_FP_FAST_MATH_MODE;
    case Kind::kFPOperationMode:
      return SPV_OPERAND_TYPE_FPOPERATION_MODE;
    case Kind::kFPRoundingMode:
      return SPV_OPERAND_TYPE_FP_ROUNDING_MODE;
    case Kind::kFragmentShadingRate:
      return SPV_OPERAND_TYPE_FRAGMENT_SHADING_RATE;
    case Kind::kFunctionControl:
      return SPV_OPERAND_TYPE_FUNCTION_CONTROL;
    case Kind::kFunctionParameterAttribute:
      return SPV_OPERAND_TYPE_FUNCTION_PARAMETER_ATTRIBUTE;
    case Kind::kGatherModes:
      return SPV_OPERAND_TYPE_GATHER_MODES;
    case Kind::kGroupOperation:
      return SPV_OPERAND_TYPE_GROUP_OPERATION;
    case Kind::kHostAccessQualifier:
      return SPV_OPERAND_TYPE_HOST_ACCESS_QUALIFIER;
    case Kind::kIdMemorySemantics:
      return SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
    case Kind::kIdRef:
      return SPV_OPERAND_TYPE_ID;
    case Kind::kIdResult:
      return SPV_OPERAND_TYPE_RESULT_ID;
    case Kind::kIdResultType:
      return SPV_OPERAND_TYPE_TYPE_ID;
    case Kind::kIdScope:
      return SPV_OPERAND_TYPE_SCOPE_ID;
    case Kind::kImageChannelDataType:
      return SPV_OPERAND_TYPE_IMAGE_CHANNEL_DATA_TYPE;
    case Kind::kImageChannelOrder:
      return SPV_OPERAND_TYPE_IMAGE_CHANNEL_ORDER;
    case Kind::kImageFormat:
      return SPV_OPERAND_TYPE_SAMPLER_IMAGE_FORMAT;
    case Kind::kImageOperands:
      return SPV_OPERAND_TYPE_IMAGE;
    case Kind::kInitializationModeQualifier:
      return SPV_OPERAND_TYPE_INITIALIZATION_MODE_QUALIFIER;
    case Kind::kKernelEnqueueFlags:
      return SPV_OPERAND_TYPE_KERNEL_ENQ_FLAGS;
    case Kind::kKernelProfilingInfo:
      return SPV_OPERAND_TYPE_KERNEL_PROFILING_INFO;
    case Kind::kLinkageType:
      return SPV_OPERAND_TYPE_LINKAGE_TYPE;
    case Kind::kLiteralContextDependentNumber:
      return SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER;
    case Kind::kLiteralExtInstInteger:
      return SPV_OPERAND_TYPE_EXTENSION_INSTRUCTION_NUMBER;
    case Kind::kLiteralFloat:
      return SPV_OPERAND_TYPE_LITERAL_FLOAT;
    case Kind::kLiteralInteger:
    case Kind::kLiteralInteger64:
      return SPV_OPERAND_TYPE_LITERAL_INTEGER;
    case Kind::kLiteralSpecConstantOpInteger:
      return SPV_OPERAND_TYPE_SPEC_CONSTANT_OP_NUMBER;
    case Kind::kLiteralString:
      return SPV_OPERAND_TYPE_LITERAL_STRING;
    case Kind::kLoadCacheControl:
      return SPV_OPERAND_TYPE_LOAD_CACHE_CONTROL;
    case Kind::kLoopControl:
      return SPV_OPERAND_TYPE_LOOP_CONTROL;
    case Kind::kMatrixMultiplyAccumulateOperands:
      return SPV_OPERAND_TYPE_MATRIX_MULTIPLY_ACCUMULATE_OPERANDS;
    case Kind::kMemoryAccess:
      return SPV_OPERAND_TYPE_MEMORY_ACCESS;
    case Kind::kMemoryModel:
      return SPV_OPERAND_TYPE_MEMORY_MODEL;
    case Kind::kNamedMaximumNumberOfRegisters:
      return SPV_OPERAND_TYPE_NAMED_MAXIMUM_NUMBER_OF_REGISTERS;
    case Kind::kOverflowModes:
      return SPV_OPERAND_TYPE_OVERFLOW_MODES;
    case Kind::kPackedVectorFormat:
      return SPV_OPERAND_TYPE_PACKED_VECTOR_FORMAT;
    case Kind::kQuantizationModes:
      return SPV_OPERAND_TYPE_QUANTIZATION_MODES;
    case Kind::kRawAccessChainOperands:
      return SPV_OPERAND_TYPE_RAW_ACCESS_CHAIN_OPERANDS;
    case Kind::kRayFlags:
      return SPV_OPERAND_TYPE_RAY_FLAGS;
    case Kind::kRayQueryCandidateIntersectionType:
      return SPV_OPERAND_TYPE_RAY_QUERY_CANDIDATE_INTERSECTION_TYPE;
    case Kind::kRayQueryCommittedIntersectionType:
      return SPV_OPERAND_TYPE_RAY_QUERY_COMMITTED_INTERSECTION_TYPE;
    case Kind::kRayQueryIntersection:
      return SPV_OPERAND_TYPE_RAY_QUERY_INTERSECTION;
    case Kind::kSamplerAddressingMode:
      return SPV_OPERAND_TYPE_SAMPLER_ADDRESSING_MODE;
    case Kind::kSamplerFilterMode:
      return SPV_OPERAND_TYPE_SAMPLER_FILTER_MODE;
    case Kind::kSelectionControl:
      return SPV_OPERAND_TYPE_SELECTION_CONTROL;
    case Kind::kSourceLanguage:
      return SPV_OPERAND_TYPE_SOURCE_LANGUAGE;
    case Kind::kStorageClass:
      return SPV_OPERAND_TYPE_STORAGE_CLASS;
    case Kind::kStoreCacheControl:
      return SPV_OPERAND_TYPE_STORE_CACHE_CONTROL;
    case Kind::kTensorAddressingOperands:
      return SPV_OPERAND_TYPE_TENSOR_ADDRESSING_OPERANDS;
    case Kind::kTensorClampMode:
      return SPV_OPERAND_TYPE_TENSOR_CLAMP_MODE;
    case Kind::kTensorOperands:
      return SPV_OPERAND_TYPE_TENSOR_OPERANDS;
    case Kind::kDebugInfoDebugBaseTypeAttributeEncoding:
      return SPV_OPERAND_TYPE_DEBUG_BASE_TYPE_ATTRIBUTE_ENCODING;
    case Kind::kDebugInfoDebugCompositeType:
      return SPV_OPERAND_TYPE_DEBUG_COMPOSITE_TYPE;
    case Kind::kDebugInfoDebugInfoFlags:
      return SPV_OPERAND_TYPE_DEBUG_INFO_FLAGS;
    case Kind::kDebugInfoDebugOperation:
      return SPV_OPERAND_TYPE_DEBUG_OPERATION;
    case Kind::kDebugInfoDebugTypeQualifier:
      return SPV_OPERAND_TYPE_DEBUG_TYPE_QUALIFIER;
    case Kind::kNonSemanticClspvReflectionKernelPropertyFlags:
      return SPV_OPERAND_TYPE_KERNEL_PROPERTY_FLAGS;
    case Kind::kNonSemanticShaderDebugInfoBuildIdentifierFlags:
    case Kind::kNonSemanticShaderDebugInfo100BuildIdentifierFlags:
      return SPV_OPERAND_TYPE_SHDEBUG100_BUILD_IDENTIFIER_FLAGS;
    case Kind::kNonSemanticShaderDebugInfoDebugBaseTypeAttributeEncoding:
    case Kind::kNonSemanticShaderDebugInfo100DebugBaseTypeAttributeEncoding:
      return SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_BASE_TYPE_ATTRIBUTE_ENCODING;
    case Kind::kNonSemanticShaderDebugInfoDebugCompositeType:
    case Kind::kNonSemanticShaderDebugInfo100DebugCompositeType:
      return SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_COMPOSITE_TYPE;
    case Kind::kNonSemanticShaderDebugInfoDebugImportedEntity:
    case Kind::kNonSemanticShaderDebugInfo100DebugImportedEntity:
      return SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_IMPORTED_ENTITY;
    case Kind::kNonSemanticShaderDebugInfoDebugInfoFlags:
    case Kind::kNonSemanticShaderDebugInfo100DebugInfoFlags:
      return SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_INFO_FLAGS;
    case Kind::kNonSemanticShaderDebugInfoDebugOperation:
    case Kind::kNonSemanticShaderDebugInfo100DebugOperation:
      return SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_OPERATION;
    case Kind::kNonSemanticShaderDebugInfoDebugTypeQualifier:
    case Kind::kNonSemanticShaderDebugInfo100DebugTypeQualifier:
      return SPV_OPERAND_TYPE_SHDEBUG100_DEBUG_TYPE_QUALIFIER;
    case Kind::kOpenClDebugInfo100DebugBaseTypeAttributeEncoding:
      return SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_BASE_TYPE_ATTRIBUTE_ENCODING;
    case Kind::kOpenClDebugInfo100DebugCompositeType:
      return SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_COMPOSITE_TYPE;
    case Kind::kOpenClDebugInfo100DebugImportedEntity:
      return SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_IMPORTED_ENTITY;
    case Kind::kOpenClDebugInfo100DebugInfoFlags:
      return SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_INFO_FLAGS;
    case Kind::kOpenClDebugInfo100DebugOperation:
      return SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_OPERATION;
    case Kind::kOpenClDebugInfo100DebugTypeQualifier:
      return SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_TYPE_QUALIFIER;
    default:
      return SPV_OPERAND_TYPE_NONE;
  }
}

}  // namespace plumb::spirv_tools

// Optional and repeated operands are read as those that they consist of.
bool spvOperandIsConcrete(spv_operand_type_t type) {
  switch (type) {
    case SPV_OPERAND_TYPE_NONE:
    case SPV_OPERAND_TYPE_OPTIONAL_ID:
    case SPV_OPERAND_TYPE_OPTIONAL_IMAGE:
    case SPV_OPERAND_TYPE_OPTIONAL_MEMORY_ACCESS:
    case SPV_OPERAND_TYPE_OPTIONAL_LITERAL_INTEGER:
    case SPV_OPERAND_TYPE_OPTIONAL_LITERAL_NUMBER:
    case SPV_OPERAND_TYPE_OPTIONAL_TYPED_LITERAL_INTEGER:
    case SPV_OPERAND_TYPE_OPTIONAL_LITERAL_STRING:
    case SPV_OPERAND_TYPE_OPTIONAL_ACCESS_QUALIFIER:
    case SPV_OPERAND_TYPE_OPTIONAL_CIV:
    case SPV_OPERAND_TYPE_OPTIONAL_FPENCODING:
    case SPV_OPERAND_TYPE_VARIABLE_ID:
    case SPV_OPERAND_TYPE_VARIABLE_LITERAL_INTEGER:
    case SPV_OPERAND_TYPE_VARIABLE_LITERAL_INTEGER_ID:
    case SPV_OPERAND_TYPE_VARIABLE_ID_LITERAL_INTEGER:
    case SPV_OPERAND_TYPE_OPTIONAL_PACKED_VECTOR_FORMAT:
    case SPV_OPERAND_TYPE_OPTIONAL_COOPERATIVE_MATRIX_OPERANDS:
    case SPV_OPERAND_TYPE_OPTIONAL_RAW_ACCESS_CHAIN_OPERANDS:
    case SPV_OPERAND_TYPE_OPTIONAL_MATRIX_MULTIPLY_ACCUMULATE_OPERANDS:
    case SPV_OPERAND_TYPE_OPTIONAL_TENSOR_OPERANDS:
    case SPV_OPERAND_TYPE_OPTIONAL_CAPABILITY:
    case SPV_OPERAND_TYPE_VARIABLE_CAPABILITY:
      return false;
    default:
      return type > SPV_OPERAND_TYPE_NONE &&
             type < SPV_OPERAND_TYPE_NUM_OPERAND_TYPES;
  }
}

bool spvOperandIsConcreteMask(spv_operand_type_t type) {
  switch (type) {
    case SPV_OPERAND_TYPE_IMAGE:
    case SPV_OPERAND_TYPE_FP_FAST_MATH_MODE:
    case SPV_OPERAND_TYPE_SELECTION_CONTROL:
    case SPV_OPERAND_TYPE_LOOP_CONTROL:
    case SPV_OPERAND_TYPE_FUNCTION_CONTROL:
    case SPV_OPERAND_TYPE_MEMORY_ACCESS:
    case SPV_OPERAND_TYPE_FRAGMENT_SHADING_RATE:
    case SPV_OPERAND_TYPE_DEBUG_INFO_FLAGS:
    case SPV_OPERAND_TYPE_CLDEBUG100_DEBUG_INFO_FLAGS:
    case SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_OPERANDS:
    case SPV_OPERAND_TYPE_RAW_ACCESS_CHAIN_OPERANDS:
    case SPV_OPERAND_TYPE_COOPERATIVE_MATRIX_REDUCE:
    case SPV_OPERAND_TYPE_TENSOR_ADDRESSING_OPERANDS:
    case SPV_OPERAND_TYPE_MATRIX_MULTIPLY_ACCUMULATE_OPERANDS:
    case SPV_OPERAND_TYPE_TENSOR_OPERANDS:
      return true;
    default:
      return false;
  }
}

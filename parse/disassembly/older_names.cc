// See older_names.h.  Rows are sorted by value, then kind, for a binary
// search.
#include "parse/disassembly/older_names.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"

namespace plumb {
namespace {

struct OlderOp {
  uint32_t opcode;
  absl::string_view name;
};
constexpr OlderOp kOps[] = {
    {5296, "OpGroupNonUniformPartitionNV"},
    {5840, "OpArbitraryFloatSinCosPiINTEL"},
    {5841, "OpArbitraryFloatCastINTEL"},
    {5842, "OpArbitraryFloatCastFromIntINTEL"},
    {5843, "OpArbitraryFloatCastToIntINTEL"},
    {5846, "OpArbitraryFloatAddINTEL"},
    {5847, "OpArbitraryFloatSubINTEL"},
    {5848, "OpArbitraryFloatMulINTEL"},
    {5849, "OpArbitraryFloatDivINTEL"},
    {5850, "OpArbitraryFloatGTINTEL"},
    {5851, "OpArbitraryFloatGEINTEL"},
    {5852, "OpArbitraryFloatLTINTEL"},
    {5853, "OpArbitraryFloatLEINTEL"},
    {5854, "OpArbitraryFloatEQINTEL"},
    {5855, "OpArbitraryFloatRecipINTEL"},
    {5856, "OpArbitraryFloatRSqrtINTEL"},
    {5857, "OpArbitraryFloatCbrtINTEL"},
    {5858, "OpArbitraryFloatHypotINTEL"},
    {5859, "OpArbitraryFloatSqrtINTEL"},
    {5923, "OpFixedSqrtINTEL"},
    {5924, "OpFixedRecipINTEL"},
    {5925, "OpFixedRsqrtINTEL"},
    {5926, "OpFixedSinINTEL"},
    {5927, "OpFixedCosINTEL"},
    {5928, "OpFixedSinCosINTEL"},
    {5929, "OpFixedSinPiINTEL"},
    {5930, "OpFixedCosPiINTEL"},
    {5931, "OpFixedSinCosPiINTEL"},
    {5932, "OpFixedLogINTEL"},
    {5933, "OpFixedExpINTEL"},
    {5934, "OpPtrCastToCrossWorkgroupINTEL"},
    {5938, "OpCrossWorkgroupCastToPtrINTEL"},
    {5946, "OpReadPipeBlockingINTEL"},
    {5947, "OpWritePipeBlockingINTEL"},
    {5949, "OpFPGARegINTEL"},
    {6142, "OpControlBarrierArriveINTEL"},
    {6143, "OpControlBarrierWaitINTEL"},
};

struct OlderEnumerant {
  uint32_t value;
  Kind kind;
  absl::string_view name;
};
constexpr OlderEnumerant kEnumerants[] = {
    {6, Kind::kGroupOperation, "PartitionedReduceNV"},
    {7, Kind::kGroupOperation, "PartitionedInclusiveScanNV"},
    {8, Kind::kGroupOperation, "PartitionedExclusiveScanNV"},
    {1024, Kind::kRayFlags, "ForceOpacityMicromap2StateEXT"},
    {5269, Kind::kExecutionMode, "OutputLinesNV"},
    {5270, Kind::kExecutionMode, "OutputPrimitivesNV"},
    {5271, Kind::kDecoration, "PerPrimitiveNV"},
    {5288, Kind::kCapability, "ComputeDerivativeGroupQuadsNV"},
    {5289, Kind::kExecutionMode, "DerivativeGroupQuadsNV"},
    {5290, Kind::kExecutionMode, "DerivativeGroupLinearNV"},
    {5297, Kind::kCapability, "GroupNonUniformPartitionedNV"},
    {5298, Kind::kExecutionMode, "OutputTrianglesNV"},
    {5313, Kind::kExecutionModel, "RayGenerationNV"},
    {5314, Kind::kExecutionModel, "IntersectionNV"},
    {5315, Kind::kExecutionModel, "AnyHitNV"},
    {5316, Kind::kExecutionModel, "ClosestHitNV"},
    {5317, Kind::kExecutionModel, "MissNV"},
    {5318, Kind::kExecutionModel, "CallableNV"},
    {5319, Kind::kBuiltIn, "LaunchIdNV"},
    {5320, Kind::kBuiltIn, "LaunchSizeNV"},
    {5321, Kind::kBuiltIn, "WorldRayOriginNV"},
    {5322, Kind::kBuiltIn, "WorldRayDirectionNV"},
    {5323, Kind::kBuiltIn, "ObjectRayOriginNV"},
    {5324, Kind::kBuiltIn, "ObjectRayDirectionNV"},
    {5325, Kind::kBuiltIn, "RayTminNV"},
    {5326, Kind::kBuiltIn, "RayTmaxNV"},
    {5327, Kind::kBuiltIn, "InstanceCustomIndexNV"},
    {5328, Kind::kStorageClass, "CallableDataNV"},
    {5329, Kind::kStorageClass, "IncomingCallableDataNV"},
    {5330, Kind::kBuiltIn, "ObjectToWorldNV"},
    {5331, Kind::kBuiltIn, "WorldToObjectNV"},
    {5333, Kind::kBuiltIn, "HitKindNV"},
    {5338, Kind::kStorageClass, "RayPayloadNV"},
    {5339, Kind::kStorageClass, "HitAttributeNV"},
    {5342, Kind::kStorageClass, "IncomingRayPayloadNV"},
    {5343, Kind::kStorageClass, "ShaderRecordBufferNV"},
    {5350, Kind::kCapability, "ComputeDerivativeGroupLinearNV"},
    {5351, Kind::kBuiltIn, "IncomingRayFlagsNV"},
    {5381, Kind::kCapability, "RayTracingOpacityMicromapEXT"},
    {5824, Kind::kCapability, "FPGAMemoryAttributesINTEL"},
    {5825, Kind::kDecoration, "RegisterINTEL"},
    {5826, Kind::kDecoration, "MemoryINTEL"},
    {5827, Kind::kDecoration, "NumbanksINTEL"},
    {5828, Kind::kDecoration, "BankwidthINTEL"},
    {5829, Kind::kDecoration, "MaxPrivateCopiesINTEL"},
    {5830, Kind::kDecoration, "SinglepumpINTEL"},
    {5831, Kind::kDecoration, "DoublepumpINTEL"},
    {5832, Kind::kDecoration, "MaxReplicatesINTEL"},
    {5833, Kind::kDecoration, "SimpleDualPortINTEL"},
    {5834, Kind::kDecoration, "MergeINTEL"},
    {5835, Kind::kDecoration, "BankBitsINTEL"},
    {5836, Kind::kDecoration, "ForcePow2DepthINTEL"},
    {5844, Kind::kCapability, "ArbitraryPrecisionIntegersINTEL"},
    {5845, Kind::kCapability, "ArbitraryPrecisionFloatingPointINTEL"},
    {5888, Kind::kCapability, "FPGALoopControlsINTEL"},
    {5898, Kind::kCapability, "FPGAMemoryAccessesINTEL"},
    {5899, Kind::kDecoration, "BurstCoalesceINTEL"},
    {5900, Kind::kDecoration, "CacheSizeINTEL"},
    {5901, Kind::kDecoration, "DontStaticallyCoalesceINTEL"},
    {5902, Kind::kDecoration, "PrefetchINTEL"},
    {5904, Kind::kCapability, "FPGAClusterAttributesINTEL"},
    {5905, Kind::kDecoration, "StallEnableINTEL"},
    {5906, Kind::kCapability, "LoopFuseINTEL"},
    {5907, Kind::kDecoration, "FuseLoopsInFunctionINTEL"},
    {5908, Kind::kCapability, "FPGADSPControlINTEL"},
    {5909, Kind::kDecoration, "MathOpDSPModeINTEL"},
    {5916, Kind::kCapability, "FPGAInvocationPipeliningAttributesINTEL"},
    {5917, Kind::kDecoration, "InitiationIntervalINTEL"},
    {5918, Kind::kDecoration, "MaxConcurrencyINTEL"},
    {5919, Kind::kDecoration, "PipelineEnableINTEL"},
    {5920, Kind::kCapability, "FPGABufferLocationINTEL"},
    {5921, Kind::kDecoration, "BufferLocationINTEL"},
    {5922, Kind::kCapability, "ArbitraryPrecisionFixedPointINTEL"},
    {5935, Kind::kCapability, "USMStorageClassesINTEL"},
    {5936, Kind::kStorageClass, "DeviceOnlyINTEL"},
    {5937, Kind::kStorageClass, "HostOnlyINTEL"},
    {5939, Kind::kCapability, "RuntimeAlignedAttributeINTEL"},
    {5940, Kind::kFunctionParameterAttribute, "RuntimeAlignedINTEL"},
    {5943, Kind::kCapability, "IOPipesINTEL"},
    {5944, Kind::kDecoration, "IOPipeStorageINTEL"},
    {5945, Kind::kCapability, "BlockingPipesINTEL"},
    {5948, Kind::kCapability, "FPGARegINTEL"},
    {6094, Kind::kCapability, "OptNoneINTEL"},
    {6141, Kind::kCapability, "SplitBarrierINTEL"},
    {65536, Kind::kFPFastMathMode, "AllowContractFastINTEL"},
    {65536, Kind::kFunctionControl, "OptNoneINTEL"},
    {65536, Kind::kLoopControl, "InitiationIntervalINTEL"},
    {131072, Kind::kFPFastMathMode, "AllowReassocINTEL"},
    {131072, Kind::kLoopControl, "MaxConcurrencyINTEL"},
    {262144, Kind::kLoopControl, "DependencyArrayINTEL"},
    {524288, Kind::kLoopControl, "PipelineEnableINTEL"},
    {1048576, Kind::kLoopControl, "LoopCoalesceINTEL"},
    {2097152, Kind::kLoopControl, "MaxInterleavingINTEL"},
    {4194304, Kind::kLoopControl, "SpeculatedIterationsINTEL"},
    {8388608, Kind::kLoopControl, "NoFusionINTEL"},
    {16777216, Kind::kLoopControl, "LoopCountINTEL"},
    {33554432, Kind::kLoopControl, "MaxReinvocationDelayINTEL"},
};
// Of the smaller values, only these of GroupOperation have older names.
constexpr uint32_t kSmallestOther = 1024;

}  // namespace

absl::string_view OlderName(const grammar::OpInfo& info) {
  if (info.opcode < kOps[0].opcode) return grammar::Text(info.name);
  const OlderOp* const row = std::lower_bound(
      std::begin(kOps), std::end(kOps), info.opcode,
      [](const OlderOp& op, uint32_t opcode) { return op.opcode < opcode; });
  return row != std::end(kOps) && row->opcode == info.opcode
             ? row->name
             : grammar::Text(info.name);
}

absl::string_view OlderName(Kind kind, const grammar::EnumerantInfo& info) {
  if (info.value < kSmallestOther && kind != Kind::kGroupOperation) {
    return grammar::Text(info.name);
  }
  const OlderEnumerant* row = std::lower_bound(
      std::begin(kEnumerants), std::end(kEnumerants), info.value,
      [](const OlderEnumerant& e, uint32_t value) { return e.value < value; });
  for (; row != std::end(kEnumerants) && row->value == info.value; ++row) {
    if (row->kind == kind) return row->name;
  }
  return grammar::Text(info.name);
}

bool OlderSetHasNames(grammar::ExtInstSet set) {
  const absl::string_view name = grammar::Text(grammar::Info(set).name);
  return !absl::StartsWith(name, "NonSemantic.") ||
         absl::StartsWith(name, "NonSemantic.Shader.DebugInfo") ||
         absl::StartsWith(name, "NonSemantic.ClspvReflection");
}

}  // namespace plumb

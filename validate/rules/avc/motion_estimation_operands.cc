// Operands of motion estimation instructions
// (SPV_INTEL_device_side_avc_motion_estimation): by operand name, and payloads
// by instruction.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstddef>
#include <iterator>

#include "validate/engine/family.h"
#include "validate/rules/avc/motion_estimation_types.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"avc.operand-type.uint8", avc::kSection,
     "{1} must be an unsigned 8-bit integer scalar, not {0}"},
    {"avc.operand-type.int8", avc::kSection,
     "{1} must be an 8-bit integer scalar, not {0}"},
    {"avc.operand-type.uint32", avc::kSection,
     "{1} must be an unsigned 32-bit integer scalar, not {0}"},
    {"avc.operand-type.int32", avc::kSection,
     "{1} must be a 32-bit integer scalar, not {0}"},
    {"avc.operand-type.uint64", avc::kSection,
     "{1} must be an unsigned 64-bit integer scalar, not {0}"},
    {"avc.operand-type.int64", avc::kSection,
     "{1} must be a 64-bit integer scalar, not {0}"},
    {"avc.operand-type.v2uint16", avc::kSection,
     "{1} must be a vector of two unsigned 16-bit integers, not {0}"},
    {"avc.operand-type.v2int16", avc::kSection,
     "{1} must be a vector of two 16-bit integers, not {0}"},
    {"avc.operand-type.v2uint32", avc::kSection,
     "{1} must be a vector of two unsigned 32-bit integers, not {0}"},
    {"avc.operand-type.vme-image", avc::kSection,
     "{1} must have the type that OpTypeVmeImageINTEL declares, not {0}"},
    {"avc.operand-type.mcepayload", avc::kSection,
     "{1} must have the type that OpTypeAvcMcePayloadINTEL declares, not {0}"},
    {"avc.operand-type.imepayload", avc::kSection,
     "{1} must have the type that OpTypeAvcImePayloadINTEL declares, not {0}"},
    {"avc.operand-type.refpayload", avc::kSection,
     "{1} must have the type that OpTypeAvcRefPayloadINTEL declares, not {0}"},
    {"avc.operand-type.sicpayload", avc::kSection,
     "{1} must have the type that OpTypeAvcSicPayloadINTEL declares, not {0}"},
    {"avc.operand-type.mceresult", avc::kSection,
     "{1} must have the type that OpTypeAvcMceResultINTEL declares, not {0}"},
    {"avc.operand-type.imeresult", avc::kSection,
     "{1} must have the type that OpTypeAvcImeResultINTEL declares, not {0}"},
    {"avc.operand-type.refresult", avc::kSection,
     "{1} must have the type that OpTypeAvcRefResultINTEL declares, not {0}"},
    {"avc.operand-type.sicresult", avc::kSection,
     "{1} must have the type that OpTypeAvcSicResultINTEL declares, not {0}"},
    {"avc.operand-type.imeresultsinglereferencestreamout", avc::kSection,
     "{1} must have the type that "
     "OpTypeAvcImeResultSingleReferenceStreamoutINTEL declares, not {0}"},
    {"avc.operand-type.imeresultdualreferencestreamout", avc::kSection,
     "{1} must have the type that "
     "OpTypeAvcImeResultDualReferenceStreamoutINTEL declares, not {0}"},
    {"avc.operand-type.imesinglereferencestreamin", avc::kSection,
     "{1} must have the type that OpTypeAvcImeSingleReferenceStreaminINTEL "
     "declares, not {0}"},
    {"avc.operand-type.imedualreferencestreamin", avc::kSection,
     "{1} must have the type that OpTypeAvcImeDualReferenceStreaminINTEL "
     "declares, not {0}"},
});

// --- By name ---

constexpr Op kWithoutOperands[] = {
    Op::kSubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL,
    Op::kSubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL,
    Op::kSubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL,
    Op::kSubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL,
    Op::kSubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL,
};
constexpr auto kWithOperands = [] {
  std::array<Op, avc::kAllOps.size() - std::size(kWithoutOperands)> ops{};
  size_t next = 0;
  for (const Op op : avc::kAllOps) {
    bool has_operands = true;
    for (const Op without : kWithoutOperands) has_operands &= op != without;
    if (has_operands) ops[next++] = op;
  }
  return ops;
}();

constexpr OperandRule Named(const char* name, const TypePattern& type,
                            const Rule& rule) {
  return {kWithOperands, name, type, &rule};
}

// --- By instruction ---

constexpr Op kWithMcePayload[] = {
    Op::kSubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL,
    Op::kSubgroupAvcMceSetInterShapePenaltyINTEL,
    Op::kSubgroupAvcMceSetInterDirectionPenaltyINTEL,
    Op::kSubgroupAvcMceSetMotionVectorCostFunctionINTEL,
    Op::kSubgroupAvcMceSetAcOnlyHaarINTEL,
    Op::kSubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL,
    Op::kSubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL,
    Op::kSubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL,
    Op::kSubgroupAvcMceConvertToImePayloadINTEL,
    Op::kSubgroupAvcMceConvertToRefPayloadINTEL,
    Op::kSubgroupAvcMceConvertToSicPayloadINTEL};
constexpr Op kWithImePayload[] = {
    Op::kSubgroupAvcImeSetSingleReferenceINTEL,
    Op::kSubgroupAvcImeSetDualReferenceINTEL,
    Op::kSubgroupAvcImeConvertToMcePayloadINTEL,
    Op::kSubgroupAvcImeSetMaxMotionVectorCountINTEL,
    Op::kSubgroupAvcImeSetUnidirectionalMixDisableINTEL,
    Op::kSubgroupAvcImeSetEarlySearchTerminationThresholdINTEL,
    Op::kSubgroupAvcImeSetWeightedSadINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL};
constexpr Op kWithRefPayload[] = {
    Op::kSubgroupAvcRefConvertToMcePayloadINTEL,
    Op::kSubgroupAvcRefSetBidirectionalMixDisableINTEL,
    Op::kSubgroupAvcRefSetBilinearFilterEnableINTEL,
    Op::kSubgroupAvcRefEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithMultiReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL};
constexpr Op kWithSicPayload[] = {
    Op::kSubgroupAvcSicConvertToMcePayloadINTEL,
    Op::kSubgroupAvcSicSetIntraLumaShapePenaltyINTEL,
    Op::kSubgroupAvcSicSetIntraLumaModeCostFunctionINTEL,
    Op::kSubgroupAvcSicSetIntraChromaModeCostFunctionINTEL,
    Op::kSubgroupAvcSicSetBilinearFilterEnableINTEL,
    Op::kSubgroupAvcSicSetSkcForwardTransformEnableINTEL,
    Op::kSubgroupAvcSicSetBlockBasedRawSkipSadINTEL,
    Op::kSubgroupAvcSicEvaluateIpeINTEL,
    Op::kSubgroupAvcSicEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithMultiReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL,
    Op::kSubgroupAvcSicConfigureSkcINTEL,
    Op::kSubgroupAvcSicConfigureIpeLumaINTEL,
    Op::kSubgroupAvcSicConfigureIpeLumaChromaINTEL};
constexpr Op kWithMceResult[] = {Op::kSubgroupAvcMceConvertToImeResultINTEL,
                                 Op::kSubgroupAvcMceConvertToRefResultINTEL,
                                 Op::kSubgroupAvcMceConvertToSicResultINTEL};
// The text requires an ImeResult; producers convert it first.
constexpr Op kAnyResultTypes[] = {Op::kTypeAvcImeResultINTEL,
                                  Op::kTypeAvcMceResultINTEL};
constexpr Op kWithAnyResult[] = {
    Op::kSubgroupAvcMceGetMotionVectorsINTEL,
    Op::kSubgroupAvcMceGetInterDistortionsINTEL,
    Op::kSubgroupAvcMceGetBestInterDistortionsINTEL,
    Op::kSubgroupAvcMceGetInterMajorShapeINTEL,
    Op::kSubgroupAvcMceGetInterMinorShapeINTEL,
    Op::kSubgroupAvcMceGetInterDirectionsINTEL,
    Op::kSubgroupAvcMceGetInterMotionVectorCountINTEL,
    Op::kSubgroupAvcMceGetInterReferenceIdsINTEL,
    Op::kSubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL};
constexpr Op kWithImeResult[] = {
    Op::kSubgroupAvcImeConvertToMceResultINTEL,
    Op::kSubgroupAvcImeGetBorderReachedINTEL,
    Op::kSubgroupAvcImeGetTruncatedSearchIndicationINTEL,
    Op::kSubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL,
    Op::kSubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL,
    Op::kSubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL};
constexpr Op kWithSicResult[] = {
    Op::kSubgroupAvcSicConvertToMceResultINTEL,
    Op::kSubgroupAvcSicGetIpeLumaShapeINTEL,
    Op::kSubgroupAvcSicGetBestIpeLumaDistortionINTEL,
    Op::kSubgroupAvcSicGetBestIpeChromaDistortionINTEL,
    Op::kSubgroupAvcSicGetPackedIpeLumaModesINTEL,
    Op::kSubgroupAvcSicGetIpeChromaModeINTEL,
    Op::kSubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL,
    Op::kSubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL,
    Op::kSubgroupAvcSicGetInterRawSadsINTEL};
constexpr Op kWithSingleStreamout[] = {
    Op::kSubgroupAvcImeGetSingleReferenceStreaminINTEL,
    Op::kSubgroupAvcImeStripSingleReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL};
constexpr Op kWithDualStreamout[] = {
    Op::kSubgroupAvcImeGetDualReferenceStreaminINTEL,
    Op::kSubgroupAvcImeStripDualReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL};
constexpr Op kWithSingleStreamin[] = {
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL};
constexpr Op kWithDualStreamin[] = {
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL};
constexpr Op kIntraShapes[] = {
    Op::kSubgroupAvcSicSetIntraLumaShapePenaltyINTEL};

// The text gives these 8 bits, but their values need more, and producers pass
// the types of the OpenCL C functions.
constexpr TypePattern kUint = Unsigned(kIntScalar);

constexpr OperandRule kOperandRules[] = {
    Named("Slice Type", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Cost Precision", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Source Field Polarity", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Reference Field Polarity", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Forward Reference Field Polarity", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Backward Reference Field Polarity", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Partition Mask", avc::kUint8, R("avc.operand-type.uint8")),
    Named("SAD Adjustment", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Search Window Config", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Max Motion Vector Count", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Threshold", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Major Shape", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Direction", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Image Select", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Major Shapes", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Minor Shapes", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Pixel Resolution", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Sad Adjustment", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Bidirectional Weight", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Packed Reference Field Polarities", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Luma Intra Partition Mask", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Intra Neighbour Availabilty", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Left Edge Luma Pixels", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Upper Left Corner Luma Pixel", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Upper Edge Luma Pixels", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Upper Right Edge Luma Pixels", avc::kUint8,
          R("avc.operand-type.uint8")),
    Named("Block Based Skip Type", avc::kUint8, R("avc.operand-type.uint8")),
    Named("Qp", avc::kInt8, R("avc.operand-type.int8")),
    Named("Reference Base Penalty", avc::kInt8, R("avc.operand-type.int8")),
    Named("Direction Cost", avc::kInt8, R("avc.operand-type.int8")),
    Named("Dual Ref", avc::kInt8, R("avc.operand-type.int8")),
    Named("Packed Reference Ids", avc::kUint32, R("avc.operand-type.uint32")),
    Named("Packed Reference Parameter Field Polarities", avc::kUint32,
          R("avc.operand-type.uint32")),
    Named("Packed Sad Weights", avc::kUint32, R("avc.operand-type.uint32")),
    Named("Skip Motion Vector Mask", avc::kUint32,
          R("avc.operand-type.uint32")),
    Named("Packed Cost Center Delta", avc::kUint64,
          R("avc.operand-type.uint64")),
    Named("Motion Vectors", avc::kUint64, R("avc.operand-type.uint64")),
    Named("Packed Sad Coefficients", avc::kUint64,
          R("avc.operand-type.uint64")),
    Named("Src Coord", avc::kUint16Pair, R("avc.operand-type.v2uint16")),
    Named("Ref Window Size", avc::kUint16Pair, R("avc.operand-type.v2uint16")),
    Named("Image Size", avc::kUint16Pair, R("avc.operand-type.v2uint16")),
    Named("Ref Offset", avc::kInt16Pair, R("avc.operand-type.v2int16")),
    Named("Fwd Ref Offset", avc::kInt16Pair, R("avc.operand-type.v2int16")),
    Named("Bwd Ref Offset", avc::kInt16Pair, R("avc.operand-type.v2int16")),
    Named("Packed Cost Table", avc::kUint32Pair,
          R("avc.operand-type.v2uint32")),
    Named("Src Image", avc::kVmeImage, R("avc.operand-type.vme-image")),
    Named("Ref Image", avc::kVmeImage, R("avc.operand-type.vme-image")),
    Named("Fwd Ref Image", avc::kVmeImage, R("avc.operand-type.vme-image")),
    Named("Bwd Ref Image", avc::kVmeImage, R("avc.operand-type.vme-image")),
    {kWithMcePayload, "Payload", avc::kMcePayload,
     &R("avc.operand-type.mcepayload")},
    {kWithImePayload, "Payload", avc::kImePayload,
     &R("avc.operand-type.imepayload")},
    {kWithRefPayload, "Payload", avc::kRefPayload,
     &R("avc.operand-type.refpayload")},
    {kWithSicPayload, "Payload", avc::kSicPayload,
     &R("avc.operand-type.sicpayload")},
    {kWithMceResult, "Payload", avc::kMceResult,
     &R("avc.operand-type.mceresult")},
    {kWithAnyResult, "Payload", DeclaredBy(kAnyResultTypes),
     &R("avc.operand-type.imeresult")},
    {kWithImeResult, "Payload", avc::kImeResult,
     &R("avc.operand-type.imeresult")},
    {Op::kSubgroupAvcRefConvertToMceResultINTEL, "Payload", avc::kRefResult,
     &R("avc.operand-type.refresult")},
    {kWithSicResult, "Payload", avc::kSicResult,
     &R("avc.operand-type.sicresult")},
    {kWithSingleStreamout, "Payload", avc::kSingleStreamout,
     &R("avc.operand-type.imeresultsinglereferencestreamout")},
    {kWithDualStreamout, "Payload", avc::kDualStreamout,
     &R("avc.operand-type.imeresultdualreferencestreamout")},
    {kWithSingleStreamin, "Streamin Components", avc::kSingleStreamin,
     &R("avc.operand-type.imesinglereferencestreamin")},
    {kWithDualStreamin, "Streamin Components", avc::kDualStreamin,
     &R("avc.operand-type.imedualreferencestreamin")},
    {Op::kSubgroupAvcMceSetInterShapePenaltyINTEL, "Packed Shape Penalty",
     avc::kInt64, &R("avc.operand-type.int64")},
    {kIntraShapes, "Packed Shape Penalty", avc::kInt32,
     &R("avc.operand-type.int32")},
    {Op::kSubgroupAvcSicGetMotionVectorMaskINTEL, "Skip Block Partition Type",
     avc::kUint32, &R("avc.operand-type.uint32")},
    {Op::kSubgroupAvcSicConfigureSkcINTEL, "Skip Block Partition Type", kUint,
     &R("avc.operand-type.uint8")},
    {Op::kSubgroupAvcSicConfigureIpeLumaChromaINTEL, "Left Edge Chroma Pixels",
     kUint, &R("avc.operand-type.uint8")},
    {Op::kSubgroupAvcSicConfigureIpeLumaChromaINTEL,
     "Upper Left Corner Chroma Pixel", kUint, &R("avc.operand-type.uint8")},
    {Op::kSubgroupAvcSicConfigureIpeLumaChromaINTEL, "Upper Edge Chroma Pixels",
     kUint, &R("avc.operand-type.uint8")},
};

}  // namespace

extern constinit const Family kMotionEstimationOperands(R, kOperandRules);

}  // namespace plumb

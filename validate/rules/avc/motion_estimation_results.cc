// Results of motion estimation instructions
// (SPV_INTEL_device_side_avc_motion_estimation).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/avc/motion_estimation_types.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"avc.result-type.uint8", avc::kSection,
     "the result type must be an unsigned 8-bit integer scalar, not {0}"},
    {"avc.result-type.uint16", avc::kSection,
     "the result type must be an unsigned 16-bit integer scalar, not {0}"},
    {"avc.result-type.uint32", avc::kSection,
     "the result type must be an unsigned 32-bit integer scalar, not {0}"},
    {"avc.result-type.uint64", avc::kSection,
     "the result type must be an unsigned 64-bit integer scalar, not {0}"},
    {"avc.result-type.v2uint16", avc::kSection,
     "the result type must be a vector of two unsigned 16-bit integers, not "
     "{0}"},
    {"avc.result-type.v2uint32", avc::kSection,
     "the result type must be a vector of two unsigned 32-bit integers, not "
     "{0}"},
    {"avc.result-type.v2int16", avc::kSection,
     "the result type must be a vector of two 16-bit integers, not {0}"},
    {"avc.result-type.mcepayload", avc::kSection,
     "the result type must be declared by OpTypeAvcMcePayloadINTEL, not {0}"},
    {"avc.result-type.imepayload", avc::kSection,
     "the result type must be declared by OpTypeAvcImePayloadINTEL, not {0}"},
    {"avc.result-type.refpayload", avc::kSection,
     "the result type must be declared by OpTypeAvcRefPayloadINTEL, not {0}"},
    {"avc.result-type.sicpayload", avc::kSection,
     "the result type must be declared by OpTypeAvcSicPayloadINTEL, not {0}"},
    {"avc.result-type.mceresult", avc::kSection,
     "the result type must be declared by OpTypeAvcMceResultINTEL, not {0}"},
    {"avc.result-type.imeresult", avc::kSection,
     "the result type must be declared by OpTypeAvcImeResultINTEL, not {0}"},
    {"avc.result-type.refresult", avc::kSection,
     "the result type must be declared by OpTypeAvcRefResultINTEL, not {0}"},
    {"avc.result-type.sicresult", avc::kSection,
     "the result type must be declared by OpTypeAvcSicResultINTEL, not {0}"},
    {"avc.result-type.imeresultsinglereferencestreamout", avc::kSection,
     "the result type must be declared by "
     "OpTypeAvcImeResultSingleReferenceStreamoutINTEL, not {0}"},
    {"avc.result-type.imeresultdualreferencestreamout", avc::kSection,
     "the result type must be declared by "
     "OpTypeAvcImeResultDualReferenceStreamoutINTEL, not {0}"},
    {"avc.result-type.imesinglereferencestreamin", avc::kSection,
     "the result type must be declared by "
     "OpTypeAvcImeSingleReferenceStreaminINTEL, not {0}"},
    {"avc.result-type.imedualreferencestreamin", avc::kSection,
     "the result type must be declared by "
     "OpTypeAvcImeDualReferenceStreaminINTEL, not {0}"},
    {"avc.result-type.imepayload-weightedsad", avc::kSection,
     "the result type must be declared by OpTypeAvcImePayloadINTEL, not {0}"},
});

constexpr Op kUint8Ops[] = {
    Op::kSubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL,
    Op::kSubgroupAvcMceGetDefaultInterDirectionPenaltyINTEL,
    Op::kSubgroupAvcMceGetDefaultIntraLumaModePenaltyINTEL,
    Op::kSubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL,
    Op::kSubgroupAvcMceGetInterMajorShapeINTEL,
    Op::kSubgroupAvcMceGetInterMinorShapeINTEL,
    Op::kSubgroupAvcMceGetInterDirectionsINTEL,
    Op::kSubgroupAvcMceGetInterMotionVectorCountINTEL,
    Op::kSubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL,
    Op::kSubgroupAvcImeGetBorderReachedINTEL,
    Op::kSubgroupAvcImeGetTruncatedSearchIndicationINTEL,
    Op::kSubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL,
    Op::kSubgroupAvcSicGetIpeLumaShapeINTEL,
    Op::kSubgroupAvcSicGetIpeChromaModeINTEL};
constexpr Op kUint16Ops[] = {
    Op::kSubgroupAvcMceGetInterDistortionsINTEL,
    Op::kSubgroupAvcMceGetBestInterDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL,
    Op::kSubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL,
    Op::kSubgroupAvcSicGetBestIpeLumaDistortionINTEL,
    Op::kSubgroupAvcSicGetBestIpeChromaDistortionINTEL,
    Op::kSubgroupAvcSicGetInterRawSadsINTEL};
constexpr Op kUint32Ops[] = {
    Op::kSubgroupAvcMceGetDefaultIntraLumaShapePenaltyINTEL,
    Op::kSubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL,
    Op::kSubgroupAvcMceGetInterReferenceIdsINTEL,
    Op::kSubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL,
    Op::kSubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL,
    Op::kSubgroupAvcSicGetMotionVectorMaskINTEL,
    Op::kSubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL};
constexpr Op kUint64Ops[] = {
    Op::kSubgroupAvcMceGetDefaultInterShapePenaltyINTEL,
    Op::kSubgroupAvcMceGetMotionVectorsINTEL,
    Op::kSubgroupAvcSicGetPackedIpeLumaModesINTEL,
    Op::kSubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL};
constexpr Op kUint32PairOps[] = {
    Op::kSubgroupAvcMceGetDefaultInterMotionVectorCostTableINTEL,
    Op::kSubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL,
    Op::kSubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL,
    Op::kSubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL};
constexpr Op kMcePayloadOps[] = {
    Op::kSubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL,
    Op::kSubgroupAvcMceSetInterShapePenaltyINTEL,
    Op::kSubgroupAvcMceSetInterDirectionPenaltyINTEL,
    Op::kSubgroupAvcMceSetMotionVectorCostFunctionINTEL,
    Op::kSubgroupAvcMceSetAcOnlyHaarINTEL,
    Op::kSubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL,
    Op::kSubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL,
    Op::kSubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL,
    Op::kSubgroupAvcImeConvertToMcePayloadINTEL,
    Op::kSubgroupAvcRefConvertToMcePayloadINTEL,
    Op::kSubgroupAvcSicConvertToMcePayloadINTEL};
constexpr Op kImePayloadOps[] = {
    Op::kSubgroupAvcImeInitializeINTEL,
    Op::kSubgroupAvcImeSetSingleReferenceINTEL,
    Op::kSubgroupAvcImeSetDualReferenceINTEL,
    Op::kSubgroupAvcMceConvertToImePayloadINTEL,
    Op::kSubgroupAvcImeSetMaxMotionVectorCountINTEL,
    Op::kSubgroupAvcImeSetUnidirectionalMixDisableINTEL};
constexpr Op kRefPayloadOps[] = {
    Op::kSubgroupAvcFmeInitializeINTEL, Op::kSubgroupAvcBmeInitializeINTEL,
    Op::kSubgroupAvcMceConvertToRefPayloadINTEL,
    Op::kSubgroupAvcRefSetBidirectionalMixDisableINTEL,
    Op::kSubgroupAvcRefSetBilinearFilterEnableINTEL};
constexpr Op kSicPayloadOps[] = {
    Op::kSubgroupAvcSicInitializeINTEL,
    Op::kSubgroupAvcSicConfigureSkcINTEL,
    Op::kSubgroupAvcSicConfigureIpeLumaINTEL,
    Op::kSubgroupAvcSicConfigureIpeLumaChromaINTEL,
    Op::kSubgroupAvcMceConvertToSicPayloadINTEL,
    Op::kSubgroupAvcSicSetIntraLumaShapePenaltyINTEL,
    Op::kSubgroupAvcSicSetIntraLumaModeCostFunctionINTEL,
    Op::kSubgroupAvcSicSetIntraChromaModeCostFunctionINTEL,
    Op::kSubgroupAvcSicSetBilinearFilterEnableINTEL,
    Op::kSubgroupAvcSicSetSkcForwardTransformEnableINTEL,
    Op::kSubgroupAvcSicSetBlockBasedRawSkipSadINTEL};
constexpr Op kMceResultOps[] = {Op::kSubgroupAvcImeConvertToMceResultINTEL,
                                Op::kSubgroupAvcRefConvertToMceResultINTEL,
                                Op::kSubgroupAvcSicConvertToMceResultINTEL};
constexpr Op kImeResultOps[] = {
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL,
    Op::kSubgroupAvcMceConvertToImeResultINTEL,
    Op::kSubgroupAvcImeStripSingleReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeStripDualReferenceStreamoutINTEL};
constexpr Op kRefResultOps[] = {
    Op::kSubgroupAvcRefEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithMultiReferenceINTEL,
    Op::kSubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL,
    Op::kSubgroupAvcMceConvertToRefResultINTEL};
constexpr Op kSicResultOps[] = {
    Op::kSubgroupAvcSicEvaluateIpeINTEL,
    Op::kSubgroupAvcSicEvaluateWithSingleReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithDualReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithMultiReferenceINTEL,
    Op::kSubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL,
    Op::kSubgroupAvcMceConvertToSicResultINTEL};
constexpr Op kSingleStreamoutOps[] = {
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL};
constexpr Op kDualStreamoutOps[] = {
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL,
    Op::kSubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL};
constexpr Op kSingleStreaminOps[] = {
    Op::kSubgroupAvcImeGetSingleReferenceStreaminINTEL};
constexpr Op kDualStreaminOps[] = {
    Op::kSubgroupAvcImeGetDualReferenceStreaminINTEL};
// The text gives it a number as its result; similar instructions and producers
// use a payload.
constexpr Op kThreshold[] = {
    Op::kSubgroupAvcImeSetEarlySearchTerminationThresholdINTEL};

constexpr Signature kSignatures[] = {
    {.ops = kUint8Ops,
     .result = avc::kUint8,
     .result_rule = &R("avc.result-type.uint8")},
    {.ops = kUint16Ops,
     .result = avc::kUint16,
     .result_rule = &R("avc.result-type.uint16")},
    {.ops = kUint32Ops,
     .result = avc::kUint32,
     .result_rule = &R("avc.result-type.uint32")},
    {.ops = kUint64Ops,
     .result = avc::kUint64,
     .result_rule = &R("avc.result-type.uint64")},
    {.ops = Op::kSubgroupAvcImeRefWindowSizeINTEL,
     .result = avc::kUint16Pair,
     .result_rule = &R("avc.result-type.v2uint16")},
    {.ops = kUint32PairOps,
     .result = avc::kUint32Pair,
     .result_rule = &R("avc.result-type.v2uint32")},
    {.ops = Op::kSubgroupAvcImeAdjustRefOffsetINTEL,
     .result = avc::kInt16Pair,
     .result_rule = &R("avc.result-type.v2int16")},
    {.ops = kMcePayloadOps,
     .result = avc::kMcePayload,
     .result_rule = &R("avc.result-type.mcepayload")},
    {.ops = kImePayloadOps,
     .result = avc::kImePayload,
     .result_rule = &R("avc.result-type.imepayload")},
    {.ops = kRefPayloadOps,
     .result = avc::kRefPayload,
     .result_rule = &R("avc.result-type.refpayload")},
    {.ops = kSicPayloadOps,
     .result = avc::kSicPayload,
     .result_rule = &R("avc.result-type.sicpayload")},
    {.ops = kMceResultOps,
     .result = avc::kMceResult,
     .result_rule = &R("avc.result-type.mceresult")},
    {.ops = kImeResultOps,
     .result = avc::kImeResult,
     .result_rule = &R("avc.result-type.imeresult")},
    {.ops = kRefResultOps,
     .result = avc::kRefResult,
     .result_rule = &R("avc.result-type.refresult")},
    {.ops = kSicResultOps,
     .result = avc::kSicResult,
     .result_rule = &R("avc.result-type.sicresult")},
    {.ops = kSingleStreamoutOps,
     .result = avc::kSingleStreamout,
     .result_rule = &R("avc.result-type.imeresultsinglereferencestreamout")},
    {.ops = kDualStreamoutOps,
     .result = avc::kDualStreamout,
     .result_rule = &R("avc.result-type.imeresultdualreferencestreamout")},
    {.ops = kSingleStreaminOps,
     .result = avc::kSingleStreamin,
     .result_rule = &R("avc.result-type.imesinglereferencestreamin")},
    {.ops = kDualStreaminOps,
     .result = avc::kDualStreamin,
     .result_rule = &R("avc.result-type.imedualreferencestreamin")},
    {.ops = Op::kSubgroupAvcImeSetWeightedSadINTEL,
     .result = avc::kImePayload,
     .result_rule = &R("avc.result-type.imepayload-weightedsad")},
};

void CheckThreshold(const CheckContext& c) {
  const Id result = c.inst().result_type();
  if (Fits(c.context(), avc::kUint8, result) ||
      Fits(c.context(), avc::kImePayload, result)) {
    return;
  }
  ReportType(c, R("avc.result-type.uint8"),
             operand::SubgroupAvcImeSetEarlySearchTerminationThresholdINTEL::
                 kResultType,
             result);
  c.PoisonResult();
}

constexpr Check kChecks[] = {{kThreshold, CheckThreshold}};

}  // namespace

extern constinit const Family kMotionEstimationResults(R, kChecks, kSignatures);

}  // namespace plumb

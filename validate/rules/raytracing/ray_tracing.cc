// Instructions of ray tracing shaders (SPV_KHR_ray_tracing, SPV_NV_ray_tracing,
// SPV_NV_ray_tracing_motion_blur).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/single_variables.h"
#include "validate/facts/written_pointers.h"

namespace plumb {
namespace {

namespace trace = grammar::operand::TraceRayKHR;  // for all, up to Ray Tmax
namespace motion = grammar::operand::TraceRayMotionNV;
namespace report = grammar::operand::ReportIntersectionKHR;
namespace callable = grammar::operand::ExecuteCallableKHR;

constexpr char kSection[] = "SPV_KHR_ray_tracing";
constexpr char kOneOnly[] =
    "an entry point must have at most one variable in {1}, but {0} is another "
    "one";

constexpr RuleTable R({
    Also("raytracing.tracenv.accel",
         {"raytracing.trace.accel", kSection,
          "operand Accel must be an acceleration structure, not {0}"}),
    Also("raytracing.tracenv.int",
         {"raytracing.trace.int", kSection,
          "flags, masks, offsets, strides and indices must be 32-bit integer "
          "scalars, not {0}"}),
    Also("raytracing.tracenv.vector",
         {"raytracing.trace.vector", kSection,
          "operands Ray Origin and Ray Direction must be vectors of three "
          "32-bit floats, not {0}"}),
    Also("raytracing.tracenv.float", {"raytracing.trace.float", kSection,
                                      "operands Ray TMin, Ray TMax and Time "
                                      "must be 32-bit float scalars, not {0}"}),
    {"raytracing.trace.payload", kSection,
     "operand Payload, {0}, must be a variable in RayPayloadKHR or "
     "IncomingRayPayloadKHR"},
    Also("raytracing.tracenv.model",
         {"raytracing.trace.model", kSection,
          "rays can be traced only in ray generation, closest hit and miss "
          "shaders, not in execution model {0}"}),
    {"raytracing.report.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"raytracing.report.hit", kSection,
     "operand Hit must be a 32-bit float scalar, not {0}"},
    {"raytracing.report.hit-kind", kSection,
     "operand HitKind must be an unsigned 32-bit integer scalar, not {0}"},
    {"raytracing.report.model", kSection,
     "intersections can be reported only in intersection shaders, not in "
     "execution model {0}"},
    {"raytracing.callable.index", kSection,
     "operand SBT Index must be an unsigned 32-bit integer scalar, not {0}"},
    {"raytracing.callable.data", kSection,
     "operand Callable Data, {0}, must be a variable in CallableDataKHR or "
     "IncomingCallableDataKHR"},
    Also("raytracing.callablenv.model",
         {"raytracing.callable.model", kSection,
          "callables can be executed only in ray generation, closest hit, miss "
          "and callable shaders, not in execution model {0}"}),
    Also("raytracing.anyhitnv.model",
         {"raytracing.anyhit.model", kSection,
          "the instruction is allowed only in any-hit shaders, not in "
          "execution model {0}"}),
    {"raytracing.hitattribute.write-model", kSection,
     "hit attributes can be written only in intersection shaders, not in "
     "execution model {0}",
     "VUID-StandaloneSpirv-HitAttributeKHR-04703"},
    // Intersection shaders read back what they wrote.
    {"raytracing.hitattribute.read-model", kSection,
     "hit attributes can be read only in any-hit and closest hit shaders, not "
     "in execution model {0}",
     "", Severity::kWarning},
    {"raytracing.interface.one-payload", kSection, kOneOnly,
     "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04700", Severity::kError,
     kInVulkan},
    {"raytracing.interface.one-hit-attribute", kSection, kOneOnly,
     "VUID-StandaloneSpirv-HitAttributeKHR-04702", Severity::kError, kInVulkan},
    {"raytracing.interface.one-callable-data", kSection, kOneOnly,
     "VUID-StandaloneSpirv-IncomingCallableDataKHR-04706", Severity::kError,
     kInVulkan},
});

constexpr Op kTraces[] = {Op::kTraceRayKHR, Op::kTraceRayMotionNV, Op::kTraceNV,
                          Op::kTraceMotionNV};
// In the others the payload is a number (payload_numbers.cc).
constexpr Op kPointerTraces[] = {Op::kTraceRayKHR, Op::kTraceRayMotionNV};
constexpr Op kMotionTraces[] = {Op::kTraceRayMotionNV, Op::kTraceMotionNV};
constexpr Op kAllCallables[] = {Op::kExecuteCallableKHR,
                                Op::kExecuteCallableNV};
constexpr Op kAnyHits[] = {Op::kIgnoreIntersectionKHR, Op::kTerminateRayKHR,
                           Op::kIgnoreIntersectionNV, Op::kTerminateRayNV};

constexpr TypePattern kAccel = kDeclaredBy<Op::kTypeAccelerationStructureKHR>;
constexpr TypePattern kUint32 = {.shape = tt::kScalar,
                                 .component = tt::kInt,
                                 .never = tt::kSigned,
                                 .width = 32};

constexpr StorageClass kPayloads[] = {StorageClass::kRayPayloadKHR,
                                      StorageClass::kIncomingRayPayloadKHR};
constexpr StorageClass kCallableData[] = {
    StorageClass::kCallableDataKHR, StorageClass::kIncomingCallableDataKHR};

constexpr Signature kSignatures[] = {
    {.ops = Op::kReportIntersectionKHR,
     .result = kBoolScalar,
     .result_rule = &R("raytracing.report.result-type")},
};

constexpr OperandRule Int(grammar::OperandIndex operand) {
  return {kTraces, operand, kInt32, &R("raytracing.trace.int")};
}
constexpr OperandRule kOperandRules[] = {
    {kTraces, trace::kAccel, kAccel, &R("raytracing.trace.accel")},
    Int(trace::kRayFlags),
    Int(trace::kCullMask),
    Int(trace::kSBTOffset),
    Int(trace::kSBTStride),
    Int(trace::kMissIndex),
    {kTraces, trace::kRayOrigin, kFloat32Vector3,
     &R("raytracing.trace.vector")},
    {kTraces, trace::kRayTmin, kFloat32, &R("raytracing.trace.float")},
    {kTraces, trace::kRayDirection, kFloat32Vector3,
     &R("raytracing.trace.vector")},
    {kTraces, trace::kRayTmax, kFloat32, &R("raytracing.trace.float")},
    {kMotionTraces, motion::kTime, kFloat32, &R("raytracing.trace.float")},
    {kPointerTraces, "Payload", kAnyPointer.InStorageClass(kPayloads),
     &R("raytracing.trace.payload"), DefinedBy::kVariable},
    {Op::kReportIntersectionKHR, report::kHit, kFloat32,
     &R("raytracing.report.hit")},
    {Op::kReportIntersectionKHR, report::kHitKind, kUint32,
     &R("raytracing.report.hit-kind")},
    {Op::kExecuteCallableKHR, callable::kSBTIndex, kUint32,
     &R("raytracing.callable.index")},
    {Op::kExecuteCallableKHR, callable::kCallableData,
     kAnyPointer.InStorageClass(kCallableData), &R("raytracing.callable.data"),
     DefinedBy::kVariable},
};

// --- Execution models ---

void CheckTrace(const CheckContext& c) {
  c.ReportIfReached(
      R("raytracing.trace.model"),
      ~ModelSet{ExecutionModel::kRayGenerationKHR,
                ExecutionModel::kClosestHitKHR, ExecutionModel::kMissKHR});
}

void CheckReport(const CheckContext& c) {
  c.ReportIfReached(R("raytracing.report.model"),
                    ~ModelSet(ExecutionModel::kIntersectionKHR));
}

void CheckCallable(const CheckContext& c) {
  c.ReportIfReached(
      R("raytracing.callable.model"),
      ~ModelSet{ExecutionModel::kRayGenerationKHR,
                ExecutionModel::kClosestHitKHR, ExecutionModel::kMissKHR,
                ExecutionModel::kCallableKHR});
}

void CheckAnyHit(const CheckContext& c) {
  c.ReportIfReached(R("raytracing.anyhit.model"),
                    ~ModelSet(ExecutionModel::kAnyHitKHR));
}

// --- Hit attributes ---

// entry/storage_models.cc checks which shaders may use the storage class at
// all.
constexpr ModelSet kHits = {ExecutionModel::kAnyHitKHR,
                            ExecutionModel::kClosestHitKHR};

void CheckAttributeWrite(const CheckContext& c) {
  if (!WritesInto(c, StorageClass::kHitAttributeKHR)) return;
  c.ReportIfReached(R("raytracing.hitattribute.write-model"), kHits);
}

void CheckAttributeRead(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(operand::Load::kPointer);
  if (pointer.unknown() ||
      pointer.storage_class != StorageClass::kHitAttributeKHR) {
    return;
  }
  c.ReportIfReached(R("raytracing.hitattribute.read-model"),
                    ExecutionModel::kIntersectionKHR);
}

// --- Interfaces ---

constexpr SingleStorage kSingles[] = {
    {StorageClass::kIncomingRayPayloadKHR,
     R("raytracing.interface.one-payload")},
    {StorageClass::kHitAttributeKHR,
     R("raytracing.interface.one-hit-attribute")},
    {StorageClass::kIncomingCallableDataKHR,
     R("raytracing.interface.one-callable-data")},
};

void CheckInterfaces(ModuleContext& context) {
  CheckSingleStorages(context, kSingles);
}

void CheckInterfacesNv(ModuleContext& context) {
  if (!context.Has(Capability::kRayTracingKHR)) CheckInterfaces(context);
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckInterfaces, Requires(Capability::kRayTracingKHR)},
    {Phase::kSummaries, CheckInterfacesNv,
     Requires(Capability::kRayTracingNV)}};
constexpr Check kChecks[] = {
    {kTraces, CheckTrace},
    {Op::kReportIntersectionKHR, CheckReport},
    {kAllCallables, CheckCallable},
    {kAnyHits, CheckAnyHit},
    {kStoringOps, CheckAttributeWrite,
     Requires(StorageClass::kHitAttributeKHR)},
    {kAtomicOps, CheckAttributeWrite, Requires(StorageClass::kHitAttributeKHR)},
    {Op::kLoad, CheckAttributeRead, Requires(StorageClass::kHitAttributeKHR)}};

}  // namespace

extern constinit const Family kRayTracing(R, kModuleChecks, kChecks,
                                          kSignatures, kOperandRules);

}  // namespace plumb

// Instructions of ray tracing shaders (SPV_KHR_ray_tracing).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_point.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::ExecutionModel;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_ray_tracing";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};
constexpr char kOneOnly[] =
    "an entry point has at most one variable in {1}, so not {0}";

constexpr RuleTable R({
    {"raytracing.trace.accel", kSection,
     "operand Accel must be an acceleration structure, not {0}"},
    {"raytracing.trace.int", kSection,
     "flags, masks, offsets, strides and indices must be 32-bit integer "
     "scalars, not {0}"},
    {"raytracing.trace.vector", kSection,
     "operands Ray Origin and Ray Direction must be vectors of three 32-bit "
     "floats, not "
     "{0}"},
    {"raytracing.trace.float", kSection,
     "operands Ray TMin, Ray TMax and Time must be 32-bit float scalars, not "
     "{0}"},
    {"raytracing.trace.payload", kSection,
     "operand Payload, {0}, must be a variable in RayPayloadKHR or "
     "IncomingRayPayloadKHR"},
    {"raytracing.trace.model", kSection,
     "rays are traced in ray generation, closest hit and miss shaders, not in "
     "execution model {0}"},
    {"raytracing.report.result-type", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"raytracing.report.hit", kSection,
     "operand Hit must be a 32-bit float scalar, not {0}"},
    {"raytracing.report.hit-kind", kSection,
     "operand HitKind must be an unsigned 32-bit integer scalar, not {0}"},
    {"raytracing.report.model", kSection,
     "intersections are reported in intersection shaders, not in execution "
     "model {0}"},
    {"raytracing.callable.index", kSection,
     "operand SBT Index must be an unsigned 32-bit integer scalar, not {0}"},
    {"raytracing.callable.data", kSection,
     "operand Callable Data, {0}, must be a variable in CallableDataKHR or "
     "IncomingCallableDataKHR"},
    {"raytracing.callable.model", kSection,
     "callables are executed in ray generation, closest hit, miss and callable "
     "shaders, not in execution model {0}"},
    {"raytracing.anyhit.model", kSection,
     "the instruction is for any-hit shaders, not for execution model {0}"},
    {"raytracing.interface.one-payload", kSection, kOneOnly,
     "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04700", Severity::kError,
     kVulkan},
    {"raytracing.interface.one-hit-attribute", kSection, kOneOnly,
     "VUID-StandaloneSpirv-HitAttributeKHR-04702", Severity::kError, kVulkan},
    {"raytracing.interface.one-callable-data", kSection, kOneOnly,
     "VUID-StandaloneSpirv-IncomingCallableDataKHR-04706", Severity::kError,
     kVulkan},
});

constexpr Op kTraces[] = {Op::kTraceRayKHR, Op::kTraceRayMotionNV};
constexpr Op kMotionTraces[] = {Op::kTraceRayMotionNV};
constexpr Op kReports[] = {Op::kReportIntersectionKHR};
constexpr Op kCallables[] = {Op::kExecuteCallableKHR};
constexpr Op kAnyHits[] = {Op::kIgnoreIntersectionKHR, Op::kTerminateRayKHR};

constexpr TypePattern kInt32 = {
    .shape = tt::kScalar, .component = tt::kInt, .width = 32};
constexpr TypePattern kUint32 = {.shape = tt::kScalar,
                                 .component = tt::kInt,
                                 .never = tt::kSigned,
                                 .width = 32};
constexpr TypePattern kFloat32 = {
    .shape = tt::kScalar, .component = tt::kFloat, .width = 32};
constexpr TypePattern kFloatVector = {
    .shape = tt::kVector, .component = tt::kFloat, .width = 32};

constexpr Signature At(absl::Span<const Op> ops, uint8_t operand, uint8_t count,
                       TypePattern pattern, const Rule* rule) {
  return {.ops = ops,
          .operands = pattern,
          .operand_rule = rule,
          .first_operand = operand,
          .operand_count = count};
}

// Operands of OpTraceRayKHR; OpTraceRayMotionNV has Time before the payload.
constexpr uint32_t kAccel = 0, kFlags = 1, kOrigin = 6, kTMin = 7,
                   kDirection = 8, kTMax = 9, kPayload = 10;

constexpr Signature kSignatures[] = {
    At(kTraces, kFlags, 5, kInt32, &R("raytracing.trace.int")),
    At(kTraces, kOrigin, 1, kFloatVector, &R("raytracing.trace.vector")),
    At(kTraces, kTMin, 1, kFloat32, &R("raytracing.trace.float")),
    At(kTraces, kDirection, 1, kFloatVector, &R("raytracing.trace.vector")),
    At(kTraces, kTMax, 1, kFloat32, &R("raytracing.trace.float")),
    At(kMotionTraces, kPayload, 1, kFloat32, &R("raytracing.trace.float")),
    {.ops = kReports,
     .result = {.shape = tt::kScalar, .component = tt::kBool},
     .result_rule = &R("raytracing.report.result-type")},
    At(kReports, 2, 1, kFloat32, &R("raytracing.report.hit")),
    At(kReports, 3, 1, kUint32, &R("raytracing.report.hit-kind")),
    At(kCallables, 0, 1, kUint32, &R("raytracing.callable.index")),
};

bool IsMadeBy(const CheckContext& c, Id type, Op op) {
  const InstIndex def = c.module().def(type);
  return def != kNoInst && c.module().record(def).op == op;
}

// Whether an operand is a variable in one of two storage classes.
bool IsVariableIn(const CheckContext& c, OperandIndex operand, StorageClass a,
                  StorageClass b) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return true;
  const Inst variable = c.module().inst(def);
  constexpr uint32_t kStorage = 2;
  if (variable.op() != Op::kVariable &&
      variable.op() != Op::kUntypedVariableKHR) {
    return false;
  }
  const auto storage = StorageClass{variable.operand_word(kStorage)};
  return storage == a || storage == b;
}

// The models an instruction is for; all others must not reach it.
template <typename... Models>
consteval ModelSet AllBut(Models... models) {
  return ~ModelSet{models...};
}

void CheckTrace(const CheckContext& c) {
  if (!IsUnknown(c.operand_type(kAccel)) &&
      !IsMadeBy(c, c.type_of(kAccel), Op::kTypeAccelerationStructureKHR)) {
    ReportType(c, R("raytracing.trace.accel"), kAccel, c.type_of(kAccel));
  }
  for (uint32_t o : {kOrigin, kDirection}) {
    const TypeInfo& type = c.operand_type(o);
    if (IsUnknown(type) || !type.Is(tt::kVector) ||
        type.Is(tt::kCountUnknown) || type.count == 3) {
      continue;
    }
    ReportType(c, R("raytracing.trace.vector"), o, c.type_of(o));
  }
  const uint32_t payload =
      c.inst().op() == Op::kTraceRayKHR ? kPayload : kPayload + 1;
  if (!IsVariableIn(c, payload, StorageClass::kRayPayloadKHR,
                    StorageClass::kIncomingRayPayloadKHR)) {
    c.Report(R("raytracing.trace.payload"), payload, {c.inst().id(payload)});
  }
  c.ReportIfReached(
      R("raytracing.trace.model"),
      AllBut(ExecutionModel::kRayGenerationKHR, ExecutionModel::kClosestHitKHR,
             ExecutionModel::kMissKHR));
}

void CheckReport(const CheckContext& c) {
  c.ReportIfReached(R("raytracing.report.model"),
                    AllBut(ExecutionModel::kIntersectionKHR));
}

void CheckCallable(const CheckContext& c) {
  if (!IsVariableIn(c, 1, StorageClass::kCallableDataKHR,
                    StorageClass::kIncomingCallableDataKHR)) {
    c.Report(R("raytracing.callable.data"), 1, {c.inst().id(1)});
  }
  c.ReportIfReached(
      R("raytracing.callable.model"),
      AllBut(ExecutionModel::kRayGenerationKHR, ExecutionModel::kClosestHitKHR,
             ExecutionModel::kMissKHR, ExecutionModel::kCallableKHR));
}

void CheckAnyHit(const CheckContext& c) {
  c.ReportIfReached(R("raytracing.anyhit.model"),
                    AllBut(ExecutionModel::kAnyHitKHR));
}

// --- Interfaces
// --------------------------------------------------------------------

struct SingleStorage {
  StorageClass storage;
  const Rule& rule;
};
constexpr SingleStorage kSingles[] = {
    {StorageClass::kIncomingRayPayloadKHR,
     R("raytracing.interface.one-payload")},
    {StorageClass::kHitAttributeKHR,
     R("raytracing.interface.one-hit-attribute")},
    {StorageClass::kIncomingCallableDataKHR,
     R("raytracing.interface.one-callable-data")},
};

void CheckInterfaces(ModuleContext& context) {
  if (!context.Has(Capability::kRayTracingKHR)) return;
  const Module& module = context.module();
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry(module, i);
    for (const SingleStorage& single : kSingles) {
      Id first;
      for (uint32_t n = 0; n < entry.interface_size(); ++n) {
        const Id variable = entry.interface(n);
        const TypeInfo& pointer = context.types().Of(module, variable);
        if (!pointer.Is(tt::kAnyPointer) ||
            pointer.storage_class != single.storage) {
          continue;
        }
        if (first == kNoId || first == variable) {
          first = variable;
          continue;
        }
        context
            .Report(single.rule, Place::At(i, entry.interface_operand(n)),
                    {variable, Arg::Enumerant(grammar::Kind::kStorageClass,
                                              pointer.storage_class)})
            .Note("the first one is defined here",
                  Place::At(module.def(first)));
      }
    }
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckInterfaces}};
constexpr Check kChecks[] = {{kTraces, CheckTrace},
                             {kReports, CheckReport},
                             {kCallables, CheckCallable},
                             {kAnyHits, CheckAnyHit}};

}  // namespace

extern constinit const Family kRayTracing = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

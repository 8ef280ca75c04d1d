// Payloads and callable data that instructions of SPV_NV_ray_tracing and
// SPV_NV_ray_tracing_motion_blur refer to by a number: the location of a
// variable.
//
// ray_tracing.cc checks the other operands of these instructions.
//
// Tested by testdata/rule_test.cc.
#include "absl/container/flat_hash_set.h"
#include "validate/engine/family.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

namespace trace = operand::TraceNV;
namespace motion = operand::TraceMotionNV;
namespace callable = operand::ExecuteCallableNV;

constexpr char kSection[] = "SPV_NV_ray_tracing";

// Warnings, because the document does not say "must", and optimizers remove
// variables without uses.
constexpr RuleTable R(
    {
        {"raytracing.tracenv.payload-location", kSection,
         "no variable in RayPayloadNV or IncomingRayPayloadNV has location {0}",
         "", Severity::kWarning},
        {"raytracing.callablenv.data-location", kSection,
         "no variable in CallableDataNV or IncomingCallableDataNV has location "
         "{0}",
         "", Severity::kWarning},
    },
    kDecorateOps);

constexpr Op kNumbered[] = {Op::kTraceNV, Op::kTraceMotionNV,
                            Op::kExecuteCallableNV};

// The locations of the variables to which the numbers refer.
struct Locations {
  absl::flat_hash_set<uint32_t> payloads;
  absl::flat_hash_set<uint32_t> callable_data;
};

Locations FindLocations(const ModuleContext& context) {
  const Module& module = context.module();
  Locations found;
  context.decorations().ForEach(Decoration::kLocation, [&](const Decorated& d) {
    const Inst statement = module.inst(d.statement);
    if (d.parameter >= statement.operand_count()) return;
    const uint32_t location = statement.operand_word(d.parameter);
    switch (context.types().TypeOf(module, d.target).storage_class) {
      case StorageClass::kRayPayloadKHR:
      case StorageClass::kIncomingRayPayloadKHR:
        found.payloads.insert(location);
        break;
      case StorageClass::kCallableDataKHR:
      case StorageClass::kIncomingCallableDataKHR:
        found.callable_data.insert(location);
        break;
      default:
        break;
    }
  });
  return found;
}

void CheckLocation(ModuleContext& context, InstIndex at, OperandIndex number,
                   const absl::flat_hash_set<uint32_t>& locations,
                   const Rule& rule) {
  const auto location =
      FixedValue(context, context.module().inst(at).id(number));
  if (!location || locations.contains(*location)) return;
  context.Report(rule, Place::At(at, number), {*location});
}

// A module check, so that locations are collected once.
void CheckLocations(ModuleContext& context) {
  const Module& module = context.module();
  if (!module.HasAny(kNumbered)) return;
  const Locations locations = FindLocations(context);
  for (InstIndex i = module.global_end(); i < InstIndex(module.size()); ++i) {
    switch (module.record(i).op) {
      case Op::kTraceNV:
        CheckLocation(context, i, trace::kPayloadId, locations.payloads,
                      R("raytracing.tracenv.payload-location"));
        break;
      case Op::kTraceMotionNV:
        CheckLocation(context, i, motion::kPayloadId, locations.payloads,
                      R("raytracing.tracenv.payload-location"));
        break;
      case Op::kExecuteCallableNV:
        CheckLocation(context, i, callable::kCallableDataId,
                      locations.callable_data,
                      R("raytracing.callablenv.data-location"));
        break;
      default:
        break;
    }
  }
}
}  // namespace

extern constinit const Family kPayloadNumbers(
    R, kModuleCheck<Phase::kSummaries, CheckLocations>);

}  // namespace plumb

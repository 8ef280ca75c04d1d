// Acceleration structures extracted from an array or a structure
// (SPV_KHR_ray_tracing, SPV_KHR_ray_query): only instructions that trace rays
// may use them, in the same block.
//
// Warnings, because implementations do not check it.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_ray_tracing";

constexpr RuleTable R({
    {"raytracing.accelerationstructure.same-block", kSection,
     "acceleration structure {0} is extracted from a composite, so it should "
     "be used only in the same block",
     "", Severity::kWarning},
    {"raytracing.accelerationstructure.no-phi", kSection,
     "acceleration structure {0} is extracted from a composite, so it should "
     "not be an operand of {1}",
     "", Severity::kWarning},
    {"raytracing.accelerationstructure.consumers", kSection,
     "acceleration structure {0} is extracted from a composite, so it should "
     "be used only by instructions that trace rays, not by {1}",
     "", Severity::kWarning},
});

// Instructions that use an acceleration structure.
constexpr Op kTracers[] = {Op::kTraceRayKHR,
                           Op::kTraceRayMotionNV,
                           Op::kTraceNV,
                           Op::kTraceMotionNV,
                           Op::kRayQueryInitializeKHR,
                           Op::kHitObjectTraceRayNV,
                           Op::kHitObjectTraceRayMotionNV,
                           Op::kHitObjectTraceRayEXT,
                           Op::kHitObjectTraceRayMotionEXT,
                           Op::kHitObjectTraceReorderExecuteEXT,
                           Op::kHitObjectTraceMotionReorderExecuteEXT,
                           Op::kHitObjectRecordHitNV,
                           Op::kHitObjectRecordHitMotionNV,
                           Op::kHitObjectRecordHitWithIndexNV,
                           Op::kHitObjectRecordHitWithIndexMotionNV,
                           Op::kFetchMicroTriangleVertexPositionNV,
                           Op::kFetchMicroTriangleVertexBarycentricNV};
constexpr Op kChoices[] = {Op::kPhi, Op::kSelect};
// Other instructions that could use one.
constexpr Op kOthers[] = {Op::kStore,           Op::kCopyObject,
                          Op::kCopyLogical,     Op::kCompositeConstruct,
                          Op::kCompositeInsert, Op::kFunctionCall,
                          Op::kReturnValue};

// The instruction that extracts the acceleration structure at an operand from
// a composite; kNoInst if it does not come from a composite.
InstIndex FindOrigin(const CheckContext& c, OperandIndex operand) {
  if (!IsIdUse(c.inst().kind(operand))) return kNoInst;
  const TypeInfo& type = c.operand_type(operand);
  if (type.unknown() || !type.Is(type_trait::kOpaque) ||
      !type.Contains(type_part::kAccelerationStructure)) {
    return kNoInst;
  }
  const Module& module = c.module();
  const InstIndex at = module.def(c.inst().id(operand));
  const Inst def = module.inst(at);
  if (def.op() == Op::kCompositeExtract) return at;
  if (def.op() != Op::kLoad) return kNoInst;
  const InstIndex pointer = module.def(def.id(operand::Load::kPointer));
  if (pointer == kNoInst) return kNoInst;
  const bool into_composite =
      Is(module.record(pointer).op, OpTrait::kAccessChain);
  return into_composite ? at : kNoInst;
}

void Report(const CheckContext& c, const Rule& rule, OperandIndex operand,
            InstIndex origin) {
  c.Report(rule, operand, {c.inst().id(operand), c.inst().op()})
      .Note("it is extracted here", Place::At(origin));
}

void CheckTracer(const CheckContext& c) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    const InstIndex origin = FindOrigin(c, o);
    if (origin == kNoInst || c.function() == nullptr ||
        !c.function()->Contains(origin) ||
        c.function()->BlockOf(origin) == c.function()->BlockOf(c.index())) {
      continue;
    }
    Report(c, R("raytracing.accelerationstructure.same-block"), o, origin);
  }
}

// Reports only the first operand.
void CheckOperands(const CheckContext& c, const Rule& rule) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    const InstIndex origin = FindOrigin(c, o);
    if (origin == kNoInst) continue;
    Report(c, rule, o, origin);
    return;
  }
}
void CheckChoice(const CheckContext& c) {
  CheckOperands(c, R("raytracing.accelerationstructure.no-phi"));
}
void CheckOther(const CheckContext& c) {
  // Legalization has yet to remove copies.
  if (c.context().options().before_hlsl_legalization) return;
  CheckOperands(c, R("raytracing.accelerationstructure.consumers"));
}

constexpr Check kChecks[] = {
    {kTracers, CheckTracer,
     Requires(TypesWith{type_part::kAccelerationStructure})},
    {kChoices, CheckChoice,
     Requires(TypesWith{type_part::kAccelerationStructure})},
    {kOthers, CheckOther,
     Requires(TypesWith{type_part::kAccelerationStructure})}};

}  // namespace

extern constinit const Family kAccelerationStructures(R, kChecks);

}  // namespace plumb

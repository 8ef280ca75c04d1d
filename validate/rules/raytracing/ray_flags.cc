// Ray Flags (section 3.2.31) that instructions take as an <id>: where it is a
// constant, its bits need the capabilities that the grammar has for literals.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::RayFlags;

constexpr RuleTable R({
    Also("raytracing.flags.bit-capability",
         {"raytracing.flags.culling-capability", "3.2.31",
          "flag {0} needs capability RayTraversalPrimitiveCullingKHR"}),
    {"raytracing.flags.micromap", "SPV_KHR_opacity_micromap",
     "flag {0} needs capability RayTracingOpacityMicromapEXT or "
     "RayTracingOpacityMicromapKHR"},
});

constexpr Op kTraces[] = {
    Op::kTraceRayKHR,
    Op::kTraceNV,
    Op::kTraceMotionNV,
    Op::kTraceRayMotionNV,
    Op::kHitObjectTraceRayNV,
    Op::kHitObjectTraceRayMotionNV,
    Op::kHitObjectTraceRayEXT,
    Op::kHitObjectTraceRayMotionEXT,
    Op::kHitObjectTraceReorderExecuteEXT,
    Op::kHitObjectTraceMotionReorderExecuteEXT,
};
constexpr Op kQueries[] = {Op::kRayQueryInitializeKHR};

constexpr Capability kCulling[] = {
    Capability::kRayTraversalPrimitiveCullingKHR};
// SPV_NV_linear_swept_spheres calls the flag SkipBuiltinPrimitivesNV.
constexpr Capability kCullingOrSpheres[] = {
    Capability::kRayTraversalPrimitiveCullingKHR,
    Capability::kRayTracingSpheresGeometryNV,
    Capability::kRayTracingLinearSweptSpheresGeometryNV};
constexpr Capability kMicromaps[] = {Capability::kRayTracingOpacityMicromapEXT,
                                     Capability::kRayTracingOpacityMicromapKHR};

struct Flag {
  RayFlags bit;
  absl::Span<const Capability> any_of;
  const Rule& rule;
};
// That of micromaps comes first: queries have a rule of their own for it.
constexpr Flag kFlags[] = {
    {RayFlags::kForceOpacityMicromap2StateEXT, kMicromaps,
     R("raytracing.flags.micromap")},
    {RayFlags::kSkipTrianglesKHR, kCullingOrSpheres,
     R("raytracing.flags.culling-capability")},
    {RayFlags::kSkipAABBsKHR, kCulling,
     R("raytracing.flags.culling-capability")},
};

// The grammar writes the name in two ways.
OperandIndex FlagsOf(Op op) {
  const OperandIndex flags = grammar::OperandByName(op, "Ray Flags");
  return flags != kNoOperand ? flags : grammar::OperandByName(op, "RayFlags");
}

void CheckFlags(const CheckContext& c, absl::Span<const Flag> flags) {
  const OperandIndex at = FlagsOf(c.inst().op());
  if (at == kNoOperand) return;
  const auto value = FixedValue(c, c.inst().id(at));
  if (!value) return;
  for (const Flag& flag : flags) {
    const auto bit = static_cast<uint32_t>(flag.bit);
    if ((*value & bit) == 0 || absl::c_any_of(flag.any_of, [&](Capability it) {
          return c.context().Has(it);
        })) {
      continue;
    }
    c.Report(flag.rule, at, {Arg::Enumerant(grammar::Kind::kRayFlags, bit)});
  }
}

void CheckTrace(const CheckContext& c) { CheckFlags(c, kFlags); }
void CheckQuery(const CheckContext& c) {
  CheckFlags(c, absl::MakeConstSpan(kFlags).subspan(1));
}

constexpr Check kChecks[] = {{kTraces, CheckTrace}, {kQueries, CheckQuery}};

}  // namespace

extern constinit const Family kRayFlags = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

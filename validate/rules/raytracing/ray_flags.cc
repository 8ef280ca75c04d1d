// Ray Flags (section 3.2.31) that instructions take as an <id>: where it is a
// constant, its bits need the capabilities that the grammar has for literals.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <initializer_list>

#include "absl/algorithm/container.h"
#include "absl/numeric/bits.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::RayFlags;

constexpr char kSection[] = "SPV_KHR_ray_tracing";

constexpr RuleTable R({
    Also("raytracing.flags.bit-capability",
         {"raytracing.flags.culling-capability", "3.2.31",
          "flag {0} needs capability RayTraversalPrimitiveCullingKHR"}),
    {"raytracing.flags.micromap", "SPV_KHR_opacity_micromap",
     "flag {0} needs capability RayTracingOpacityMicromapEXT or "
     "RayTracingOpacityMicromapKHR"},
    // Producers set all flags at once, and consumers take it.
    {"raytracing.flags.opacity-exclusive", kSection,
     "at most one of flags OpaqueKHR, NoOpaqueKHR, CullOpaqueKHR and "
     "CullNoOpaqueKHR may be set, but {0} has {1}",
     "VUID-RuntimeSpirv-OpTraceRayKHR-06893", Severity::kWarning},
    {"raytracing.flags.culling-exclusive", kSection,
     "flags CullBackFacingTrianglesKHR and CullFrontFacingTrianglesKHR must "
     "not be set together, but {0} has both",
     "", Severity::kWarning},
    {"raytracing.flags.triangles-exclusive", kSection,
     "in Vulkan, at most one of flags SkipTrianglesKHR, "
     "CullBackFacingTrianglesKHR and CullFrontFacingTrianglesKHR may be set, "
     "but {0} has {1}",
     "VUID-RuntimeSpirv-OpTraceRayKHR-06892", Severity::kWarning, kInVulkan},
    {"raytracing.flags.skip-exclusive", kSection,
     "in Vulkan, flags SkipTrianglesKHR and SkipAABBsKHR must not be set "
     "together, but {0} has both",
     "VUID-RuntimeSpirv-OpTraceRayKHR-06552", Severity::kWarning, kInVulkan},
    // Only the table says so.
    {"raytracing.flags.known-bits", "3.2.31", "{0} has bits that no flag has",
     "", Severity::kWarning},
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

// --- Flags that do not go together ---

constexpr uint32_t Bits(std::initializer_list<RayFlags> flags) {
  uint32_t bits = 0;
  for (const RayFlags flag : flags) bits |= static_cast<uint32_t>(flag);
  return bits;
}

// Flags of which one may be set; of rows about the same flags the first that is
// violated is reported.
struct Exclusive {
  uint32_t flags;
  const Rule& rule;
};
constexpr Exclusive kExclusive[] = {
    {Bits({RayFlags::kOpaqueKHR, RayFlags::kNoOpaqueKHR,
           RayFlags::kCullOpaqueKHR, RayFlags::kCullNoOpaqueKHR}),
     R("raytracing.flags.opacity-exclusive")},
    {Bits({RayFlags::kCullBackFacingTrianglesKHR,
           RayFlags::kCullFrontFacingTrianglesKHR}),
     R("raytracing.flags.culling-exclusive")},
    {Bits({RayFlags::kSkipTrianglesKHR, RayFlags::kCullBackFacingTrianglesKHR,
           RayFlags::kCullFrontFacingTrianglesKHR}),
     R("raytracing.flags.triangles-exclusive")},
    {Bits({RayFlags::kSkipTrianglesKHR, RayFlags::kSkipAABBsKHR}),
     R("raytracing.flags.skip-exclusive")},
};
constexpr uint32_t kAllFlags = 0x7ff;

void CheckCombination(const CheckContext& c) {
  const OperandIndex at = FlagsOf(c.inst().op());
  const auto value = FixedValue(c, c.inst().id(at));
  if (!value) return;
  uint32_t said = 0;
  for (const Exclusive& row : kExclusive) {
    const uint32_t set = *value & row.flags;
    if (absl::popcount(set) < 2 || (set & said) != 0) continue;
    c.Report(row.rule, at,
             {Arg::Hex(*value), static_cast<uint32_t>(absl::popcount(set))});
    said |= row.flags;
  }
  if ((*value & ~kAllFlags) != 0) {
    c.Report(R("raytracing.flags.known-bits"), at, {Arg::Hex(*value)});
  }
}

void CheckTrace(const CheckContext& c) { CheckFlags(c, kFlags); }
void CheckQuery(const CheckContext& c) {
  CheckFlags(c, absl::MakeConstSpan(kFlags).subspan(1));
}

constexpr Check kChecks[] = {{kTraces, CheckTrace},
                             {Op::kRayQueryInitializeKHR, CheckQuery},
                             {kTraces, CheckCombination},
                             {Op::kRayQueryInitializeKHR, CheckCombination}};

}  // namespace

extern constinit const Family kRayFlags(R, kChecks);

}  // namespace plumb

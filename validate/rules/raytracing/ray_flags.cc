// Ray Flags (section 3.2.31) in <id> operands: the bits of constant flags need
// the capabilities that the grammar has for literals.
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
         WithFix(
             Declare(Capability::kRayTraversalPrimitiveCullingKHR),
             {"raytracing.flags.culling-capability", "3.2.31",
              "flag {0} requires capability RayTraversalPrimitiveCullingKHR"})),
    {"raytracing.flags.micromap", "SPV_KHR_opacity_micromap",
     "flag {0} requires capability RayTracingOpacityMicromapEXT or "
     "RayTracingOpacityMicromapKHR",
     "VUID-RuntimeSpirv-RayTracingOpacityMicromapKHR-11542"},
    // Only the table requires it.
    {"raytracing.flags.known-bits", "3.2.31",
     "{0} has bits that are not ray flags", "", Severity::kWarning},
});

constexpr Op kQueries[] = {Op::kRayQueryInitializeKHR};
constexpr Op kNvHitObjects[] = {Op::kHitObjectTraceRayNV,
                                Op::kHitObjectTraceRayMotionNV};
constexpr Op kHitObjects[] = {Op::kHitObjectTraceRayEXT,
                              Op::kHitObjectTraceRayMotionEXT,
                              Op::kHitObjectTraceReorderExecuteEXT,
                              Op::kHitObjectTraceMotionReorderExecuteEXT};
constexpr Op kPlainTraces[] = {Op::kTraceRayKHR, Op::kTraceNV,
                               Op::kTraceMotionNV, Op::kTraceRayMotionNV};
constexpr auto kTraces = JoinOps(kPlainTraces, kNvHitObjects, kHitObjects);

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
// The flag of micromaps comes first: queries have a separate rule for it.
constexpr Flag kFlags[] = {
    {RayFlags::kForceOpacityMicromap2StateEXT, kMicromaps,
     R("raytracing.flags.micromap")},
    {RayFlags::kSkipTrianglesKHR, kCullingOrSpheres,
     R("raytracing.flags.culling-capability")},
    {RayFlags::kSkipAABBsKHR, kCulling,
     R("raytracing.flags.culling-capability")},
};

// The grammar has two spellings of the name.
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

// --- Flags that exclude each other ---

constexpr uint32_t Bits(std::initializer_list<RayFlags> flags) {
  uint32_t bits = 0;
  for (const RayFlags flag : flags) bits |= static_cast<uint32_t>(flag);
  return bits;
}

constexpr uint32_t kOpacity =
    Bits({RayFlags::kOpaqueKHR, RayFlags::kNoOpaqueKHR,
          RayFlags::kCullOpaqueKHR, RayFlags::kCullNoOpaqueKHR});
constexpr uint32_t kFaces = Bits({RayFlags::kCullBackFacingTrianglesKHR,
                                  RayFlags::kCullFrontFacingTrianglesKHR});
constexpr uint32_t kTriangles = Bits({RayFlags::kSkipTrianglesKHR}) | kFaces;
constexpr uint32_t kSkips =
    Bits({RayFlags::kSkipTrianglesKHR, RayFlags::kSkipAABBsKHR});

// Flags of which at most one may be set, in some instructions.  If several
// rows with the same flags are violated, the first is reported.
struct Exclusive {
  absl::Span<const Op> ops;  // empty: all instructions
  uint32_t flags;
  // A warning: producers set all flags at once, and implementations accept it.
  // Arguments: the flags that are set, and their number.
  Rule rule;
};

constexpr Exclusive OneOpacity(absl::Span<const Op> ops, absl::string_view id,
                               absl::string_view vuid) {
  return {ops,
          kOpacity,
          {id, kSection,
           "at most one of flags OpaqueKHR, NoOpaqueKHR, CullOpaqueKHR and "
           "CullNoOpaqueKHR may be set, but {0} has {1}",
           vuid, Severity::kWarning}};
}
constexpr Exclusive OneOfTriangles(absl::Span<const Op> ops,
                                   absl::string_view id,
                                   absl::string_view vuid) {
  return {ops,
          kTriangles,
          {id, kSection,
           "in Vulkan, at most one of flags SkipTrianglesKHR, "
           "CullBackFacingTrianglesKHR and CullFrontFacingTrianglesKHR may be "
           "set, but {0} has {1}",
           vuid, Severity::kWarning, kInVulkan}};
}
constexpr Exclusive OneSkip(absl::Span<const Op> ops, absl::string_view id,
                            absl::string_view vuid) {
  return {ops,
          kSkips,
          {id, kSection,
           "in Vulkan, flags SkipTrianglesKHR and SkipAABBsKHR must not be set "
           "together, but {0} has both",
           vuid, Severity::kWarning, kInVulkan}};
}

constexpr Exclusive kExclusive[] = {
    OneOpacity(kPlainTraces, "raytracing.flags.opacity-exclusive",
               "VUID-RuntimeSpirv-OpTraceRayKHR-06893"),
    OneOpacity(kQueries, "raytracing.query-flags.opacity-exclusive",
               "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06891"),
    OneOpacity(kNvHitObjects, "raytracing.hitobjectnv-flags.opacity-exclusive",
               "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07714"),
    OneOpacity(kHitObjects, "raytracing.hitobject-flags.opacity-exclusive",
               "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11885"),
    {{},
     kFaces,
     {"raytracing.flags.culling-exclusive", kSection,
      "flags CullBackFacingTrianglesKHR and CullFrontFacingTrianglesKHR must "
      "not be set together, but {0} has both",
      "", Severity::kWarning}},
    OneOfTriangles(kPlainTraces, "raytracing.flags.triangles-exclusive",
                   "VUID-RuntimeSpirv-OpTraceRayKHR-06892"),
    OneOfTriangles(kQueries, "raytracing.query-flags.triangles-exclusive",
                   "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06890"),
    OneOfTriangles(kNvHitObjects,
                   "raytracing.hitobjectnv-flags.triangles-exclusive",
                   "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07713"),
    OneOfTriangles(kHitObjects,
                   "raytracing.hitobject-flags.triangles-exclusive",
                   "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11884"),
    OneSkip(kPlainTraces, "raytracing.flags.skip-exclusive",
            "VUID-RuntimeSpirv-OpTraceRayKHR-06552"),
    OneSkip(kQueries, "raytracing.query-flags.skip-exclusive",
            "VUID-RuntimeSpirv-OpRayQueryInitializeKHR-06889"),
    OneSkip(kNvHitObjects, "raytracing.hitobjectnv-flags.skip-exclusive",
            "VUID-RuntimeSpirv-OpHitObjectTraceRayNV-07712"),
    OneSkip(kHitObjects, "raytracing.hitobject-flags.skip-exclusive",
            "VUID-RuntimeSpirv-OpHitObjectTraceRayEXT-11883"),
};
constexpr uint32_t kAllFlags = 0x7ff;

void CheckCombination(const CheckContext& c) {
  const OperandIndex at = FlagsOf(c.inst().op());
  const auto value = FixedValue(c, c.inst().id(at));
  if (!value) return;
  uint32_t reported = 0;
  for (const Exclusive& row : kExclusive) {
    const uint32_t set = *value & row.flags;
    if (absl::popcount(set) < 2 || (set & reported) != 0 ||
        (!row.ops.empty() && !absl::c_linear_search(row.ops, c.inst().op()))) {
      continue;
    }
    c.Report(row.rule, at,
             {Arg::Hex(*value), static_cast<uint32_t>(absl::popcount(set))});
    reported |= row.flags;
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
                             {kQueries, CheckQuery},
                             {kTraces, CheckCombination},
                             {kQueries, CheckCombination}};
constexpr auto kRules = Join(RulesOf(R), RulesOf(kExclusive, &Exclusive::rule));

}  // namespace

extern constinit const Family kRayFlags(kRules, kChecks);

}  // namespace plumb

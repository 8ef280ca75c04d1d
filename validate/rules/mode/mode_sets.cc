// Execution modes that exclude or require each other (sections 2.16 and
// 3.2.5), and repeated modes.
//
// Modes that exclude each other are a table of sets; an entry point of the
// set's models may have at most one of them, or must have exactly one.  Modes
// that require others are another table.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"
#include "validate/rules/mode/interlock_modes.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kUniversal[] = "2.16.1";
constexpr char kCore[] = "2.16.2";
constexpr char kEnqueue[] = "SPV_AMDX_shader_enqueue";
constexpr char kMeshNvShader[] = "SPV_NV_mesh_shader";
constexpr char kMeshShader[] = "SPV_EXT_mesh_shader";
constexpr char kInterlock[] = "SPV_EXT_fragment_shader_interlock";
constexpr char kStencil[] = "SPV_AMD_shader_early_and_late_fragment_tests";
constexpr char kFloatControls2[] = "SPV_KHR_float_controls2";

constexpr Rule Exclusive(absl::string_view id, absl::string_view section) {
  return ReliesOn(
      kModeOps,
      {id, section,
       "{0} and {1} are mutually exclusive, but the entry point has both"});
}
constexpr Rule ExclusivePerWidth(absl::string_view id) {
  return ReliesOn(kModeOps, {id, kUniversal,
                             "{0} and {1} are mutually exclusive, but the "
                             "entry point has both for width {2}"});
}
constexpr Rule Required(absl::string_view id, absl::string_view section,
                        absl::string_view text) {
  return ReliesOn(kModeOps, {id, section, text});
}

// Warnings: producers omit these modes, and implementations do not require
// them.
constexpr Rule AsWarning(Rule rule) {
  rule.severity = Severity::kWarning;
  return rule;
}
constexpr Rule AsPedantic(Rule rule) {
  rule.severity = Severity::kPedantic;
  return rule;
}

constexpr Rule OutsideVulkan(Rule rule) {
  rule.when.envs = kAnyEnv & ~kVulkanEnvs;
  return rule;
}

constexpr ModelSet kFragment = ExecutionModel::kFragment;
constexpr ModelSet kGeometry = ExecutionModel::kGeometry;
constexpr ModelSet kMeshExt = ExecutionModel::kMeshEXT;
constexpr ModelSet kMeshNv = ExecutionModel::kMeshNV;
constexpr ModelSet kMesh = kMeshExt | kMeshNv;
constexpr ModelSet kTessellation = {ExecutionModel::kTessellationControl,
                                    ExecutionModel::kTessellationEvaluation};
constexpr ModelSet kAnyModel = ModelSet::All();

constexpr ExecutionMode kOrigins[] = {ExecutionMode::kOriginUpperLeft,
                                      ExecutionMode::kOriginLowerLeft};
constexpr ExecutionMode kDepths[] = {ExecutionMode::kDepthGreater,
                                     ExecutionMode::kDepthLess,
                                     ExecutionMode::kDepthUnchanged};
constexpr ExecutionMode kStencilFront[] = {
    ExecutionMode::kStencilRefUnchangedFrontAMD,
    ExecutionMode::kStencilRefGreaterFrontAMD,
    ExecutionMode::kStencilRefLessFrontAMD};
constexpr ExecutionMode kStencilBack[] = {
    ExecutionMode::kStencilRefUnchangedBackAMD,
    ExecutionMode::kStencilRefGreaterBackAMD,
    ExecutionMode::kStencilRefLessBackAMD};
constexpr ExecutionMode kSpacings[] = {ExecutionMode::kSpacingEqual,
                                       ExecutionMode::kSpacingFractionalEven,
                                       ExecutionMode::kSpacingFractionalOdd};
constexpr ExecutionMode kPatches[] = {
    ExecutionMode::kTriangles, ExecutionMode::kQuads, ExecutionMode::kIsolines};
constexpr ExecutionMode kOrders[] = {ExecutionMode::kVertexOrderCw,
                                     ExecutionMode::kVertexOrderCcw};
constexpr ExecutionMode kInputs[] = {
    ExecutionMode::kInputPoints, ExecutionMode::kInputLines,
    ExecutionMode::kInputLinesAdjacency, ExecutionMode::kTriangles,
    ExecutionMode::kInputTrianglesAdjacency};
constexpr ExecutionMode kStrips[] = {ExecutionMode::kOutputPoints,
                                     ExecutionMode::kOutputLineStrip,
                                     ExecutionMode::kOutputTriangleStrip};
constexpr ExecutionMode kMeshOutputs[] = {ExecutionMode::kOutputPoints,
                                          ExecutionMode::kOutputLinesEXT,
                                          ExecutionMode::kOutputTrianglesEXT};
constexpr ExecutionMode kVertices[] = {ExecutionMode::kOutputVertices};
constexpr ExecutionMode kPrimitives[] = {ExecutionMode::kOutputPrimitivesEXT};
constexpr ExecutionMode kDefaultOrContractionOff[] = {
    ExecutionMode::kFPFastMathDefault, ExecutionMode::kContractionOff};
constexpr ExecutionMode kDefaultOrPreserve[] = {
    ExecutionMode::kFPFastMathDefault,
    ExecutionMode::kSignedZeroInfNanPreserve};

constexpr ExecutionMode kDerivativeGroups[] = {
    ExecutionMode::kDerivativeGroupQuadsKHR,
    ExecutionMode::kDerivativeGroupLinearKHR};
constexpr ExecutionMode kNodeWorkgroups[] = {
    ExecutionMode::kCoalescingAMDX, ExecutionMode::kStaticNumWorkgroupsAMDX,
    ExecutionMode::kMaxNumWorkgroupsAMDX};
constexpr ExecutionMode kSubgroupSizes[] = {
    ExecutionMode::kSubgroupSizeHalfQCOM, ExecutionMode::kSubgroupSizeFullQCOM};
constexpr ExecutionMode kMaximumRegisters[] = {
    ExecutionMode::kMaximumRegistersINTEL,
    ExecutionMode::kMaximumRegistersIdINTEL,
    ExecutionMode::kNamedMaximumRegistersINTEL};
constexpr ExecutionMode kKernelInterfaces[] = {
    ExecutionMode::kStreamingInterfaceINTEL,
    ExecutionMode::kRegisterMapInterfaceINTEL};
constexpr ExecutionMode kEarlyTests[] = {ExecutionMode::kEarlyFragmentTests};

struct ModeSet {
  ModelSet models;
  absl::Span<const ExecutionMode> modes;
  Rule exclusive = {};  // without an id: any number of them is allowed
  Rule required = {};   // without an id: none is required
};
constexpr Rule kNoRule = {};

// A bit for each mode, which several modes may share.
constexpr uint64_t BitOf(ExecutionMode mode) {
  return uint64_t{1} << (static_cast<uint32_t>(mode) % 64);
}
constexpr uint64_t BitsOf(absl::Span<const ExecutionMode> modes) {
  uint64_t bits = 0;
  for (const ExecutionMode mode : modes) bits |= BitOf(mode);
  return bits;
}
uint64_t BitsOf(const EntryFunction& entry) {
  uint64_t bits = 0;
  for (const ExecutionModeRow& row : entry.modes) bits |= BitOf(row.mode);
  return bits;
}

constexpr ModeSet kSets[] = {
    {kFragment, kOrigins, Exclusive("mode.fragment.origin-exclusive", kCore),
     OutsideVulkan(Required("mode.fragment.origin-required", kCore,
                            "a Fragment entry point must have OriginUpperLeft "
                            "or OriginLowerLeft"))},
    // OriginLowerLeft is rejected by another rule.
    {kFragment, kOrigins, kNoRule,
     WithFix(AddMode(ExecutionMode::kOriginUpperLeft),
             ReliesOn(kModeOps,
                      InVulkan("mode.fragment.vulkan-origin-required",
                               "in Vulkan, a Fragment entry point must have "
                               "OriginUpperLeft",
                               "VUID-StandaloneSpirv-OriginLowerLeft-04653",
                               kCore)))},
    {kFragment, kDepths, Exclusive("mode.fragment.depth-exclusive", kCore)},
    {kFragment, kInterlocks,
     Exclusive("mode.fragment.interlock-exclusive", kInterlock)},
    {kFragment, kStencilFront,
     Exclusive("mode.fragment.stencil-front-exclusive", kStencil)},
    {kFragment, kStencilBack,
     Exclusive("mode.fragment.stencil-back-exclusive", kStencil)},
    {kTessellation, kSpacings,
     Exclusive("mode.tessellation.spacing-exclusive", kCore)},
    {kTessellation, kPatches,
     Exclusive("mode.tessellation.primitive-exclusive", kCore)},
    {kTessellation, kOrders,
     Exclusive("mode.tessellation.order-exclusive", kCore)},
    {kGeometry, kInputs, Exclusive("mode.geometry.input-exclusive", kCore),
     Required("mode.geometry.input-required", kCore,
              "a Geometry entry point must have InputPoints, InputLines, "
              "InputLinesAdjacency, Triangles or InputTrianglesAdjacency")},
    {kGeometry, kStrips, Exclusive("mode.geometry.output-exclusive", kCore),
     Required("mode.geometry.output-required", kCore,
              "a Geometry entry point must have OutputPoints, OutputLineStrip "
              "or OutputTriangleStrip")},
    {kMesh, kMeshOutputs, Exclusive("mode.mesh.output-exclusive", kMeshShader)},
    {kMeshExt, kMeshOutputs, kNoRule,
     Required("mode.mesh.output-required", kMeshShader,
              "a MeshEXT entry point must have OutputPoints, OutputLinesEXT or "
              "OutputTrianglesEXT")},
    {kMeshExt, kVertices, kNoRule,
     Required("mode.mesh.outputvertices-required", kMeshShader,
              "a MeshEXT entry point must have OutputVertices")},
    {kMeshExt, kPrimitives, kNoRule,
     Required("mode.mesh.outputprimitives-required", kMeshShader,
              "a MeshEXT entry point must have OutputPrimitivesEXT")},
    {kMeshNv, kMeshOutputs, kNoRule,
     AsWarning(Required("mode.meshnv.output-required", kMeshNvShader,
                        "a MeshNV entry point must have OutputPoints, "
                        "OutputLinesNV or OutputTrianglesNV"))},
    {kMeshNv, kVertices, kNoRule,
     AsWarning(Required("mode.meshnv.outputvertices-required", kMeshNvShader,
                        "a MeshNV entry point must have OutputVertices"))},
    {kMeshNv, kPrimitives, kNoRule,
     AsWarning(Required("mode.meshnv.outputprimitives-required", kMeshNvShader,
                        "a MeshNV entry point must have OutputPrimitivesNV"))},
    {kAnyModel, kDerivativeGroups,
     Also("mode.derivativegroupnv.exclusive",
          Exclusive("mode.derivativegroup.exclusive",
                    "SPV_KHR_compute_shader_derivatives"))},
    {kAnyModel, kNodeWorkgroups,
     Exclusive("mode.nodeworkgroups.exclusive", kEnqueue)},
    {kAnyModel, kSubgroupSizes,
     Exclusive("mode.subgroupsizeqcom.exclusive", "SPV_QCOM_subgroup_size")},
    {kAnyModel, kMaximumRegisters,
     Exclusive("mode.maximumregisters.single", "SPV_INTEL_maximum_registers")},
    {kAnyModel, kKernelInterfaces,
     Exclusive("mode.streaminginterface.exclusive",
               "SPV_INTEL_kernel_attributes")},
    {kAnyModel, kDefaultOrContractionOff,
     Exclusive("mode.fpfastmathdefault.contractionoff-exclusive",
               kFloatControls2)},
    {kAnyModel, kDefaultOrPreserve,
     Exclusive("mode.fpfastmathdefault.signedzeroinfnanpreserve-exclusive",
               kFloatControls2)},
};

// Modes of fragment shaders that require another one: an entry point with
// `mode` and `with` must have one of `modes`.
struct Companions {
  ExecutionMode mode;
  ExecutionMode with;  // equal to `mode` if that suffices
  absl::Span<const ExecutionMode> modes;
  Rule rule;  // arguments: the two modes
};
constexpr Companions kCompanions[] = {
    {ExecutionMode::kEarlyAndLateFragmentTestsAMD,
     ExecutionMode::kDepthReplacing, kDepths,
     Required("mode.earlyandlatefragmenttestsamd.depth-required", kStencil,
              "an entry point with {0} and {1} must have DepthGreater, "
              "DepthLess or DepthUnchanged")},
    {ExecutionMode::kEarlyAndLateFragmentTestsAMD,
     ExecutionMode::kStencilRefReplacingEXT, kStencilFront,
     Required("mode.earlyandlatefragmenttestsamd.stencil-front-required",
              kStencil,
              "an entry point with {0} and {1} must have "
              "StencilRefUnchangedFrontAMD, StencilRefGreaterFrontAMD or "
              "StencilRefLessFrontAMD")},
    {ExecutionMode::kEarlyAndLateFragmentTestsAMD,
     ExecutionMode::kStencilRefReplacingEXT, kStencilBack,
     Required("mode.earlyandlatefragmenttestsamd.stencil-back-required",
              kStencil,
              "an entry point with {0} and {1} must have "
              "StencilRefUnchangedBackAMD, StencilRefGreaterBackAMD or "
              "StencilRefLessBackAMD")},
    {ExecutionMode::kPostDepthCoverage, ExecutionMode::kPostDepthCoverage,
     kEarlyTests,
     AsPedantic(Required(
         "mode.postdepthcoverage.earlyfragmenttests-required",
         "SPV_KHR_post_depth_coverage",
         "an entry point with {0} must also have EarlyFragmentTests"))},
};

constexpr RuleTable R({
    Also("mode.executionmode.once-per-width "
         "mode.fpfastmathdefault.once-per-type",
         {"mode.executionmode.unique", "3.2.5",
          "the entry point already has execution mode {0}"}),
    ExclusivePerWidth("mode.denorm.exclusive"),
    ExclusivePerWidth("mode.rounding.exclusive"),
    Exclusive("mode.localsize.single-kind", kUniversal),
    // Producers of kernels declare both, and implementations accept them.
    AsPedantic(Exclusive("mode.localsize.single-kind-tolerated", kUniversal)),
    ReliesOn(kModeOps, {"mode.isapientryamdx.shared-input", kEnqueue,
                        "an entry point with SharesInputWithAMDX must have "
                        "IsApiEntryAMDX with the value false"}),
});
constexpr auto kRules =
    Join(RulesOf(kSets, &ModeSet::exclusive, &ModeSet::required),
         RulesOf(kCompanions, &Companions::rule), RulesOf(R));

Arg NameOf(ExecutionMode mode) {
  return Arg::Enumerant(Kind::kExecutionMode, mode);
}

Place PlaceOf(const ExecutionModeRow& mode) {
  return Place::At(mode.at, operand::ExecutionMode::kMode);
}

bool IsPlaceLess(const ExecutionModeRow& a, const ExecutionModeRow& b) {
  return a.at < b.at;
}

// Reports two modes that exclude each other.
void ReportBoth(ModuleContext& context, const Rule& rule,
                const ExecutionModeRow& first, const ExecutionModeRow& second,
                Arg more = {}) {
  context
      .Report(rule, PlaceOf(second),
              {NameOf(first.mode), NameOf(second.mode), more})
      .Note("{0} is here", PlaceOf(first), {NameOf(first.mode)});
}

// The first two modes of a list that an entry point has; null if there are
// fewer.
struct FirstTwo {
  const ExecutionModeRow* first = nullptr;
  const ExecutionModeRow* second = nullptr;
};
FirstTwo FindFirstTwo(const EntryFunction& entry,
                      absl::Span<const ExecutionMode> modes) {
  FirstTwo found;
  // An entry point has few modes, and the lists are longer.
  const ExecutionModeRow* last = nullptr;
  for (const ExecutionModeRow& row : entry.modes) {
    const bool is_repeated = last != nullptr && last->mode == row.mode;
    last = &row;
    if (is_repeated || !absl::c_linear_search(modes, row.mode)) continue;
    const ExecutionModeRow* mode = &row;
    if (found.first == nullptr || mode->at < found.first->at) {
      std::swap(found.first, mode);
    }
    if (mode != nullptr &&
        (found.second == nullptr || mode->at < found.second->at)) {
      found.second = mode;
    }
  }
  return found;
}

// Reports a missing mode at the first mode of the entry point, which may be
// intended as it; if it has none, or shares them with others, at the entry
// point.
void ReportMissing(ModuleContext& context, const Rule& rule,
                   const EntryFunction& entry, InstIndex entry_point) {
  if (entry.modes.empty() || entry.entry_points.size() > 1) {
    context.Report(rule, Place::At(entry_point));
    return;
  }
  const auto* const first = absl::c_min_element(entry.modes, IsPlaceLess);
  context.Report(rule, Place::At(first->at))
      .Note("the entry point is here", Place::At(entry_point));
}

void CheckSet(ModuleContext& context, const EntryFunction& entry,
              const ModeSet& set) {
  const auto [first, second] = FindFirstTwo(entry, set.modes);
  if (first == nullptr && !set.required.id.empty()) {
    for (const EntryPointRow& e : entry.entry_points) {
      if (!set.models.Contains(e.model)) continue;
      ReportMissing(context, set.required, entry, e.at);
    }
  }
  if (second != nullptr && !set.exclusive.id.empty()) {
    ReportBoth(context, set.exclusive, *first, *second);
  }
}

constexpr auto kBitsOfSets = [] {
  std::array<uint64_t, std::size(kSets)> bits{};
  for (size_t s = 0; s < bits.size(); ++s) bits[s] = BitsOf(kSets[s].modes);
  return bits;
}();

// An entry point has few modes, and none from most lists.
void CheckSets(ModuleContext& context, const EntryFunction& entry) {
  const uint64_t bits = BitsOf(entry);
  for (size_t s = 0; s < std::size(kSets); ++s) {
    const ModeSet& set = kSets[s];
    if (!entry.models.Intersects(set.models)) continue;
    if ((bits & kBitsOfSets[s]) != 0 || !set.required.id.empty()) {
      CheckSet(context, entry, set);
    }
  }
}

void CheckCompanions(ModuleContext& context, const EntryFunction& entry) {
  if (entry.models != kFragment) return;
  for (const Companions& row : kCompanions) {
    const ExecutionModeRow* mode = entry.Find(row.mode);
    if (mode == nullptr || !entry.Has(row.with) ||
        FindFirstTwo(entry, row.modes).first != nullptr) {
      continue;
    }
    context.Report(row.rule, PlaceOf(*mode),
                   {NameOf(row.mode), NameOf(row.with)});
  }
}

// --- Repeated modes ---

// Modes that the text allows once for each value of their first operand, a
// width or a type.  For the last four the text states nothing, but they are
// similar.
constexpr ExecutionMode kOncePerOperand[] = {
    ExecutionMode::kDenormPreserve,
    ExecutionMode::kDenormFlushToZero,
    ExecutionMode::kSignedZeroInfNanPreserve,
    ExecutionMode::kRoundingModeRTE,
    ExecutionMode::kRoundingModeRTZ,
    ExecutionMode::kFPFastMathDefault,
    ExecutionMode::kRoundingModeRTPINTEL,
    ExecutionMode::kRoundingModeRTNINTEL,
    ExecutionMode::kFloatingPointModeALTINTEL,
    ExecutionMode::kFloatingPointModeIEEEINTEL,
};

bool LacksMode(const EntryFunction& entry) {
  return absl::c_any_of(kSets, [&](const ModeSet& set) {
    return !set.required.id.empty() && entry.models.Intersects(set.models) &&
           FindFirstTwo(entry, set.modes).first == nullptr;
  });
}

void CheckUnique(ModuleContext& context, const EntryFunction& entry) {
  std::optional<bool> lacks_mode;  // computed once
  for (size_t i = 1; i < entry.modes.size(); ++i) {
    const ExecutionModeRow& a = entry.modes[i - 1];
    const ExecutionModeRow& b = entry.modes[i];
    if (a.mode != b.mode || (a.first_word != b.first_word &&
                             absl::c_linear_search(kOncePerOperand, a.mode))) {
      continue;
    }
    const auto& [earlier, later] = std::minmax(a, b, IsPlaceLess);
    // If a mode is missing, the first one is probably intended as it: front
    // ends emit required modes before optional ones.
    if (!lacks_mode.has_value()) lacks_mode = LacksMode(entry);
    context
        .Report(R("mode.executionmode.unique"),
                PlaceOf(*lacks_mode ? earlier : later), {NameOf(later.mode)})
        .Note("it is here", PlaceOf(*lacks_mode ? later : earlier));
  }
}

// Reports two modes that exclude each other for one width: a walk of both
// lists, which are sorted by width.
void CheckPerWidth(ModuleContext& context, const EntryFunction& entry,
                   ExecutionMode one, ExecutionMode other, const Rule& rule) {
  const absl::Span<const ExecutionModeRow> as = entry.FindAll(one);
  const absl::Span<const ExecutionModeRow> bs = entry.FindAll(other);
  for (auto a = as.begin(), b = bs.begin(); a != as.end() && b != bs.end();) {
    if (a->first_word < b->first_word) {
      ++a;
    } else if (b->first_word < a->first_word) {
      ++b;
    } else {
      const auto& [first, second] = std::minmax(*a, *b, IsPlaceLess);
      ReportBoth(context, rule, first, second, a->first_word);
      ++a;
      ++b;
    }
  }
}

// A size and a hint come from different attributes of a kernel's source; two
// sizes contradict each other.
void CheckLocalSizes(ModuleContext& context, const EntryFunction& entry) {
  constexpr ExecutionMode kSizes[] = {ExecutionMode::kLocalSize,
                                      ExecutionMode::kLocalSizeId};
  constexpr ExecutionMode kHints[] = {ExecutionMode::kLocalSizeHint,
                                      ExecutionMode::kLocalSizeHintId};
  const FirstTwo size = FindFirstTwo(entry, kSizes);
  const FirstTwo hint = FindFirstTwo(entry, kHints);
  for (const FirstTwo& found : {size, hint}) {
    if (found.second == nullptr) continue;
    ReportBoth(context, R("mode.localsize.single-kind"), *found.first,
               *found.second);
  }
  if (size.first != nullptr && hint.first != nullptr) {
    const auto& [first, second] =
        std::minmax(*size.first, *hint.first, IsPlaceLess);
    ReportBoth(context, R("mode.localsize.single-kind-tolerated"), first,
               second);
  }
}

// A node that the client may dispatch directly must not share its input with
// another node.
void CheckSharedInput(ModuleContext& context, const EntryFunction& entry) {
  const ExecutionModeRow* shares =
      entry.Find(ExecutionMode::kSharesInputWithAMDX);
  if (shares == nullptr) return;
  if (const ExecutionModeRow* is_entry =
          entry.Find(ExecutionMode::kIsApiEntryAMDX)) {
    const ScalarConstant value =
        context.constants().Scalar(Id(is_entry->first_word));
    if (!value.fixed() || value.value == 0) return;
  }
  context.Report(R("mode.isapientryamdx.shared-input"), PlaceOf(*shares));
}

void CheckEntry(ModuleContext& context, const EntryFunction& entry) {
  CheckSets(context, entry);
  if (entry.modes.empty()) return;
  CheckCompanions(context, entry);
  CheckSharedInput(context, entry);
  // All others compare two modes, and many entry points have one.
  if (entry.modes.size() < 2) return;
  CheckUnique(context, entry);
  CheckPerWidth(context, entry, ExecutionMode::kDenormPreserve,
                ExecutionMode::kDenormFlushToZero, R("mode.denorm.exclusive"));
  CheckPerWidth(context, entry, ExecutionMode::kRoundingModeRTE,
                ExecutionMode::kRoundingModeRTZ, R("mode.rounding.exclusive"));
  CheckLocalSizes(context, entry);
}

void CheckModes(ModuleContext& context) {
  for (const EntryFunction& entry : context.entry_points().functions()) {
    CheckEntry(context, entry);
  }
}

}  // namespace

extern constinit const Family kModeSets(
    kRules, kModuleCheck<Phase::kSummaries, CheckModes>);

}  // namespace plumb

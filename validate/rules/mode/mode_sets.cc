// Execution modes that exclude or require each other (sections 2.16.2 and
// 3.2.5), and what they say of the size of a workgroup.
//
// Which modes exclude each other is a table of sets; an entry point of the
// set's models has at most one of them, or exactly one.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <optional>

#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kCore[] = "2.16.2";
constexpr char kMeshShader[] = "SPV_EXT_mesh_shader";
constexpr char kInterlock[] = "SPV_EXT_fragment_shader_interlock";
constexpr char kStencil[] = "SPV_AMD_shader_early_and_late_fragment_tests";
constexpr char kFloatControls2[] = "SPV_KHR_float_controls2";

// What states execution modes.
constexpr Op kModeOps[] = {Op::kExecutionMode, Op::kExecutionModeId};

constexpr Rule Exclusive(absl::string_view id, absl::string_view section) {
  return {id, section,
          "{0} and {1} exclude each other, but the entry point has both"};
}
constexpr Rule Required(absl::string_view id, absl::string_view section,
                        absl::string_view text) {
  return ReliesOn(kModeOps, {id, section, text});
}

constexpr ModelSet kFragment = ExecutionModel::kFragment;
constexpr ModelSet kGeometry = ExecutionModel::kGeometry;
constexpr ModelSet kMeshExt = ExecutionModel::kMeshEXT;
constexpr ModelSet kMesh = kMeshExt | ExecutionModel::kMeshNV;
constexpr ModelSet kTessellation = {ExecutionModel::kTessellationControl,
                                    ExecutionModel::kTessellationEvaluation};
constexpr ModelSet kAnyModel = ModelSet::All();

constexpr ExecutionMode kOrigins[] = {ExecutionMode::kOriginUpperLeft,
                                      ExecutionMode::kOriginLowerLeft};
constexpr ExecutionMode kDepths[] = {ExecutionMode::kDepthGreater,
                                     ExecutionMode::kDepthLess,
                                     ExecutionMode::kDepthUnchanged};
constexpr ExecutionMode kInterlocks[] = {
    ExecutionMode::kPixelInterlockOrderedEXT,
    ExecutionMode::kPixelInterlockUnorderedEXT,
    ExecutionMode::kSampleInterlockOrderedEXT,
    ExecutionMode::kSampleInterlockUnorderedEXT,
    ExecutionMode::kShadingRateInterlockOrderedEXT,
    ExecutionMode::kShadingRateInterlockUnorderedEXT};
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

struct ModeSet {
  ModelSet models;
  absl::Span<const ExecutionMode> modes;
  Rule exclusive = {};  // without an id: any number of them
  Rule required = {};   // without an id: or none
};
constexpr Rule kNoRule = {};
constexpr ModeSet kSets[] = {
    {kFragment, kOrigins, Exclusive("mode.fragment.origin-exclusive", kCore),
     Required("mode.fragment.origin-required", kCore,
              "a Fragment entry point must have OriginUpperLeft or "
              "OriginLowerLeft")},
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
     Required(
         "mode.geometry.output-required", kCore,
         "a Geometry entry point must have OutputPoints, OutputLineStrip or "
         "OutputTriangleStrip")},
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
    {kAnyModel, kDefaultOrContractionOff,
     Exclusive("mode.fpfastmathdefault.contractionoff-exclusive",
               kFloatControls2)},
    {kAnyModel, kDefaultOrPreserve,
     Exclusive("mode.fpfastmathdefault.signedzeroinfnanpreserve-exclusive",
               kFloatControls2)},
};

constexpr RuleTable R({
    {"mode.executionmode.unique", "3.2.5",
     "the entry point already has execution mode {0}"},
    ReliesOn(kModeOps,
             {"mode.glcompute.workgroup-size-required", "3.2.5",
              "a GLCompute entry point must have LocalSize, LocalSizeId or "
              "TileShadingRateQCOM, or the module an object decorated with "
              "WorkgroupSize",
              "VUID-StandaloneSpirv-None-10685", Severity::kError, kInVulkan}),
    {"mode.localsize.not-zero", "2.16.1",
     "the dimensions of the workgroup must not be 0, but are {0}, {1} and {2}"},
    {"mode.derivativegroupquads.even-size", "3.2.5",
     "with DerivativeGroupQuadsKHR, the first two dimensions of the workgroup "
     "must be even, but they are {0} and {1}",
     "VUID-StandaloneSpirv-DerivativeGroupQuadsKHR-10151", Severity::kError,
     kInVulkan},
    {"mode.derivativegrouplinear.multiple-of-4", "3.2.5",
     "with DerivativeGroupLinearKHR, the size of the workgroup must be a "
     "multiple of 4, but it is {0} × {1} × {2}",
     "VUID-StandaloneSpirv-DerivativeGroupLinearKHR-10152", Severity::kError,
     kInVulkan},
});
constexpr auto kRules =
    Join(RulesOf(kSets, &ModeSet::exclusive, &ModeSet::required), RulesOf(R));

Arg NameOf(ExecutionMode mode) {
  return Arg::Enumerant(Kind::kExecutionMode, mode);
}

Place PlaceOf(const ExecutionModeRow& mode) {
  return Place::At(mode.at, operand::ExecutionMode::kMode);
}

void CheckSet(ModuleContext& context, const EntryFunction& entry,
              const ModeSet& set) {
  if (!entry.models.Intersects(set.models)) return;
  const ExecutionModeRow* first = nullptr;
  const ExecutionModeRow* second = nullptr;
  for (ExecutionMode value : set.modes) {
    const ExecutionModeRow* mode = entry.Find(value);
    if (mode == nullptr) continue;
    if (first == nullptr || mode->at < first->at) std::swap(first, mode);
    if (mode != nullptr && (second == nullptr || mode->at < second->at)) {
      second = mode;
    }
  }
  if (first == nullptr && !set.required.id.empty()) {
    for (const EntryPointRow& e : entry.entry_points) {
      if (!set.models.Contains(e.model)) continue;
      context.Report(set.required, Place::At(e.at));
    }
  }
  if (second != nullptr && !set.exclusive.id.empty()) {
    context
        .Report(set.exclusive, PlaceOf(*second),
                {NameOf(first->mode), NameOf(second->mode)})
        .Note("{0} is here", PlaceOf(*first), {NameOf(first->mode)});
  }
}

// Modes with operands can be said once for each value of the first: a width or
// a type.  Those that core SPIR-V had from the start are about the entry point
// as a whole.
bool OncePerOperand(ExecutionMode mode) {
  return mode > ExecutionMode::kLocalSizeHintId;
}

void CheckUnique(ModuleContext& context, const EntryFunction& entry) {
  for (size_t i = 1; i < entry.modes.size(); ++i) {
    const ExecutionModeRow& a = entry.modes[i - 1];
    const ExecutionModeRow& b = entry.modes[i];
    if (a.mode != b.mode ||
        (OncePerOperand(a.mode) && a.first_word != b.first_word)) {
      continue;
    }
    const auto& [earlier, later] = std::minmax(
        a, b, [](const auto& x, const auto& y) { return x.at < y.at; });
    context
        .Report(R("mode.executionmode.unique"), PlaceOf(later),
                {NameOf(later.mode)})
        .Note("it is here", PlaceOf(earlier));
  }
}

// --- Workgroups ---

using Size = std::array<uint64_t, 3>;

// An object that is decorated with WorkgroupSize, which overrides modes; or
// kNoId.  Linear in the built-ins.
Id FindWorkgroupSize(const ModuleContext& context) {
  Id object = kNoId;
  context.decorations().ForEach(Decoration::kBuiltIn, [&](const Decorated& d) {
    const Inst inst = context.module().inst(d.statement);
    if (object == kNoId && d.member == kNoMember &&
        d.parameter < inst.operand_count() &&
        BuiltIn{inst.operand_word(d.parameter)} == BuiltIn::kWorkgroupSize) {
      object = d.target;
    }
  });
  return object;
}

// Three constants, if nothing can change them.
std::optional<Size> ReadSize(const ModuleContext& context, const Inst& inst,
                             OperandIndex first_operand) {
  if (inst.operand_count() < first_operand + 3) return std::nullopt;
  Size size;
  for (uint32_t d = 0; d < 3; ++d) {
    const ScalarConstant constant =
        context.constants().Scalar(inst.id(first_operand + d));
    if (!constant.fixed()) return std::nullopt;
    size[d] = static_cast<uint64_t>(constant.value);
  }
  return size;
}

constexpr OperandIndex kOperandsOfMode = operand::ExecutionMode::kMode + 1;

// What LocalSize or LocalSizeId says.
std::optional<Size> ReadLocalSize(const ModuleContext& context,
                                  const ExecutionModeRow& mode) {
  const Inst inst = context.module().inst(mode.at);
  if (mode.mode == ExecutionMode::kLocalSizeId) {
    return ReadSize(context, inst, kOperandsOfMode);
  }
  if (inst.operand_count() < kOperandsOfMode + 3) return std::nullopt;
  return Size{inst.operand_word(kOperandsOfMode),
              inst.operand_word(kOperandsOfMode + 1),
              inst.operand_word(kOperandsOfMode + 2)};
}

std::optional<Size> ReadWorkgroupSize(const ModuleContext& context, Id object) {
  const InstIndex def = context.module().def(object);
  if (def == kNoInst) return std::nullopt;
  const Inst inst = context.module().inst(def);
  if (inst.op() != Op::kConstantComposite &&
      inst.op() != Op::kSpecConstantComposite) {
    return std::nullopt;
  }
  return ReadSize(context, inst, operand::ConstantComposite::kConstituents);
}

void CheckDerivativeGroups(ModuleContext& context, const EntryFunction& entry,
                           const Size& size) {
  if (const ExecutionModeRow* quads =
          entry.Find(ExecutionMode::kDerivativeGroupQuadsKHR);
      quads != nullptr && (size[0] % 2 != 0 || size[1] % 2 != 0)) {
    context.Report(R("mode.derivativegroupquads.even-size"), PlaceOf(*quads),
                   {size[0], size[1]});
  }
  // Low bits of a product follow from low bits of the factors.
  if (const ExecutionModeRow* linear =
          entry.Find(ExecutionMode::kDerivativeGroupLinearKHR);
      linear != nullptr &&
      (size[0] % 4) * (size[1] % 4) * (size[2] % 4) % 4 != 0) {
    context.Report(R("mode.derivativegrouplinear.multiple-of-4"),
                   PlaceOf(*linear), {size[0], size[1], size[2]});
  }
}

void CheckWorkgroup(ModuleContext& context, const EntryFunction& entry,
                    Id workgroup_size) {
  const ExecutionModeRow* local_size = entry.Find(ExecutionMode::kLocalSize);
  if (local_size == nullptr) {
    local_size = entry.Find(ExecutionMode::kLocalSizeId);
  }
  std::optional<Size> size;
  if (local_size != nullptr) {
    size = ReadLocalSize(context, *local_size);
    if (size && std::count(size->begin(), size->end(), 0) != 0) {
      context.Report(R("mode.localsize.not-zero"), PlaceOf(*local_size),
                     {(*size)[0], (*size)[1], (*size)[2]});
      return;
    }
  }
  if (workgroup_size != kNoId) {
    size = ReadWorkgroupSize(context, workgroup_size);
  } else if (local_size == nullptr &&
             entry.Find(ExecutionMode::kTileShadingRateQCOM) == nullptr) {
    for (const EntryPointRow& e : entry.entry_points) {
      if (e.model != ExecutionModel::kGLCompute) continue;
      context.Report(R("mode.glcompute.workgroup-size-required"),
                     Place::At(e.at));
    }
  }
  if (size) CheckDerivativeGroups(context, entry, *size);
}

void CheckSets(ModuleContext& context) {
  const Id workgroup_size = FindWorkgroupSize(context);
  for (const EntryFunction& entry : context.entry_points().functions()) {
    for (const ModeSet& set : kSets) CheckSet(context, entry, set);
    CheckUnique(context, entry);
    CheckWorkgroup(context, entry, workgroup_size);
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckSets}};

}  // namespace

extern constinit const Family kModeSets = {
    .rules = kRules.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb

// Execution modes that exclude or require each other (sections 2.16.2 and
// 3.6), and what they say of the size of a workgroup.
//
// Which modes exclude each other is a table of sets; an entry point of the
// set's models has at most one of them, or exactly one.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <optional>

#include "core/constant.h"
#include "core/module.h"
#include "validate/analysis/entry_modes.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Decoration;
using grammar::ExecutionMode;
using grammar::ExecutionModel;
using grammar::Kind;
using grammar::Op;

constexpr Scope kVulkan = {.envs = kVulkanEnvs};
constexpr absl::string_view kExclusive =
    "{0} and {1} exclude each other, but the entry point has both";

// What states execution modes.
constexpr grammar::Op kModeOps[] = {grammar::Op::kExecutionMode,
                                    grammar::Op::kExecutionModeId};

constexpr RuleTable R({
    ReliesOn(kModeOps, {"mode.fragment.origin-required", "2.16.2",
                        "a Fragment entry point must have OriginUpperLeft or "
                        "OriginLowerLeft"}),
    {"mode.fragment.origin-exclusive", "2.16.2", kExclusive},
    {"mode.fragment.depth-exclusive", "2.16.2", kExclusive},
    {"mode.fragment.interlock-exclusive", "SPV_EXT_fragment_shader_interlock",
     kExclusive},
    {"mode.fragment.stencil-front-exclusive",
     "SPV_AMD_shader_early_and_late_fragment_tests", kExclusive},
    {"mode.fragment.stencil-back-exclusive",
     "SPV_AMD_shader_early_and_late_fragment_tests", kExclusive},
    {"mode.tessellation.spacing-exclusive", "2.16.2", kExclusive},
    {"mode.tessellation.primitive-exclusive", "2.16.2", kExclusive},
    {"mode.tessellation.order-exclusive", "2.16.2", kExclusive},
    ReliesOn(kModeOps,
             {"mode.geometry.input-required", "2.16.2",
              "a Geometry entry point must have InputPoints, InputLines, "
              "InputLinesAdjacency, Triangles or InputTrianglesAdjacency"}),
    {"mode.geometry.input-exclusive", "2.16.2", kExclusive},
    ReliesOn(
        kModeOps,
        {"mode.geometry.output-required", "2.16.2",
         "a Geometry entry point must have OutputPoints, OutputLineStrip or "
         "OutputTriangleStrip"}),
    {"mode.geometry.output-exclusive", "2.16.2", kExclusive},
    ReliesOn(kModeOps,
             {"mode.mesh.output-required", "SPV_EXT_mesh_shader",
              "a MeshEXT entry point must have OutputPoints, OutputLinesEXT or "
              "OutputTrianglesEXT"}),
    {"mode.mesh.output-exclusive", "SPV_EXT_mesh_shader", kExclusive},
    ReliesOn(kModeOps,
             {"mode.mesh.outputvertices-required", "SPV_EXT_mesh_shader",
              "a MeshEXT entry point must have OutputVertices"}),
    ReliesOn(kModeOps,
             {"mode.mesh.outputprimitives-required", "SPV_EXT_mesh_shader",
              "a MeshEXT entry point must have OutputPrimitivesEXT"}),
    {"mode.fpfastmathdefault.contractionoff-exclusive",
     "SPV_KHR_float_controls2", kExclusive},
    {"mode.fpfastmathdefault.signedzeroinfnanpreserve-exclusive",
     "SPV_KHR_float_controls2", kExclusive},
    {"mode.executionmode.unique", "3.32.5",
     "the entry point already has execution mode {0}"},
    ReliesOn(kModeOps,
             {"mode.glcompute.workgroup-size-required", "3.6",
              "a GLCompute entry point must have LocalSize, LocalSizeId or "
              "TileShadingRateQCOM, or the module an object decorated with "
              "WorkgroupSize",
              "VUID-StandaloneSpirv-None-10685", Severity::kError, kVulkan}),
    {"mode.localsize.not-zero", "3.6",
     "no dimension of the workgroup may be 0, but they are {0}, {1} and {2}"},
    {"mode.derivativegroupquads.even-size", "3.6",
     "with DerivativeGroupQuadsKHR, the first two dimensions of the workgroup "
     "must be even, but they are {0} and {1}",
     "VUID-StandaloneSpirv-DerivativeGroupQuadsKHR-10151", Severity::kError,
     kVulkan},
    {"mode.derivativegrouplinear.multiple-of-4", "3.6",
     "with DerivativeGroupLinearKHR, the size of the workgroup must be a "
     "multiple of 4, but it is {0} × {1} × {2}",
     "VUID-StandaloneSpirv-DerivativeGroupLinearKHR-10152", Severity::kError,
     kVulkan},
});

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
  const Rule* exclusive;  // null: any number of them
  const Rule* required;   // null: or none
};
constexpr ModeSet kSets[] = {
    {kFragment, kOrigins, &R("mode.fragment.origin-exclusive"),
     &R("mode.fragment.origin-required")},
    {kFragment, kDepths, &R("mode.fragment.depth-exclusive"), nullptr},
    {kFragment, kInterlocks, &R("mode.fragment.interlock-exclusive"), nullptr},
    {kFragment, kStencilFront, &R("mode.fragment.stencil-front-exclusive"),
     nullptr},
    {kFragment, kStencilBack, &R("mode.fragment.stencil-back-exclusive"),
     nullptr},
    {kTessellation, kSpacings, &R("mode.tessellation.spacing-exclusive"),
     nullptr},
    {kTessellation, kPatches, &R("mode.tessellation.primitive-exclusive"),
     nullptr},
    {kTessellation, kOrders, &R("mode.tessellation.order-exclusive"), nullptr},
    {kGeometry, kInputs, &R("mode.geometry.input-exclusive"),
     &R("mode.geometry.input-required")},
    {kGeometry, kStrips, &R("mode.geometry.output-exclusive"),
     &R("mode.geometry.output-required")},
    {kMeshExt, kMeshOutputs, nullptr, &R("mode.mesh.output-required")},
    {kMesh, kMeshOutputs, &R("mode.mesh.output-exclusive"), nullptr},
    {kMeshExt, kVertices, nullptr, &R("mode.mesh.outputvertices-required")},
    {kMeshExt, kPrimitives, nullptr, &R("mode.mesh.outputprimitives-required")},
    {kAnyModel, kDefaultOrContractionOff,
     &R("mode.fpfastmathdefault.contractionoff-exclusive"), nullptr},
    {kAnyModel, kDefaultOrPreserve,
     &R("mode.fpfastmathdefault.signedzeroinfnanpreserve-exclusive"), nullptr},
};

Arg NameOf(ExecutionMode mode) {
  return Arg::Enumerant(Kind::kExecutionMode, static_cast<uint32_t>(mode));
}

void CheckSet(ModuleContext& context, const EntryModes& entry,
              const ModeSet& set) {
  if (!entry.models.Intersects(set.models)) return;
  const Mode* first = nullptr;
  const Mode* second = nullptr;
  for (ExecutionMode value : set.modes) {
    const Mode* mode = entry.Find(value);
    if (mode == nullptr) continue;
    if (first == nullptr || mode->at < first->at) std::swap(first, mode);
    if (mode != nullptr && (second == nullptr || mode->at < second->at)) {
      second = mode;
    }
  }
  if (first == nullptr && set.required != nullptr) {
    for (const Entry& e : entry.entries) {
      if (!set.models.Contains(e.model)) continue;
      context.Report(*set.required, Place::At(e.at));
    }
  }
  if (second != nullptr && set.exclusive != nullptr) {
    context
        .Report(*set.exclusive, Place::At(second->at, 1),
                {NameOf(first->mode), NameOf(second->mode)})
        .Note("{0} is here", Place::At(first->at, 1), {NameOf(first->mode)});
  }
}

// Modes with operands can be said once for each value of the first: a width or
// a type.  Those that core SPIR-V had from the start are about the entry point
// as a whole.
bool OncePerOperand(ExecutionMode mode) {
  return mode > ExecutionMode::kLocalSizeHintId;
}

void CheckUnique(ModuleContext& context, const EntryModes& entry) {
  for (size_t i = 1; i < entry.modes.size(); ++i) {
    const Mode& a = entry.modes[i - 1];
    const Mode& b = entry.modes[i];
    if (a.mode != b.mode ||
        (OncePerOperand(a.mode) && a.first_word != b.first_word)) {
      continue;
    }
    const Mode& later = a.at < b.at ? b : a;
    context
        .Report(R("mode.executionmode.unique"), Place::At(later.at, 1),
                {NameOf(later.mode)})
        .Note("it is here", Place::At(a.at < b.at ? a.at : b.at, 1));
  }
}

// --- Workgroups --------------------------------------------------------------

using Size = std::array<uint64_t, 3>;

// The object that is decorated with WorkgroupSize, which overrides modes; or
// kNoId.  Linear in decorations.
Id FindWorkgroupSize(const Module& module) {
  for (InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kDecorate && inst.operand_count() > 2 &&
        inst.operand_word(1) == static_cast<uint32_t>(Decoration::kBuiltIn) &&
        inst.operand_word(2) ==
            static_cast<uint32_t>(BuiltIn::kWorkgroupSize)) {
      return inst.id(0);
    }
  }
  return kNoId;
}

// Three constants, if nothing can change them.
std::optional<Size> ReadSize(const ModuleContext& context, const Inst& inst,
                             uint32_t first_operand) {
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

// What LocalSize or LocalSizeId says.
std::optional<Size> ReadLocalSize(const ModuleContext& context,
                                  const Mode& mode) {
  const Inst inst = context.module().inst(mode.at);
  if (mode.mode == ExecutionMode::kLocalSizeId) {
    return ReadSize(context, inst, 2);
  }
  if (inst.operand_count() < 5) return std::nullopt;
  return Size{inst.operand_word(2), inst.operand_word(3), inst.operand_word(4)};
}

std::optional<Size> ReadWorkgroupSize(const ModuleContext& context, Id object) {
  const InstIndex def = context.module().def(object);
  if (def == kNoInst ||
      (context.module().record(def).op != Op::kConstantComposite &&
       context.module().record(def).op != Op::kSpecConstantComposite)) {
    return std::nullopt;
  }
  return ReadSize(context, context.module().inst(def), 2);
}

void CheckDerivativeGroups(ModuleContext& context, const EntryModes& entry,
                           const Size& size) {
  if (const Mode* quads = entry.Find(ExecutionMode::kDerivativeGroupQuadsKHR);
      quads != nullptr && (size[0] % 2 != 0 || size[1] % 2 != 0)) {
    context.Report(R("mode.derivativegroupquads.even-size"),
                   Place::At(quads->at, 1), {size[0], size[1]});
  }
  // Low bits of a product follow from low bits of the factors.
  if (const Mode* linear = entry.Find(ExecutionMode::kDerivativeGroupLinearKHR);
      linear != nullptr &&
      (size[0] % 4) * (size[1] % 4) * (size[2] % 4) % 4 != 0) {
    context.Report(R("mode.derivativegrouplinear.multiple-of-4"),
                   Place::At(linear->at, 1), {size[0], size[1], size[2]});
  }
}

void CheckWorkgroup(ModuleContext& context, const EntryModes& entry,
                    Id workgroup_size) {
  const Mode* local_size = entry.Find(ExecutionMode::kLocalSize);
  if (local_size == nullptr) {
    local_size = entry.Find(ExecutionMode::kLocalSizeId);
  }
  std::optional<Size> size;
  if (local_size != nullptr) {
    size = ReadLocalSize(context, *local_size);
    if (size && std::count(size->begin(), size->end(), 0) != 0) {
      context.Report(R("mode.localsize.not-zero"), Place::At(local_size->at, 1),
                     {(*size)[0], (*size)[1], (*size)[2]});
      return;
    }
  }
  if (workgroup_size != kNoId) {
    size = ReadWorkgroupSize(context, workgroup_size);
  } else if (local_size == nullptr &&
             entry.Find(ExecutionMode::kTileShadingRateQCOM) == nullptr) {
    for (const Entry& e : entry.entries) {
      if (e.model != ExecutionModel::kGLCompute) continue;
      context.Report(R("mode.glcompute.workgroup-size-required"),
                     Place::At(e.at));
    }
  }
  if (size) CheckDerivativeGroups(context, entry, *size);
}

void CheckSets(ModuleContext& context) {
  const Id workgroup_size = FindWorkgroupSize(context.module());
  ForEachEntryModes(context.module(), [&](const EntryModes& entry) {
    for (const ModeSet& set : kSets) CheckSet(context, entry, set);
    CheckUnique(context, entry);
    CheckWorkgroup(context, entry, workgroup_size);
  });
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckSets}};

}  // namespace

extern constinit const Family kModeSets = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb

// The size of a workgroup, as given by execution modes and the built-in
// WorkgroupSize (sections 2.16.1 and 3.2.5), against other modes.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <optional>

#include "core/execution_models.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"
#include "validate/facts/workgroup_dimensions.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

constexpr char kKernelAttributes[] = "SPV_INTEL_kernel_attributes";
constexpr char kDerivativesNv[] = "SPV_NV_compute_shader_derivatives";

// The instructions that give a size.
constexpr Op kSizeOps[] = {Op::kExecutionMode, Op::kExecutionModeId,
                           Op::kDecorate};

// Models with a workgroup whose size a module must give.
constexpr ModelSet kSizedModels =
    kTaskModels | kMeshModels | ModelSet{ExecutionModel::kGLCompute};

constexpr RuleTable R({
    ReliesOn(kSizeOps,
             {"mode.glcompute.workgroup-size-required", "3.2.5",
              "an entry point with execution model {0} must have LocalSize, "
              "LocalSizeId or TileShadingRateQCOM, unless the module has an "
              "object decorated with WorkgroupSize",
              "VUID-StandaloneSpirv-None-10685", Severity::kError, kInVulkan}),
    ReliesOn(kSizeOps,
             InOpenGl("mode.glcompute.opengl-workgroup-size-required",
                      "an entry point with execution model {0} must have "
                      "LocalSize or LocalSizeId, unless the module has an "
                      "object decorated with WorkgroupSize")),
    Also("builtin.workgroupsize.not-zero",
         {"mode.localsize.not-zero", "2.16.1",
          "the dimensions of the workgroup must not be 0, but are {0}, {1} and "
          "{2}"}),
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
    // The same modes by their names in the original extension.
    {"mode.derivativegroupquadsnv.even-size", kDerivativesNv,
     "with DerivativeGroupQuadsNV, the first two dimensions of the workgroup "
     "must be even, but they are {0} and {1}",
     "VUID-StandaloneSpirv-DerivativeGroupQuadsNV-04684", Severity::kError,
     kInVulkan},
    {"mode.derivativegrouplinearnv.multiple-of-4", kDerivativesNv,
     "with DerivativeGroupLinearNV, the size of the workgroup must be a "
     "multiple of 4, but it is {0} × {1} × {2}",
     "VUID-StandaloneSpirv-DerivativeGroupLinearNV-04778", Severity::kError,
     kInVulkan},
    {"mode.tileshadingrateqcom.no-local-size", "SPV_QCOM_tile_shading",
     "an entry point with TileShadingRateQCOM must not also have {0}",
     "VUID-StandaloneSpirv-TileShadingRateQCOM-10692", Severity::kError,
     kInVulkan},
    {"mode.maxworkgroupsizeintel.localsize", kKernelAttributes,
     "the workgroup has size {0} in a dimension that MaxWorkgroupSizeINTEL "
     "limits to {1}"},
    {"mode.maxworkdimintel.localsize", kKernelAttributes,
     "the workgroup has size {0} in a dimension beyond the {1} that "
     "MaxWorkDimINTEL allows"},
});

Place PlaceOf(const ExecutionModeRow& mode) {
  return Place::At(mode.at, operand::ExecutionMode::kMode);
}

void CheckDerivativeGroups(ModuleContext& context, const EntryFunction& entry,
                           const WorkgroupSize& size) {
  const FeatureSet& features = context.features();
  const bool is_nv = features.Has(Extension::kNvComputeShaderDerivatives) &&
                     !features.Has(Extension::kKhrComputeShaderDerivatives);
  if (const ExecutionModeRow* quads =
          entry.Find(ExecutionMode::kDerivativeGroupQuadsKHR);
      quads != nullptr && (size[0] % 2 != 0 || size[1] % 2 != 0)) {
    context.Report(is_nv ? R("mode.derivativegroupquadsnv.even-size")
                         : R("mode.derivativegroupquads.even-size"),
                   PlaceOf(*quads), {size[0], size[1]});
  }
  // The low bits of a product depend only on the low bits of the factors.
  if (const ExecutionModeRow* linear =
          entry.Find(ExecutionMode::kDerivativeGroupLinearKHR);
      linear != nullptr &&
      (size[0] % 4) * (size[1] % 4) * (size[2] % 4) % 4 != 0) {
    context.Report(is_nv ? R("mode.derivativegrouplinearnv.multiple-of-4")
                         : R("mode.derivativegrouplinear.multiple-of-4"),
                   PlaceOf(*linear), {size[0], size[1], size[2]});
  }
}

bool HasZero(const WorkgroupSize& size) {
  return std::count(size.begin(), size.end(), 0) != 0;
}

// Checks the limits of a kernel against its LocalSize.
void CheckKernelLimits(ModuleContext& context, const EntryFunction& entry) {
  const ExecutionModeRow* local_size = entry.Find(ExecutionMode::kLocalSize);
  if (local_size == nullptr) return;
  const auto size = ReadSizeLiterals(context, *local_size);
  if (!size) return;
  if (const auto* largest = entry.Find(ExecutionMode::kMaxWorkgroupSizeINTEL)) {
    const auto limit = ReadSizeLiterals(context, *largest);
    for (uint32_t d = 0; limit && d < size->size(); ++d) {
      if ((*size)[d] <= (*limit)[d]) continue;
      context
          .Report(R("mode.maxworkgroupsizeintel.localsize"),
                  Place::At(local_size->at, kSizeOperands + d),
                  {(*size)[d], (*limit)[d]})
          .Note("the limit is here", PlaceOf(*largest));
      return;
    }
  }
  if (const auto* dims = entry.Find(ExecutionMode::kMaxWorkDimINTEL)) {
    for (uint32_t d = dims->first_word; d < size->size(); ++d) {
      if ((*size)[d] == 1) continue;
      context
          .Report(R("mode.maxworkdimintel.localsize"),
                  Place::At(local_size->at, kSizeOperands + d),
                  {(*size)[d], dims->first_word})
          .Note("the limit is here", PlaceOf(*dims));
      return;
    }
  }
}

// The size that applies to the workgroups of all entry points of a module.
struct ModuleSize {
  Id object;  // decorated with WorkgroupSize; kNoId if there is none
  std::optional<WorkgroupSize> size;
};

ModuleSize CheckModuleSize(ModuleContext& context) {
  const Id object = FindSizeObject(context);
  if (object == kNoId) return {object, std::nullopt};
  const std::optional<WorkgroupSize> size = ReadSizeOfObject(context, object);
  if (!size || !HasZero(*size)) return {object, size};
  context.Report(R("mode.localsize.not-zero"),
                 Place::At(context.module().def(object)),
                 {(*size)[0], (*size)[1], (*size)[2]});
  return {object, std::nullopt};
}

// The rate already determines the size of workgroups.
void CheckTileRate(ModuleContext& context, const EntryFunction& entry,
                   const ExecutionModeRow& local_size) {
  const ExecutionModeRow* rate =
      entry.Find(ExecutionMode::kTileShadingRateQCOM);
  if (rate == nullptr) return;
  context
      .Report(R("mode.tileshadingrateqcom.no-local-size"), PlaceOf(local_size),
              {Arg::Enumerant(Kind::kExecutionMode, local_size.mode)})
      .Note("the rate is stated here", PlaceOf(*rate));
}

void CheckWorkgroup(ModuleContext& context, const EntryFunction& entry,
                    const ModuleSize& all) {
  const ExecutionModeRow* local_size = entry.Find(ExecutionMode::kLocalSize);
  if (local_size == nullptr) {
    local_size = entry.Find(ExecutionMode::kLocalSizeId);
  }
  std::optional<WorkgroupSize> size;
  if (local_size != nullptr) {
    CheckTileRate(context, entry, *local_size);
    size = ReadLocalSize(context, *local_size);
    if (size && HasZero(*size)) {
      context.Report(R("mode.localsize.not-zero"), PlaceOf(*local_size),
                     {(*size)[0], (*size)[1], (*size)[2]});
      return;
    }
  }
  CheckKernelLimits(context, entry);
  if (all.object != kNoId) {
    size = all.size;
  } else if (local_size == nullptr &&
             entry.Find(ExecutionMode::kTileShadingRateQCOM) == nullptr) {
    for (const EntryPointRow& e : entry.entry_points) {
      if (!kSizedModels.Contains(e.model)) continue;
      for (const Rule* rule :
           {&R("mode.glcompute.workgroup-size-required"),
            &R("mode.glcompute.opengl-workgroup-size-required")}) {
        context.Report(*rule, Place::At(e.at),
                       {Arg::Enumerant(Kind::kExecutionModel, e.model)});
      }
    }
  }
  if (size) CheckDerivativeGroups(context, entry, *size);
}

void CheckWorkgroups(ModuleContext& context) {
  const ModuleSize all = CheckModuleSize(context);
  for (const EntryFunction& entry : context.entry_points().functions()) {
    CheckWorkgroup(context, entry, all);
  }
}

}  // namespace

extern constinit const Family kWorkgroupSize(
    R, kModuleCheck<Phase::kSummaries, CheckWorkgroups>);

}  // namespace plumb

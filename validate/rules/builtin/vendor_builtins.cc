// Built-ins of vendors (extensions of AMD, ARM, NVIDIA and Qualcomm).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

using builtin_models::kFragment;

constexpr Models kFragmentOrCompute = {
    {ExecutionModel::kFragment, ExecutionModel::kGLCompute},
    "fragment and compute shaders"};
constexpr Models kViewing = {
    {ExecutionModel::kVertex, ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry,
     ExecutionModel::kMeshNV},
    "vertex, tessellation, geometry and MeshNV shaders"};
constexpr Models kStereo = {
    {ExecutionModel::kVertex, ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry},
    "vertex, tessellation and geometry shaders"};

constexpr BuiltInType kFloat32x4Array = {
    ArrayOf(kFloat32Vector4), "an array of vectors of four 32-bit floats"};

namespace type = builtin_type;

constexpr BuiltInRow kRows[] = {
    {.builtin = BuiltIn::kBaryCoordNoPerspAMD,
     .models =
         IsFor(kFragment, "builtin.barycoordnoperspamd.execution-model",
               "SPV_AMD_shader_explicit_vertex_parameter",
               "VUID-BaryCoordNoPerspAMD-BaryCoordNoPerspAMD-04157", kInVulkan),
     .storage =
         Also("builtin.barycoordamd.storage-class",
              Is(Direction::kInput, "builtin.barycoordnoperspamd.storage-class",
                 "SPV_AMD_shader_explicit_vertex_parameter",
                 "VUID-BaryCoordNoPerspAMD-BaryCoordNoPerspAMD-04158")),
     .type =
         Also("builtin.barycoordamd.type",
              HasType(type::kFloat32x2, "builtin.barycoordnoperspamd.type",
                      "SPV_AMD_shader_explicit_vertex_parameter",
                      "VUID-BaryCoordNoPerspAMD-BaryCoordNoPerspAMD-04159"))},
    {.builtin = BuiltIn::kBaryCoordNoPerspCentroidAMD,
     .models = IsFor(
         kFragment, "builtin.barycoordnoperspcentroidamd.execution-model",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordNoPerspCentroidAMD-BaryCoordNoPerspCentroidAMD-04163",
         kInVulkan),
     .storage = Is(
         Direction::kInput, "builtin.barycoordnoperspcentroidamd.storage-class",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordNoPerspCentroidAMD-BaryCoordNoPerspCentroidAMD-04164"),
     .type =
         HasType(type::kFloat32x2, "builtin.barycoordnoperspcentroidamd.type",
                 "SPV_AMD_shader_explicit_vertex_parameter", "")},
    {.builtin = BuiltIn::kBaryCoordNoPerspSampleAMD,
     .models =
         IsFor(kFragment, "builtin.barycoordnoperspsampleamd.execution-model",
               "SPV_AMD_shader_explicit_vertex_parameter",
               "VUID-BaryCoordNoPerspSampleAMD-BaryCoordNoPerspSampleAMD-04166",
               kInVulkan),
     .storage = Is(
         Direction::kInput, "builtin.barycoordnoperspsampleamd.storage-class",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordNoPerspSampleAMD-BaryCoordNoPerspSampleAMD-04167"),
     .type = HasType(
         type::kFloat32x2, "builtin.barycoordnoperspsampleamd.type",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordNoPerspSampleAMD-BaryCoordNoPerspSampleAMD-04168")},
    {.builtin = BuiltIn::kBaryCoordSmoothAMD,
     .models =
         IsFor(kFragment, "builtin.barycoordsmoothamd.execution-model",
               "SPV_AMD_shader_explicit_vertex_parameter",
               "VUID-BaryCoordSmoothAMD-BaryCoordSmoothAMD-04172", kInVulkan),
     .storage =
         Is(Direction::kInput, "builtin.barycoordsmoothamd.storage-class",
            "SPV_AMD_shader_explicit_vertex_parameter",
            "VUID-BaryCoordSmoothAMD-BaryCoordSmoothAMD-04173"),
     .type = HasType(type::kFloat32x2, "builtin.barycoordsmoothamd.type",
                     "SPV_AMD_shader_explicit_vertex_parameter",
                     "VUID-BaryCoordSmoothAMD-BaryCoordSmoothAMD-04174")},
    {.builtin = BuiltIn::kBaryCoordSmoothCentroidAMD,
     .models = IsFor(
         kFragment, "builtin.barycoordsmoothcentroidamd.execution-model",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordSmoothCentroidAMD-BaryCoordSmoothCentroidAMD-04175",
         kInVulkan),
     .storage = Is(
         Direction::kInput, "builtin.barycoordsmoothcentroidamd.storage-class",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordSmoothCentroidAMD-BaryCoordSmoothCentroidAMD-04176"),
     .type = HasType(
         type::kFloat32x2, "builtin.barycoordsmoothcentroidamd.type",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordSmoothCentroidAMD-BaryCoordSmoothCentroidAMD-04177")},
    {.builtin = BuiltIn::kBaryCoordSmoothSampleAMD,
     .models =
         IsFor(kFragment, "builtin.barycoordsmoothsampleamd.execution-model",
               "SPV_AMD_shader_explicit_vertex_parameter",
               "VUID-BaryCoordSmoothSampleAMD-BaryCoordSmoothSampleAMD-04178",
               kInVulkan),
     .storage =
         Is(Direction::kInput, "builtin.barycoordsmoothsampleamd.storage-class",
            "SPV_AMD_shader_explicit_vertex_parameter",
            "VUID-BaryCoordSmoothSampleAMD-BaryCoordSmoothSampleAMD-04179"),
     .type = HasType(
         type::kFloat32x2, "builtin.barycoordsmoothsampleamd.type",
         "SPV_AMD_shader_explicit_vertex_parameter",
         "VUID-BaryCoordSmoothSampleAMD-BaryCoordSmoothSampleAMD-04180")},
    {.builtin = BuiltIn::kBaryCoordPullModelAMD,
     .models = IsFor(kFragment, "builtin.barycoordpullmodelamd.execution-model",
                     "SPV_AMD_shader_explicit_vertex_parameter",
                     "VUID-BaryCoordPullModelAMD-BaryCoordPullModelAMD-04169",
                     kInVulkan),
     .storage =
         Is(Direction::kInput, "builtin.barycoordpullmodelamd.storage-class",
            "SPV_AMD_shader_explicit_vertex_parameter",
            "VUID-BaryCoordPullModelAMD-BaryCoordPullModelAMD-04170"),
     .type = HasType(type::kFloat32x3, "builtin.barycoordpullmodelamd.type",
                     "SPV_AMD_shader_explicit_vertex_parameter",
                     "VUID-BaryCoordPullModelAMD-BaryCoordPullModelAMD-04171")},
    {.builtin = BuiltIn::kShaderIndexAMDX,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.shaderindexamdx.storage-class",
                    "SPV_AMDX_shader_enqueue",
                    "VUID-ShaderIndexAMDX-ShaderIndexAMDX-09175"),
     .type = HasType(type::kInt32, "builtin.shaderindexamdx.type",
                     "SPV_AMDX_shader_enqueue",
                     "VUID-ShaderIndexAMDX-ShaderIndexAMDX-09176", kInVulkan)},
    {.builtin = BuiltIn::kCoreIDARM,
     .storage = Also(
         "builtin.corebuiltinsarm.storage-class",
         IsInVulkan(Direction::kInput, "builtin.coreidarm.storage-class",
                    "SPV_ARM_core_builtins", "VUID-CoreIDARM-CoreIDARM-07599")),
     .type = Also("builtin.corebuiltinsarm.type",
                  HasType(type::kInt32, "builtin.coreidarm.type",
                          "SPV_ARM_core_builtins",
                          "VUID-CoreIDARM-CoreIDARM-07600", kInVulkan))},
    {.builtin = BuiltIn::kCoreCountARM,
     .storage = IsInVulkan(
         Direction::kInput, "builtin.corecountarm.storage-class",
         "SPV_ARM_core_builtins", "VUID-CoreCountARM-CoreCountARM-07595"),
     .type = HasType(type::kInt32, "builtin.corecountarm.type",
                     "SPV_ARM_core_builtins",
                     "VUID-CoreCountARM-CoreCountARM-07596", kInVulkan)},
    {.builtin = BuiltIn::kCoreMaxIDARM,
     .storage = IsInVulkan(
         Direction::kInput, "builtin.coremaxidarm.storage-class",
         "SPV_ARM_core_builtins", "VUID-CoreMaxIDARM-CoreMaxIDARM-07597"),
     .type = HasType(type::kInt32, "builtin.coremaxidarm.type",
                     "SPV_ARM_core_builtins",
                     "VUID-CoreMaxIDARM-CoreMaxIDARM-07598", kInVulkan)},
    {.builtin = BuiltIn::kWarpIDARM,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.warpidarm.storage-class",
                    "SPV_ARM_core_builtins", "VUID-WarpIDARM-WarpIDARM-07603"),
     .type = HasType(type::kInt32, "builtin.warpidarm.type",
                     "SPV_ARM_core_builtins", "VUID-WarpIDARM-WarpIDARM-07604",
                     kInVulkan)},
    {.builtin = BuiltIn::kWarpMaxIDARM,
     .storage = IsInVulkan(
         Direction::kInput, "builtin.warpmaxidarm.storage-class",
         "SPV_ARM_core_builtins", "VUID-WarpMaxIDARM-WarpMaxIDARM-07601"),
     .type = HasType(type::kInt32, "builtin.warpmaxidarm.type",
                     "SPV_ARM_core_builtins",
                     "VUID-WarpMaxIDARM-WarpMaxIDARM-07602", kInVulkan)},
    {.builtin = BuiltIn::kWarpsPerSMNV,
     .storage = IsInVulkan(
         Direction::kInput, "builtin.warpspersmnv.storage-class",
         "SPV_NV_shader_sm_builtins", "VUID-WarpsPerSMNV-WarpsPerSMNV-04418"),
     .type = HasType(type::kInt32, "builtin.warpspersmnv.type",
                     "SPV_NV_shader_sm_builtins",
                     "VUID-WarpsPerSMNV-WarpsPerSMNV-04419", kInVulkan)},
    {.builtin = BuiltIn::kSMCountNV,
     .storage = IsInVulkan(Direction::kInput, "builtin.smcountnv.storage-class",
                           "SPV_NV_shader_sm_builtins",
                           "VUID-SMCountNV-SMCountNV-04363"),
     .type = HasType(type::kInt32, "builtin.smcountnv.type",
                     "SPV_NV_shader_sm_builtins",
                     "VUID-SMCountNV-SMCountNV-04364", kInVulkan)},
    {.builtin = BuiltIn::kWarpIDNV,
     .storage = IsInVulkan(Direction::kInput, "builtin.warpidnv.storage-class",
                           "SPV_NV_shader_sm_builtins",
                           "VUID-WarpIDNV-WarpIDNV-04420"),
     .type = HasType(type::kInt32, "builtin.warpidnv.type",
                     "SPV_NV_shader_sm_builtins",
                     "VUID-WarpIDNV-WarpIDNV-04421", kInVulkan)},
    {.builtin = BuiltIn::kSMIDNV,
     .storage = Also(
         "builtin.smbuiltinsnv.storage-class",
         IsInVulkan(Direction::kInput, "builtin.smidnv.storage-class",
                    "SPV_NV_shader_sm_builtins", "VUID-SMIDNV-SMIDNV-04365")),
     .type = Also("builtin.smbuiltinsnv.type",
                  HasType(type::kInt32, "builtin.smidnv.type",
                          "SPV_NV_shader_sm_builtins",
                          "VUID-SMIDNV-SMIDNV-04366", kInVulkan))},
    {.builtin = BuiltIn::kViewportMaskNV,
     .models = IsFor(kViewing, "builtin.viewportmasknv.execution-model",
                     "SPV_NV_viewport_array2",
                     "VUID-ViewportMaskNV-ViewportMaskNV-04409"),
     .storage = Is(Direction::kOutput, "builtin.viewportmasknv.storage-class",
                   "SPV_NV_viewport_array2",
                   "VUID-ViewportMaskNV-ViewportMaskNV-04410"),
     .type = OrArrayOf(HasType(type::kInt32Array, "builtin.viewportmasknv.type",
                               "SPV_NV_viewport_array2",
                               "VUID-ViewportMaskNV-ViewportMaskNV-04411",
                               kInVulkan))},
    {.builtin = BuiltIn::kSecondaryPositionNV,
     .models = IsFor(kStereo, "builtin.secondarypositionnv.execution-model",
                     "SPV_NV_stereo_view_rendering", ""),
     .storage =
         Is(Direction::kEither, "builtin.secondarypositionnv.storage-class",
            "SPV_NV_stereo_view_rendering", "")},
    {.builtin = BuiltIn::kSecondaryViewportMaskNV,
     .models = IsFor(kStereo, "builtin.secondaryviewportmasknv.execution-model",
                     "SPV_NV_stereo_view_rendering", ""),
     .storage =
         Is(Direction::kOutput, "builtin.secondaryviewportmasknv.storage-class",
            "SPV_NV_stereo_view_rendering", "")},
    {.builtin = BuiltIn::kPositionPerViewNV,
     .models = IsFor(kViewing, "builtin.positionperviewnv.execution-model",
                     "SPV_NVX_multiview_per_view_attributes",
                     "VUID-PositionPerViewNV-PositionPerViewNV-04322"),
     .storage =
         Is(Direction::kEither, "builtin.positionperviewnv.storage-class",
            "SPV_NVX_multiview_per_view_attributes",
            "VUID-PositionPerViewNV-PositionPerViewNV-04324"),
     .type = OrArrayOf(
         HasType(kFloat32x4Array, "builtin.positionperviewnv.type",
                 "SPV_NVX_multiview_per_view_attributes",
                 "VUID-PositionPerViewNV-PositionPerViewNV-04325", kInVulkan))},
    {.builtin = BuiltIn::kViewportMaskPerViewNV,
     .models = IsFor(kViewing, "builtin.viewportmaskperviewnv.execution-model",
                     "SPV_NVX_multiview_per_view_attributes",
                     "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04412"),
     .storage =
         Is(Direction::kOutput, "builtin.viewportmaskperviewnv.storage-class",
            "SPV_NVX_multiview_per_view_attributes",
            "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04413"),
     .type = OrArrayOf(
         HasType(type::kInt32Array, "builtin.viewportmaskperviewnv.type",
                 "SPV_NVX_multiview_per_view_attributes",
                 "VUID-ViewportMaskPerViewNV-ViewportMaskPerViewNV-04414",
                 kInVulkan),
         Arrayed::kMembersToo)},
    {.builtin = BuiltIn::kTileOffsetQCOM,
     .models = Also(
         "builtin.tileshadingqcom.execution-model",
         IsFor(kFragmentOrCompute, "builtin.tileoffsetqcom.execution-model",
               "SPV_QCOM_tile_shading",
               "VUID-TileOffsetQCOM-TileOffsetQCOM-10626")),
     .storage = Also(
         "builtin.tileshadingqcom.storage-class",
         IsInVulkan(Direction::kInput, "builtin.tileoffsetqcom.storage-class",
                    "SPV_QCOM_tile_shading",
                    "VUID-TileOffsetQCOM-TileOffsetQCOM-10627")),
     .type = Also("builtin.tileshadingqcom.type",
                  HasType(type::kInt32x2, "builtin.tileoffsetqcom.type",
                          "SPV_QCOM_tile_shading",
                          "VUID-TileOffsetQCOM-TileOffsetQCOM-10628"))},
    {.builtin = BuiltIn::kTileDimensionQCOM,
     .models =
         IsFor(kFragmentOrCompute, "builtin.tiledimensionqcom.execution-model",
               "SPV_QCOM_tile_shading",
               "VUID-TileDimensionQCOM-TileDimensionQCOM-10629"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.tiledimensionqcom.storage-class",
                           "SPV_QCOM_tile_shading",
                           "VUID-TileDimensionQCOM-TileDimensionQCOM-10630"),
     .type = HasType(type::kInt32x3, "builtin.tiledimensionqcom.type",
                     "SPV_QCOM_tile_shading",
                     "VUID-TileDimensionQCOM-TileDimensionQCOM-10631")},
    {.builtin = BuiltIn::kTileApronSizeQCOM,
     .models =
         IsFor(kFragmentOrCompute, "builtin.tileapronsizeqcom.execution-model",
               "SPV_QCOM_tile_shading",
               "VUID-TileApronSizeQCOM-TileApronSizeQCOM-10632"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.tileapronsizeqcom.storage-class",
                           "SPV_QCOM_tile_shading",
                           "VUID-TileApronSizeQCOM-TileApronSizeQCOM-10633"),
     .type = HasType(type::kInt32x2, "builtin.tileapronsizeqcom.type",
                     "SPV_QCOM_tile_shading",
                     "VUID-TileApronSizeQCOM-TileApronSizeQCOM-10634")},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kVendorRows = kRows;

extern constinit const Family kVendorBuiltins = {.rules = kRules.rules()};

}  // namespace plumb

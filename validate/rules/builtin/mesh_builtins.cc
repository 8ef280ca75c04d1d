// Built-ins of task and mesh shaders (SPV_EXT_mesh_shader, SPV_NV_mesh_shader).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

constexpr Models kMeshExt = {{ExecutionModel::kMeshEXT}, "MeshEXT shaders"};
constexpr Models kMeshNv = {{ExecutionModel::kMeshNV}, "MeshNV shaders"};
constexpr Models kTaskNv = {{ExecutionModel::kTaskNV}, "TaskNV shaders"};
constexpr Models kTaskOrMeshNv = {
    {ExecutionModel::kTaskNV, ExecutionModel::kMeshNV},
    "TaskNV and MeshNV shaders"};

constexpr BuiltInType kInt32x2Array = {
    ArrayOf(builtin_type::kInt32x2.pattern),
    "an array of vectors of two 32-bit integers"};
constexpr BuiltInType kInt32x3Array = {
    ArrayOf(builtin_type::kInt32x3.pattern),
    "an array of vectors of three 32-bit integers"};
constexpr BuiltInType kFloat32Arrays = {
    ArrayOf(builtin_type::kFloat32Array.pattern),
    "an array of arrays of 32-bit floats"};

namespace type = builtin_type;

constexpr BuiltInRow kRows[] = {
    {.builtin = BuiltIn::kPrimitivePointIndicesEXT,
     .models =
         IsFor(kMeshExt, "builtin.primitivepointindicesext.execution-model",
               "SPV_EXT_mesh_shader",
               "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07041"),
     .storage = Is(
         Direction::kOutput, "builtin.primitivepointindicesext.storage-class",
         "SPV_EXT_mesh_shader",
         "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07043"),
     .type =
         HasType(type::kInt32Array, "builtin.primitivepointindicesext.type",
                 "SPV_EXT_mesh_shader",
                 "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07044",
                 kInVulkan)},
    {.builtin = BuiltIn::kPrimitiveLineIndicesEXT,
     .models =
         IsFor(kMeshExt, "builtin.primitivelineindicesext.execution-model",
               "SPV_EXT_mesh_shader",
               "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07047"),
     .storage =
         Is(Direction::kOutput, "builtin.primitivelineindicesext.storage-class",
            "SPV_EXT_mesh_shader",
            "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07049"),
     .type =
         HasType(kInt32x2Array, "builtin.primitivelineindicesext.type",
                 "SPV_EXT_mesh_shader",
                 "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07050",
                 kInVulkan)},
    {.builtin = BuiltIn::kPrimitiveTriangleIndicesEXT,
     .models = IsFor(
         kMeshExt, "builtin.primitivetriangleindicesext.execution-model",
         "SPV_EXT_mesh_shader",
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07053"),
     .storage = Is(
         Direction::kOutput,
         "builtin.primitivetriangleindicesext.storage-class",
         "SPV_EXT_mesh_shader",
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07055"),
     .type = HasType(
         kInt32x3Array, "builtin.primitivetriangleindicesext.type",
         "SPV_EXT_mesh_shader",
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07056",
         kInVulkan)},
    {.builtin = BuiltIn::kCullPrimitiveEXT,
     .models = IsFor(kMeshExt, "builtin.cullprimitiveext.execution-model",
                     "SPV_EXT_mesh_shader",
                     "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07034"),
     .storage = IsInVulkan(
         Direction::kOutput, "builtin.cullprimitiveext.storage-class",
         "SPV_EXT_mesh_shader", "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07035"),
     .type = OrArrayOf(HasType(
         type::kBool, "builtin.cullprimitiveext.type", "SPV_EXT_mesh_shader",
         "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07036", kInVulkan))},
    {.builtin = BuiltIn::kTaskCountNV,
     .models =
         IsFor(kTaskNv, "builtin.taskcountnv.execution-model",
               "SPV_NV_mesh_shader", "VUID-TaskCountNV-TaskCountNV-04384"),
     .storage = Is(Direction::kOutput, "builtin.taskcountnv.storage-class",
                   "SPV_NV_mesh_shader", "VUID-TaskCountNV-TaskCountNV-04385"),
     .type =
         HasType(type::kInt32, "builtin.taskcountnv.type", "SPV_NV_mesh_shader",
                 "VUID-TaskCountNV-TaskCountNV-04386", kInVulkan)},
    {.builtin = BuiltIn::kPrimitiveCountNV,
     .models = IsFor(kMeshNv, "builtin.primitivecountnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-PrimitiveCountNV-PrimitiveCountNV-04327"),
     .storage = Is(Direction::kOutput, "builtin.primitivecountnv.storage-class",
                   "SPV_NV_mesh_shader",
                   "VUID-PrimitiveCountNV-PrimitiveCountNV-04328"),
     .type = HasType(
         type::kInt32, "builtin.primitivecountnv.type", "SPV_NV_mesh_shader",
         "VUID-PrimitiveCountNV-PrimitiveCountNV-04329", kInVulkan)},
    {.builtin = BuiltIn::kPrimitiveIndicesNV,
     .models = IsFor(kMeshNv, "builtin.primitiveindicesnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04338"),
     .storage =
         Is(Direction::kOutput, "builtin.primitiveindicesnv.storage-class",
            "SPV_NV_mesh_shader",
            "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04339"),
     .type = HasType(type::kInt32Array, "builtin.primitiveindicesnv.type",
                     "SPV_NV_mesh_shader",
                     "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04340",
                     kInVulkan)},
    {.builtin = BuiltIn::kClipDistancePerViewNV,
     .models = IsFor(kMeshNv, "builtin.clipdistanceperviewnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04192"),
     .storage =
         Is(Direction::kOutput, "builtin.clipdistanceperviewnv.storage-class",
            "SPV_NV_mesh_shader",
            "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04193"),
     .type = OrArrayOf(HasType(
         kFloat32Arrays, "builtin.clipdistanceperviewnv.type",
         "SPV_NV_mesh_shader",
         "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04195", kInVulkan))},
    {.builtin = BuiltIn::kCullDistancePerViewNV,
     .models = IsFor(kMeshNv, "builtin.culldistanceperviewnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04201"),
     .storage =
         Is(Direction::kOutput, "builtin.culldistanceperviewnv.storage-class",
            "SPV_NV_mesh_shader",
            "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04202"),
     .type = OrArrayOf(HasType(
         kFloat32Arrays, "builtin.culldistanceperviewnv.type",
         "SPV_NV_mesh_shader",
         "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04204", kInVulkan))},
    {.builtin = BuiltIn::kLayerPerViewNV,
     .models = IsFor(kMeshNv, "builtin.layerperviewnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-LayerPerViewNV-LayerPerViewNV-04277"),
     .storage =
         Is(Direction::kOutput, "builtin.layerperviewnv.storage-class",
            "SPV_NV_mesh_shader", "VUID-LayerPerViewNV-LayerPerViewNV-04278"),
     .type = OrArrayOf(HasType(
         type::kInt32Array, "builtin.layerperviewnv.type", "SPV_NV_mesh_shader",
         "VUID-LayerPerViewNV-LayerPerViewNV-04280", kInVulkan))},
    {.builtin = BuiltIn::kMeshViewCountNV,
     .models = IsFor(kTaskOrMeshNv, "builtin.meshviewcountnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-MeshViewCountNV-MeshViewCountNV-04287"),
     .storage =
         Is(Direction::kInput, "builtin.meshviewcountnv.storage-class",
            "SPV_NV_mesh_shader", "VUID-MeshViewCountNV-MeshViewCountNV-04288"),
     .type = HasType(type::kInt32, "builtin.meshviewcountnv.type",
                     "SPV_NV_mesh_shader",
                     "VUID-MeshViewCountNV-MeshViewCountNV-04289", kInVulkan)},
    {.builtin = BuiltIn::kMeshViewIndicesNV,
     .models = IsFor(kTaskOrMeshNv, "builtin.meshviewindicesnv.execution-model",
                     "SPV_NV_mesh_shader",
                     "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04290"),
     .storage = Is(Direction::kInput, "builtin.meshviewindicesnv.storage-class",
                   "SPV_NV_mesh_shader",
                   "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04291"),
     .type =
         HasType(type::kInt32Array, "builtin.meshviewindicesnv.type",
                 "SPV_NV_mesh_shader",
                 "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04292", kInVulkan)},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kMeshRows = kRows;

extern constinit const Family kMeshBuiltins = {.rules = kRules.rules()};

}  // namespace plumb

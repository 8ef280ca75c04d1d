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
    {BuiltIn::kPrimitivePointIndicesEXT, "SPV_EXT_mesh_shader",
     IsFor(kMeshExt, "builtin.primitivepointindicesext.execution-model",
           "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07041"),
     Is(Direction::kOutput, "builtin.primitivepointindicesext.storage-class",
        "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07043"),
     HasType(type::kInt32Array, "builtin.primitivepointindicesext.type",
             "VUID-PrimitivePointIndicesEXT-PrimitivePointIndicesEXT-07044",
             kInVulkan)},
    {BuiltIn::kPrimitiveLineIndicesEXT, "SPV_EXT_mesh_shader",
     IsFor(kMeshExt, "builtin.primitivelineindicesext.execution-model",
           "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07047"),
     Is(Direction::kOutput, "builtin.primitivelineindicesext.storage-class",
        "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07049"),
     HasType(kInt32x2Array, "builtin.primitivelineindicesext.type",
             "VUID-PrimitiveLineIndicesEXT-PrimitiveLineIndicesEXT-07050",
             kInVulkan)},
    {BuiltIn::kPrimitiveTriangleIndicesEXT, "SPV_EXT_mesh_shader",
     IsFor(
         kMeshExt, "builtin.primitivetriangleindicesext.execution-model",
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07053"),
     Is(Direction::kOutput, "builtin.primitivetriangleindicesext.storage-class",
        "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07055"),
     HasType(
         kInt32x3Array, "builtin.primitivetriangleindicesext.type",
         "VUID-PrimitiveTriangleIndicesEXT-PrimitiveTriangleIndicesEXT-07056",
         kInVulkan)},
    {BuiltIn::kCullPrimitiveEXT, "SPV_EXT_mesh_shader",
     IsFor(kMeshExt, "builtin.cullprimitiveext.execution-model",
           "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07034"),
     IsInVulkan(Direction::kOutput, "builtin.cullprimitiveext.storage-class",
                "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07035"),
     OrArrayOf(HasType(type::kBool, "builtin.cullprimitiveext.type",
                       "VUID-CullPrimitiveEXT-CullPrimitiveEXT-07036",
                       kInVulkan))},
    {BuiltIn::kTaskCountNV, "SPV_NV_mesh_shader",
     IsFor(kTaskNv, "builtin.taskcountnv.execution-model",
           "VUID-TaskCountNV-TaskCountNV-04384"),
     Is(Direction::kOutput, "builtin.taskcountnv.storage-class",
        "VUID-TaskCountNV-TaskCountNV-04385"),
     HasType(type::kInt32, "builtin.taskcountnv.type",
             "VUID-TaskCountNV-TaskCountNV-04386", kInVulkan)},
    {BuiltIn::kPrimitiveCountNV, "SPV_NV_mesh_shader",
     IsFor(kMeshNv, "builtin.primitivecountnv.execution-model",
           "VUID-PrimitiveCountNV-PrimitiveCountNV-04327"),
     Is(Direction::kOutput, "builtin.primitivecountnv.storage-class",
        "VUID-PrimitiveCountNV-PrimitiveCountNV-04328"),
     HasType(type::kInt32, "builtin.primitivecountnv.type",
             "VUID-PrimitiveCountNV-PrimitiveCountNV-04329", kInVulkan)},
    {BuiltIn::kPrimitiveIndicesNV, "SPV_NV_mesh_shader",
     IsFor(kMeshNv, "builtin.primitiveindicesnv.execution-model",
           "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04338"),
     Is(Direction::kOutput, "builtin.primitiveindicesnv.storage-class",
        "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04339"),
     HasType(type::kInt32Array, "builtin.primitiveindicesnv.type",
             "VUID-PrimitiveIndicesNV-PrimitiveIndicesNV-04340", kInVulkan)},
    {BuiltIn::kClipDistancePerViewNV, "SPV_NV_mesh_shader",
     IsFor(kMeshNv, "builtin.clipdistanceperviewnv.execution-model",
           "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04192"),
     Is(Direction::kOutput, "builtin.clipdistanceperviewnv.storage-class",
        "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04193"),
     OrArrayOf(HasType(kFloat32Arrays, "builtin.clipdistanceperviewnv.type",
                       "VUID-ClipDistancePerViewNV-ClipDistancePerViewNV-04195",
                       kInVulkan))},
    {BuiltIn::kCullDistancePerViewNV, "SPV_NV_mesh_shader",
     IsFor(kMeshNv, "builtin.culldistanceperviewnv.execution-model",
           "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04201"),
     Is(Direction::kOutput, "builtin.culldistanceperviewnv.storage-class",
        "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04202"),
     OrArrayOf(HasType(kFloat32Arrays, "builtin.culldistanceperviewnv.type",
                       "VUID-CullDistancePerViewNV-CullDistancePerViewNV-04204",
                       kInVulkan))},
    {BuiltIn::kLayerPerViewNV, "SPV_NV_mesh_shader",
     IsFor(kMeshNv, "builtin.layerperviewnv.execution-model",
           "VUID-LayerPerViewNV-LayerPerViewNV-04277"),
     Is(Direction::kOutput, "builtin.layerperviewnv.storage-class",
        "VUID-LayerPerViewNV-LayerPerViewNV-04278"),
     OrArrayOf(HasType(type::kInt32Array, "builtin.layerperviewnv.type",
                       "VUID-LayerPerViewNV-LayerPerViewNV-04280", kInVulkan))},
    {BuiltIn::kMeshViewCountNV, "SPV_NV_mesh_shader",
     IsFor(kTaskOrMeshNv, "builtin.meshviewcountnv.execution-model",
           "VUID-MeshViewCountNV-MeshViewCountNV-04287"),
     Is(Direction::kInput, "builtin.meshviewcountnv.storage-class",
        "VUID-MeshViewCountNV-MeshViewCountNV-04288"),
     HasType(type::kInt32, "builtin.meshviewcountnv.type",
             "VUID-MeshViewCountNV-MeshViewCountNV-04289", kInVulkan)},
    {BuiltIn::kMeshViewIndicesNV, "SPV_NV_mesh_shader",
     IsFor(kTaskOrMeshNv, "builtin.meshviewindicesnv.execution-model",
           "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04290"),
     Is(Direction::kInput, "builtin.meshviewindicesnv.storage-class",
        "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04291"),
     HasType(type::kInt32Array, "builtin.meshviewindicesnv.type",
             "VUID-MeshViewIndicesNV-MeshViewIndicesNV-04292", kInVulkan)},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kMeshRows = kRows;

extern constinit const Family kMeshBuiltins(kRules);

}  // namespace plumb

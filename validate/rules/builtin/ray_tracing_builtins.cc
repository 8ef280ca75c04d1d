// Built-ins of ray tracing (SPV_KHR_ray_tracing, and extensions of it).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

using builtin_models::kHit;

constexpr Models kRayTracing = {
    {ExecutionModel::kRayGenerationKHR, ExecutionModel::kIntersectionKHR,
     ExecutionModel::kAnyHitKHR, ExecutionModel::kClosestHitKHR,
     ExecutionModel::kMissKHR, ExecutionModel::kCallableKHR},
    "ray tracing shaders"};
constexpr Models kTraced = {
    {ExecutionModel::kIntersectionKHR, ExecutionModel::kAnyHitKHR,
     ExecutionModel::kClosestHitKHR, ExecutionModel::kMissKHR},
    "intersection, any-hit, closest hit and miss shaders"};
constexpr Models kAfterHit = {
    {ExecutionModel::kAnyHitKHR, ExecutionModel::kClosestHitKHR},
    "any-hit and closest hit shaders"};

constexpr BuiltInType kTwoFloat32 = {ArrayOf(plumb::kFloat32, 2),
                                     "an array of two 32-bit floats"};
constexpr BuiltInType kFloat32x3x4 = {
    kFloat32Matrix4x3, "a matrix of four columns of three 32-bit floats"};
constexpr BuiltInType kThreeFloat32x3 = {
    ArrayOf(kFloat32Vector3, 3),
    "an array of three vectors of three 32-bit floats"};
constexpr BuiltInType kTwoFloat32x3 = {
    ArrayOf(kFloat32Vector3, 2),
    "an array of two vectors of three 32-bit floats"};

namespace type = builtin_type;

constexpr BuiltInRow kRows[] = {
    {.builtin = BuiltIn::kLaunchIdKHR,
     .models =
         IsFor(kRayTracing, "builtin.launchidkhr.execution-model",
               "SPV_KHR_ray_tracing", "VUID-LaunchIdKHR-LaunchIdKHR-04266"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.launchidkhr.storage-class",
         "SPV_KHR_ray_tracing", "VUID-LaunchIdKHR-LaunchIdKHR-04267"),
     .type = HasType(type::kInt32x3, "builtin.launchidkhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-LaunchIdKHR-LaunchIdKHR-04268", kInVulkan)},
    {.builtin = BuiltIn::kLaunchSizeKHR,
     .models =
         IsFor(kRayTracing, "builtin.launchsizekhr.execution-model",
               "SPV_KHR_ray_tracing", "VUID-LaunchSizeKHR-LaunchSizeKHR-04269"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.launchsizekhr.storage-class",
         "SPV_KHR_ray_tracing", "VUID-LaunchSizeKHR-LaunchSizeKHR-04270"),
     .type = HasType(type::kInt32x3, "builtin.launchsizekhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-LaunchSizeKHR-LaunchSizeKHR-04271", kInVulkan)},
    {.builtin = BuiltIn::kWorldRayOriginKHR,
     .models = IsFor(kTraced, "builtin.worldrayoriginkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-WorldRayOriginKHR-WorldRayOriginKHR-04431"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.worldrayoriginkhr.storage-class",
                           "SPV_KHR_ray_tracing",
                           "VUID-WorldRayOriginKHR-WorldRayOriginKHR-04432"),
     .type =
         HasType(type::kFloat32x3, "builtin.worldrayoriginkhr.type",
                 "SPV_KHR_ray_tracing",
                 "VUID-WorldRayOriginKHR-WorldRayOriginKHR-04433", kInVulkan)},
    {.builtin = BuiltIn::kWorldRayDirectionKHR,
     .models = IsFor(kTraced, "builtin.worldraydirectionkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-WorldRayDirectionKHR-WorldRayDirectionKHR-04428"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.worldraydirectionkhr.storage-class",
         "SPV_KHR_ray_tracing",
         "VUID-WorldRayDirectionKHR-WorldRayDirectionKHR-04429"),
     .type = HasType(type::kFloat32x3, "builtin.worldraydirectionkhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-WorldRayDirectionKHR-WorldRayDirectionKHR-04430",
                     kInVulkan)},
    {.builtin = BuiltIn::kRayTminKHR,
     .models = IsFor(kTraced, "builtin.raytminkhr.execution-model",
                     "SPV_KHR_ray_tracing", "VUID-RayTminKHR-RayTminKHR-04351"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.raytminkhr.storage-class",
                    "SPV_KHR_ray_tracing", "VUID-RayTminKHR-RayTminKHR-04352"),
     .type = HasType(type::kFloat32, "builtin.raytminkhr.type",
                     "SPV_KHR_ray_tracing", "VUID-RayTminKHR-RayTminKHR-04353",
                     kInVulkan)},
    {.builtin = BuiltIn::kRayTmaxKHR,
     .models = IsFor(kTraced, "builtin.raytmaxkhr.execution-model",
                     "SPV_KHR_ray_tracing", "VUID-RayTmaxKHR-RayTmaxKHR-04348"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.raytmaxkhr.storage-class",
                    "SPV_KHR_ray_tracing", "VUID-RayTmaxKHR-RayTmaxKHR-04349"),
     .type = HasType(type::kFloat32, "builtin.raytmaxkhr.type",
                     "SPV_KHR_ray_tracing", "VUID-RayTmaxKHR-RayTmaxKHR-04350",
                     kInVulkan)},
    {.builtin = BuiltIn::kIncomingRayFlagsKHR,
     .models = IsFor(kTraced, "builtin.incomingrayflagskhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-IncomingRayFlagsKHR-IncomingRayFlagsKHR-04248"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.incomingrayflagskhr.storage-class",
         "SPV_KHR_ray_tracing",
         "VUID-IncomingRayFlagsKHR-IncomingRayFlagsKHR-04249"),
     .type = HasType(type::kInt32, "builtin.incomingrayflagskhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-IncomingRayFlagsKHR-IncomingRayFlagsKHR-04250",
                     kInVulkan)},
    {.builtin = BuiltIn::kCullMaskKHR,
     .models =
         IsFor(kTraced, "builtin.cullmaskkhr.execution-model",
               "SPV_KHR_ray_cull_mask", "VUID-CullMaskKHR-CullMaskKHR-06735"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.cullmaskkhr.storage-class",
         "SPV_KHR_ray_cull_mask", "VUID-CullMaskKHR-CullMaskKHR-06736"),
     .type = HasType(type::kInt32, "builtin.cullmaskkhr.type",
                     "SPV_KHR_ray_cull_mask",
                     "VUID-CullMaskKHR-CullMaskKHR-06737", kInVulkan)},
    {.builtin = BuiltIn::kCurrentRayTimeNV,
     .models = IsFor(kTraced, "builtin.currentraytimenv.execution-model",
                     "SPV_NV_ray_tracing_motion_blur",
                     "VUID-CurrentRayTimeNV-CurrentRayTimeNV-04942"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.currentraytimenv.storage-class",
                    "SPV_NV_ray_tracing_motion_blur",
                    "VUID-CurrentRayTimeNV-CurrentRayTimeNV-04943"),
     .type =
         HasType(type::kFloat32, "builtin.currentraytimenv.type",
                 "SPV_NV_ray_tracing_motion_blur",
                 "VUID-CurrentRayTimeNV-CurrentRayTimeNV-04944", kInVulkan)},
    {.builtin = BuiltIn::kObjectRayOriginKHR,
     .models = IsFor(kHit, "builtin.objectrayoriginkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-ObjectRayOriginKHR-ObjectRayOriginKHR-04302"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.objectrayoriginkhr.storage-class",
                           "SPV_KHR_ray_tracing",
                           "VUID-ObjectRayOriginKHR-ObjectRayOriginKHR-04303"),
     .type = HasType(type::kFloat32x3, "builtin.objectrayoriginkhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-ObjectRayOriginKHR-ObjectRayOriginKHR-04304",
                     kInVulkan)},
    {.builtin = BuiltIn::kObjectRayDirectionKHR,
     .models = IsFor(kHit, "builtin.objectraydirectionkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-ObjectRayDirectionKHR-ObjectRayDirectionKHR-04299"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.objectraydirectionkhr.storage-class",
         "SPV_KHR_ray_tracing",
         "VUID-ObjectRayDirectionKHR-ObjectRayDirectionKHR-04300"),
     .type = HasType(type::kFloat32x3, "builtin.objectraydirectionkhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-ObjectRayDirectionKHR-ObjectRayDirectionKHR-04301",
                     kInVulkan)},
    {.builtin = BuiltIn::kInstanceCustomIndexKHR,
     .models =
         IsFor(kHit, "builtin.instancecustomindexkhr.execution-model",
               "SPV_KHR_ray_tracing",
               "VUID-InstanceCustomIndexKHR-InstanceCustomIndexKHR-04251"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.instancecustomindexkhr.storage-class",
         "SPV_KHR_ray_tracing",
         "VUID-InstanceCustomIndexKHR-InstanceCustomIndexKHR-04252"),
     .type = HasType(type::kInt32, "builtin.instancecustomindexkhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-InstanceCustomIndexKHR-InstanceCustomIndexKHR-04253",
                     kInVulkan)},
    {.builtin = BuiltIn::kObjectToWorldKHR,
     .models = IsFor(kHit, "builtin.objecttoworldkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-ObjectToWorldKHR-ObjectToWorldKHR-04305"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.objecttoworldkhr.storage-class",
         "SPV_KHR_ray_tracing", "VUID-ObjectToWorldKHR-ObjectToWorldKHR-04306"),
     .type = HasType(
         kFloat32x3x4, "builtin.objecttoworldkhr.type", "SPV_KHR_ray_tracing",
         "VUID-ObjectToWorldKHR-ObjectToWorldKHR-04307", kInVulkan)},
    {.builtin = BuiltIn::kWorldToObjectKHR,
     .models = IsFor(kHit, "builtin.worldtoobjectkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-WorldToObjectKHR-WorldToObjectKHR-04434"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.worldtoobjectkhr.storage-class",
         "SPV_KHR_ray_tracing", "VUID-WorldToObjectKHR-WorldToObjectKHR-04435"),
     .type = HasType(
         kFloat32x3x4, "builtin.worldtoobjectkhr.type", "SPV_KHR_ray_tracing",
         "VUID-WorldToObjectKHR-WorldToObjectKHR-04436", kInVulkan)},
    {.builtin = BuiltIn::kRayGeometryIndexKHR,
     .models = IsFor(kHit, "builtin.raygeometryindexkhr.execution-model",
                     "SPV_KHR_ray_tracing",
                     "VUID-RayGeometryIndexKHR-RayGeometryIndexKHR-04345"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.raygeometryindexkhr.storage-class",
         "SPV_KHR_ray_tracing",
         "VUID-RayGeometryIndexKHR-RayGeometryIndexKHR-04346"),
     .type = HasType(type::kInt32, "builtin.raygeometryindexkhr.type",
                     "SPV_KHR_ray_tracing",
                     "VUID-RayGeometryIndexKHR-RayGeometryIndexKHR-04347",
                     kInVulkan)},
    {.builtin = BuiltIn::kHitTNV,
     .models = IsFor(kAfterHit, "builtin.hittnv.execution-model",
                     "SPV_NV_ray_tracing", "VUID-HitTNV-HitTNV-04245"),
     .storage = IsInVulkan(Direction::kInput, "builtin.hittnv.storage-class",
                           "SPV_NV_ray_tracing", "VUID-HitTNV-HitTNV-04246"),
     .type =
         HasType(type::kFloat32, "builtin.hittnv.type", "SPV_NV_ray_tracing",
                 "VUID-HitTNV-HitTNV-04247", kInVulkan)},
    {.builtin = BuiltIn::kHitKindKHR,
     .models = IsFor(kAfterHit, "builtin.hitkindkhr.execution-model",
                     "SPV_KHR_ray_tracing", "VUID-HitKindKHR-HitKindKHR-04242"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.hitkindkhr.storage-class",
                    "SPV_KHR_ray_tracing", "VUID-HitKindKHR-HitKindKHR-04243"),
     .type =
         HasType(type::kInt32, "builtin.hitkindkhr.type", "SPV_KHR_ray_tracing",
                 "VUID-HitKindKHR-HitKindKHR-04244", kInVulkan)},
    {.builtin = BuiltIn::kHitTriangleVertexPositionsKHR,
     .models = IsFor(kAfterHit,
                     "builtin.hittrianglevertexpositionskhr.execution-model",
                     "SPV_KHR_ray_tracing_position_fetch",
                     "VUID-HitTriangleVertexPositionsKHR-"
                     "HitTriangleVertexPositionsKHR-08747"),
     .storage =
         IsInVulkan(Direction::kInput,
                    "builtin.hittrianglevertexpositionskhr.storage-class",
                    "SPV_KHR_ray_tracing_position_fetch",
                    "VUID-HitTriangleVertexPositionsKHR-"
                    "HitTriangleVertexPositionsKHR-08748"),
     .type =
         HasType(kThreeFloat32x3, "builtin.hittrianglevertexpositionskhr.type",
                 "SPV_KHR_ray_tracing_position_fetch",
                 "VUID-HitTriangleVertexPositionsKHR-"
                 "HitTriangleVertexPositionsKHR-08749",
                 kInVulkan)},
    {.builtin = BuiltIn::kHitMicroTriangleVertexPositionsNV,
     .models = IsFor(
         kAfterHit, "builtin.hitmicrotrianglevertexpositionsnv.execution-model",
         "SPV_NV_displacement_micromap", "")},
    {.builtin = BuiltIn::kHitMicroTriangleVertexBarycentricsNV,
     .models =
         IsFor(kAfterHit,
               "builtin.hitmicrotrianglevertexbarycentricsnv.execution-model",
               "SPV_NV_displacement_micromap", "")},
    {.builtin = BuiltIn::kHitIsSphereNV,
     .models = IsFor(kAfterHit, "builtin.hitisspherenv.execution-model",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitIsSphereNV-HitIsSphereNV-10513"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.hitisspherenv.storage-class",
                    "SPV_NV_linear_swept_spheres",
                    "VUID-HitIsSphereNV-HitIsSphereNV-10514"),
     .type = HasType(type::kBool, "builtin.hitisspherenv.type",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitIsSphereNV-HitIsSphereNV-10515", kInVulkan)},
    {.builtin = BuiltIn::kHitIsLSSNV,
     .models = IsFor(kAfterHit, "builtin.hitislssnv.execution-model",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitIsLSSNV-HitIsLSSNV-10516"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.hitislssnv.storage-class",
         "SPV_NV_linear_swept_spheres", "VUID-HitIsLSSNV-HitIsLSSNV-10517"),
     .type = HasType(type::kBool, "builtin.hitislssnv.type",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitIsLSSNV-HitIsLSSNV-10518", kInVulkan)},
    {.builtin = BuiltIn::kHitSpherePositionNV,
     .models = IsFor(kAfterHit, "builtin.hitspherepositionnv.execution-model",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitSpherePositionNV-HitSpherePositionNV-10519"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.hitspherepositionnv.storage-class",
         "SPV_NV_linear_swept_spheres",
         "VUID-HitSpherePositionNV-HitSpherePositionNV-10520"),
     .type = HasType(type::kFloat32x3, "builtin.hitspherepositionnv.type",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitSpherePositionNV-HitSpherePositionNV-10521",
                     kInVulkan)},
    {.builtin = BuiltIn::kHitSphereRadiusNV,
     .models = IsFor(kAfterHit, "builtin.hitsphereradiusnv.execution-model",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitSphereRadiusNV-HitSphereRadiusNV-10522"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.hitsphereradiusnv.storage-class",
                           "SPV_NV_linear_swept_spheres",
                           "VUID-HitSphereRadiusNV-HitSphereRadiusNV-10523"),
     .type =
         HasType(type::kFloat32, "builtin.hitsphereradiusnv.type",
                 "SPV_NV_linear_swept_spheres",
                 "VUID-HitSphereRadiusNV-HitSphereRadiusNV-10524", kInVulkan)},
    {.builtin = BuiltIn::kHitLSSPositionsNV,
     .models = IsFor(kAfterHit, "builtin.hitlsspositionsnv.execution-model",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitLSSPositionsNV-HitLSSPositionsNV-10525"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.hitlsspositionsnv.storage-class",
                           "SPV_NV_linear_swept_spheres",
                           "VUID-HitLSSPositionsNV-HitLSSPositionsNV-10526"),
     .type =
         HasType(kTwoFloat32x3, "builtin.hitlsspositionsnv.type",
                 "SPV_NV_linear_swept_spheres",
                 "VUID-HitLSSPositionsNV-HitLSSPositionsNV-10527", kInVulkan)},
    {.builtin = BuiltIn::kHitLSSRadiiNV,
     .models = IsFor(kAfterHit, "builtin.hitlssradiinv.execution-model",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitLSSRadiiNV-HitLSSRadiiNV-10528"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.hitlssradiinv.storage-class",
                    "SPV_NV_linear_swept_spheres",
                    "VUID-HitLSSRadiiNV-HitLSSRadiiNV-10529"),
     .type = HasType(kTwoFloat32, "builtin.hitlssradiinv.type",
                     "SPV_NV_linear_swept_spheres",
                     "VUID-HitLSSRadiiNV-HitLSSRadiiNV-10530", kInVulkan)},
    {.builtin = BuiltIn::kClusterIDNV,
     .models = IsFor(kAfterHit, "builtin.clusteridnv.execution-model",
                     "SPV_NV_cluster_acceleration_structure",
                     "VUID-ClusterIDNV-ClusterIDNV-10531"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.clusteridnv.storage-class",
                    "SPV_NV_cluster_acceleration_structure",
                    "VUID-ClusterIDNV-ClusterIDNV-10532"),
     .type = HasType(type::kInt32, "builtin.clusteridnv.type",
                     "SPV_NV_cluster_acceleration_structure",
                     "VUID-ClusterIDNV-ClusterIDNV-10533", kInVulkan)},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kRayTracingRows = kRows;

extern constinit const Family kRayTracingBuiltins = {.rules = kRules.rules()};

}  // namespace plumb

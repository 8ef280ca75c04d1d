// Built-ins of workgroups and subgroups (section 3.2.20).
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

constexpr Models kWorkgroups = {
    kTaskModels | kMeshModels |
        ModelSet{ExecutionModel::kGLCompute, ExecutionModel::kKernel},
    "compute, task and mesh shaders and kernels"};
constexpr Models kCountedWorkgroups = {
    {ExecutionModel::kGLCompute, ExecutionModel::kKernel,
     ExecutionModel::kTaskEXT, ExecutionModel::kMeshEXT},
    "compute, TaskEXT and MeshEXT shaders and kernels"};
constexpr Models kKernel = {{ExecutionModel::kKernel}, "kernels"};

namespace type = builtin_type;

constexpr BuiltInRow kRows[] = {
    {BuiltIn::kNumWorkgroups, "3.2.20",
     IsFor(kCountedWorkgroups, "builtin.numworkgroups.execution-model",
           "VUID-NumWorkgroups-NumWorkgroups-04296"),
     IsInVulkan(Direction::kInput, "builtin.numworkgroups.storage-class",
                "VUID-NumWorkgroups-NumWorkgroups-04297"),
     HasType(type::kInt32x3, "builtin.numworkgroups.type",
             "VUID-NumWorkgroups-NumWorkgroups-04298", kInVulkan)},
    {BuiltIn::kWorkgroupSize, "3.2.20",
     IsFor(kWorkgroups, "builtin.workgroupsize.execution-model",
           "VUID-WorkgroupSize-WorkgroupSize-04425"),
     HasType(type::kInt32x3, "builtin.workgroupsize.type",
             "VUID-WorkgroupSize-WorkgroupSize-04427", kInVulkan)},
    {BuiltIn::kWorkgroupId, "3.2.20",
     IsFor(kWorkgroups, "builtin.workgroupid.execution-model",
           "VUID-WorkgroupId-WorkgroupId-04422"),
     IsInVulkan(Direction::kInput, "builtin.workgroupid.storage-class",
                "VUID-WorkgroupId-WorkgroupId-04423"),
     HasType(type::kInt32x3, "builtin.workgroupid.type",
             "VUID-WorkgroupId-WorkgroupId-04424", kInVulkan)},
    {BuiltIn::kLocalInvocationId, "3.2.20",
     IsFor(kWorkgroups, "builtin.localinvocationid.execution-model",
           "VUID-LocalInvocationId-LocalInvocationId-04281"),
     IsInVulkan(Direction::kInput, "builtin.localinvocationid.storage-class",
                "VUID-LocalInvocationId-LocalInvocationId-04282"),
     HasType(type::kInt32x3, "builtin.localinvocationid.type",
             "VUID-LocalInvocationId-LocalInvocationId-04283", kInVulkan)},
    {BuiltIn::kGlobalInvocationId, "3.2.20",
     IsFor(kWorkgroups, "builtin.globalinvocationid.execution-model",
           "VUID-GlobalInvocationId-GlobalInvocationId-04236"),
     IsInVulkan(Direction::kInput, "builtin.globalinvocationid.storage-class",
                "VUID-GlobalInvocationId-GlobalInvocationId-04237"),
     HasType(type::kInt32x3, "builtin.globalinvocationid.type",
             "VUID-GlobalInvocationId-GlobalInvocationId-04238", kInVulkan)},
    {BuiltIn::kLocalInvocationIndex, "3.2.20",
     IsFor(kWorkgroups, "builtin.localinvocationindex.execution-model",
           "VUID-LocalInvocationIndex-LocalInvocationIndex-04284"),
     IsInVulkan(Direction::kInput, "builtin.localinvocationindex.storage-class",
                "VUID-LocalInvocationIndex-LocalInvocationIndex-04285"),
     HasType(type::kInt32, "builtin.localinvocationindex.type",
             "VUID-LocalInvocationIndex-LocalInvocationIndex-04286",
             kInVulkan)},
    {BuiltIn::kNumSubgroups, "3.2.20",
     IsFor(kWorkgroups, "builtin.numsubgroups.execution-model",
           "VUID-NumSubgroups-NumSubgroups-04293"),
     IsInVulkan(Direction::kInput, "builtin.numsubgroups.storage-class",
                "VUID-NumSubgroups-NumSubgroups-04294"),
     HasType(type::kInt32, "builtin.numsubgroups.type",
             "VUID-NumSubgroups-NumSubgroups-04295", kInVulkan)},
    {BuiltIn::kSubgroupId, "3.2.20",
     IsFor(kWorkgroups, "builtin.subgroupid.execution-model",
           "VUID-SubgroupId-SubgroupId-04367"),
     IsInVulkan(Direction::kInput, "builtin.subgroupid.storage-class",
                "VUID-SubgroupId-SubgroupId-04368"),
     HasType(type::kInt32, "builtin.subgroupid.type",
             "VUID-SubgroupId-SubgroupId-04369", kInVulkan)},
    {BuiltIn::kSubgroupSize, "3.2.20",
     IsInVulkan(Direction::kInput, "builtin.subgroupsize.storage-class",
                "VUID-SubgroupSize-SubgroupSize-04382"),
     HasType(type::kInt32, "builtin.subgroupsize.type",
             "VUID-SubgroupSize-SubgroupSize-04383", kInVulkan)},
    {BuiltIn::kSubgroupLocalInvocationId, "3.2.20",
     IsInVulkan(
         Direction::kInput, "builtin.subgrouplocalinvocationid.storage-class",
         "VUID-SubgroupLocalInvocationId-SubgroupLocalInvocationId-04380"),
     HasType(type::kInt32, "builtin.subgrouplocalinvocationid.type",
             "VUID-SubgroupLocalInvocationId-SubgroupLocalInvocationId-04381",
             kInVulkan)},
    {BuiltIn::kSubgroupEqMask, "3.2.20",
     IsInVulkan(Direction::kInput, "builtin.subgroupeqmask.storage-class",
                "VUID-SubgroupEqMask-SubgroupEqMask-04370"),
     HasType(type::kInt32x4, "builtin.subgroupeqmask.type",
             "VUID-SubgroupEqMask-SubgroupEqMask-04371", kInVulkan)},
    {BuiltIn::kSubgroupGeMask, "3.2.20",
     IsInVulkan(Direction::kInput, "builtin.subgroupgemask.storage-class",
                "VUID-SubgroupGeMask-SubgroupGeMask-04372"),
     HasType(type::kInt32x4, "builtin.subgroupgemask.type",
             "VUID-SubgroupGeMask-SubgroupGeMask-04373", kInVulkan)},
    {BuiltIn::kSubgroupGtMask, "3.2.20",
     IsInVulkan(Direction::kInput, "builtin.subgroupgtmask.storage-class",
                "VUID-SubgroupGtMask-SubgroupGtMask-04374"),
     HasType(type::kInt32x4, "builtin.subgroupgtmask.type",
             "VUID-SubgroupGtMask-SubgroupGtMask-04375", kInVulkan)},
    {BuiltIn::kSubgroupLeMask, "3.2.20",
     IsInVulkan(Direction::kInput, "builtin.subgrouplemask.storage-class",
                "VUID-SubgroupLeMask-SubgroupLeMask-04376"),
     HasType(type::kInt32x4, "builtin.subgrouplemask.type",
             "VUID-SubgroupLeMask-SubgroupLeMask-04377", kInVulkan)},
    {BuiltIn::kSubgroupLtMask, "3.2.20",
     IsInVulkan(Direction::kInput, "builtin.subgroupltmask.storage-class",
                "VUID-SubgroupLtMask-SubgroupLtMask-04378"),
     HasType(type::kInt32x4, "builtin.subgroupltmask.type",
             "VUID-SubgroupLtMask-SubgroupLtMask-04379", kInVulkan)},
    {BuiltIn::kWorkDim, "3.2.20",
     IsFor(kKernel, "builtin.workdim.execution-model")},
    {BuiltIn::kGlobalSize, "3.2.20",
     IsFor(kKernel, "builtin.globalsize.execution-model")},
    {BuiltIn::kEnqueuedWorkgroupSize, "3.2.20",
     IsFor(kKernel, "builtin.enqueuedworkgroupsize.execution-model")},
    {BuiltIn::kGlobalOffset, "3.2.20",
     IsFor(kKernel, "builtin.globaloffset.execution-model")},
    {BuiltIn::kGlobalLinearId, "3.2.20",
     IsFor(kKernel, "builtin.globallinearid.execution-model")},
    {BuiltIn::kSubgroupMaxSize, "3.2.20",
     IsFor(kKernel, "builtin.subgroupmaxsize.execution-model")},
    {BuiltIn::kNumEnqueuedSubgroups, "3.2.20",
     IsFor(kKernel, "builtin.numenqueuedsubgroups.execution-model")},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kComputeRows = kRows;

extern constinit const Family kComputeBuiltins(kRules);

}  // namespace plumb

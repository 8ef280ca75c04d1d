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
    {.builtin = BuiltIn::kNumWorkgroups,
     .models =
         IsFor(kCountedWorkgroups, "builtin.numworkgroups.execution-model",
               "3.2.20", "VUID-NumWorkgroups-NumWorkgroups-04296"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.numworkgroups.storage-class",
                    "3.2.20", "VUID-NumWorkgroups-NumWorkgroups-04297"),
     .type = HasType(type::kInt32x3, "builtin.numworkgroups.type", "3.2.20",
                     "VUID-NumWorkgroups-NumWorkgroups-04298", kInVulkan)},
    {.builtin = BuiltIn::kWorkgroupSize,
     .models = IsFor(kWorkgroups, "builtin.workgroupsize.execution-model",
                     "3.2.20", "VUID-WorkgroupSize-WorkgroupSize-04425"),
     .type = HasType(type::kInt32x3, "builtin.workgroupsize.type", "3.2.20",
                     "VUID-WorkgroupSize-WorkgroupSize-04427", kInVulkan)},
    {.builtin = BuiltIn::kWorkgroupId,
     .models = IsFor(kWorkgroups, "builtin.workgroupid.execution-model",
                     "3.2.20", "VUID-WorkgroupId-WorkgroupId-04422"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.workgroupid.storage-class",
                    "3.2.20", "VUID-WorkgroupId-WorkgroupId-04423"),
     .type = HasType(type::kInt32x3, "builtin.workgroupid.type", "3.2.20",
                     "VUID-WorkgroupId-WorkgroupId-04424", kInVulkan)},
    {.builtin = BuiltIn::kLocalInvocationId,
     .models =
         IsFor(kWorkgroups, "builtin.localinvocationid.execution-model",
               "3.2.20", "VUID-LocalInvocationId-LocalInvocationId-04281"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.localinvocationid.storage-class", "3.2.20",
                           "VUID-LocalInvocationId-LocalInvocationId-04282"),
     .type =
         HasType(type::kInt32x3, "builtin.localinvocationid.type", "3.2.20",
                 "VUID-LocalInvocationId-LocalInvocationId-04283", kInVulkan)},
    {.builtin = BuiltIn::kGlobalInvocationId,
     .models =
         IsFor(kWorkgroups, "builtin.globalinvocationid.execution-model",
               "3.2.20", "VUID-GlobalInvocationId-GlobalInvocationId-04236"),
     .storage = IsInVulkan(Direction::kInput,
                           "builtin.globalinvocationid.storage-class", "3.2.20",
                           "VUID-GlobalInvocationId-GlobalInvocationId-04237"),
     .type = HasType(
         type::kInt32x3, "builtin.globalinvocationid.type", "3.2.20",
         "VUID-GlobalInvocationId-GlobalInvocationId-04238", kInVulkan)},
    {.builtin = BuiltIn::kLocalInvocationIndex,
     .models = IsFor(kWorkgroups,
                     "builtin.localinvocationindex.execution-model", "3.2.20",
                     "VUID-LocalInvocationIndex-LocalInvocationIndex-04284"),
     .storage = IsInVulkan(
         Direction::kInput, "builtin.localinvocationindex.storage-class",
         "3.2.20", "VUID-LocalInvocationIndex-LocalInvocationIndex-04285"),
     .type = HasType(
         type::kInt32, "builtin.localinvocationindex.type", "3.2.20",
         "VUID-LocalInvocationIndex-LocalInvocationIndex-04286", kInVulkan)},
    {.builtin = BuiltIn::kNumSubgroups,
     .models = IsFor(kWorkgroups, "builtin.numsubgroups.execution-model",
                     "3.2.20", "VUID-NumSubgroups-NumSubgroups-04293"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.numsubgroups.storage-class",
                    "3.2.20", "VUID-NumSubgroups-NumSubgroups-04294"),
     .type = HasType(type::kInt32, "builtin.numsubgroups.type", "3.2.20",
                     "VUID-NumSubgroups-NumSubgroups-04295", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupId,
     .models = IsFor(kWorkgroups, "builtin.subgroupid.execution-model",
                     "3.2.20", "VUID-SubgroupId-SubgroupId-04367"),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgroupid.storage-class",
                    "3.2.20", "VUID-SubgroupId-SubgroupId-04368"),
     .type = HasType(type::kInt32, "builtin.subgroupid.type", "3.2.20",
                     "VUID-SubgroupId-SubgroupId-04369", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupSize,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgroupsize.storage-class",
                    "3.2.20", "VUID-SubgroupSize-SubgroupSize-04382"),
     .type = HasType(type::kInt32, "builtin.subgroupsize.type", "3.2.20",
                     "VUID-SubgroupSize-SubgroupSize-04383", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupLocalInvocationId,
     .storage = IsInVulkan(
         Direction::kInput, "builtin.subgrouplocalinvocationid.storage-class",
         "3.2.20",
         "VUID-SubgroupLocalInvocationId-SubgroupLocalInvocationId-04380"),
     .type = HasType(
         type::kInt32, "builtin.subgrouplocalinvocationid.type", "3.2.20",
         "VUID-SubgroupLocalInvocationId-SubgroupLocalInvocationId-04381",
         kInVulkan)},
    {.builtin = BuiltIn::kSubgroupEqMask,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgroupeqmask.storage-class",
                    "3.2.20", "VUID-SubgroupEqMask-SubgroupEqMask-04370"),
     .type = HasType(type::kInt32x4, "builtin.subgroupeqmask.type", "3.2.20",
                     "VUID-SubgroupEqMask-SubgroupEqMask-04371", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupGeMask,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgroupgemask.storage-class",
                    "3.2.20", "VUID-SubgroupGeMask-SubgroupGeMask-04372"),
     .type = HasType(type::kInt32x4, "builtin.subgroupgemask.type", "3.2.20",
                     "VUID-SubgroupGeMask-SubgroupGeMask-04373", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupGtMask,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgroupgtmask.storage-class",
                    "3.2.20", "VUID-SubgroupGtMask-SubgroupGtMask-04374"),
     .type = HasType(type::kInt32x4, "builtin.subgroupgtmask.type", "3.2.20",
                     "VUID-SubgroupGtMask-SubgroupGtMask-04375", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupLeMask,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgrouplemask.storage-class",
                    "3.2.20", "VUID-SubgroupLeMask-SubgroupLeMask-04376"),
     .type = HasType(type::kInt32x4, "builtin.subgrouplemask.type", "3.2.20",
                     "VUID-SubgroupLeMask-SubgroupLeMask-04377", kInVulkan)},
    {.builtin = BuiltIn::kSubgroupLtMask,
     .storage =
         IsInVulkan(Direction::kInput, "builtin.subgroupltmask.storage-class",
                    "3.2.20", "VUID-SubgroupLtMask-SubgroupLtMask-04378"),
     .type = HasType(type::kInt32x4, "builtin.subgroupltmask.type", "3.2.20",
                     "VUID-SubgroupLtMask-SubgroupLtMask-04379", kInVulkan)},
    {.builtin = BuiltIn::kWorkDim,
     .models = IsFor(kKernel, "builtin.workdim.execution-model", "3.2.20", "")},
    {.builtin = BuiltIn::kGlobalSize,
     .models =
         IsFor(kKernel, "builtin.globalsize.execution-model", "3.2.20", "")},
    {.builtin = BuiltIn::kEnqueuedWorkgroupSize,
     .models = IsFor(kKernel, "builtin.enqueuedworkgroupsize.execution-model",
                     "3.2.20", "")},
    {.builtin = BuiltIn::kGlobalOffset,
     .models =
         IsFor(kKernel, "builtin.globaloffset.execution-model", "3.2.20", "")},
    {.builtin = BuiltIn::kGlobalLinearId,
     .models = IsFor(kKernel, "builtin.globallinearid.execution-model",
                     "3.2.20", "")},
    {.builtin = BuiltIn::kSubgroupMaxSize,
     .models = IsFor(kKernel, "builtin.subgroupmaxsize.execution-model",
                     "3.2.20", "")},
    {.builtin = BuiltIn::kNumEnqueuedSubgroups,
     .models = IsFor(kKernel, "builtin.numenqueuedsubgroups.execution-model",
                     "3.2.20", "")},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kComputeRows = kRows;

extern constinit const Family kComputeBuiltins = {.rules = kRules.rules()};

}  // namespace plumb

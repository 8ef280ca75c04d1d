// The scopes that instructions allow, in the universal environment and in
// those of client APIs (section 3.2.26).  One table covers barriers, atomic
// and group instructions, memory operands and image operands.
//
// Only scopes that specialization cannot change are checked.
// enum/enumerant_ids.cc checks that they are 32-bit integers, valid values,
// and constants in shaders.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <bit>

#include "absl/algorithm/container.h"
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/facts/scope_check.h"
#include "validate/rules/memory/scope_rules.h"
#include "validate/rules/opencl_section.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

using Scopes = uint8_t;  // a bit per scope
constexpr Scopes BitOf(grammar::Scope scope) {
  return static_cast<Scopes>(1u << static_cast<uint32_t>(scope));
}
// All scopes except these.
template <typename... S>
constexpr Scopes AllBut(S... scopes) {
  return static_cast<Scopes>(~(0u | ... | BitOf(scopes)));
}

constexpr auto kCrossDevice = grammar::Scope::kCrossDevice;
constexpr auto kDevice = grammar::Scope::kDevice;
constexpr auto kWorkgroup = grammar::Scope::kWorkgroup;
constexpr auto kSubgroup = grammar::Scope::kSubgroup;
constexpr auto kQueueFamily = grammar::Scope::kQueueFamily;
constexpr auto kInvocation = grammar::Scope::kInvocation;
constexpr auto kShaderCall = grammar::Scope::kShaderCallKHR;

// --- Instructions ---

constexpr auto kAtomics = grammar::kOpsWith<OpTrait::kAtomic>;
constexpr auto kGroups =
    grammar::kOpsWith<OpTrait::kGroup, OpTrait::kNonUniform>;

constexpr Op kFirstNonUniform = Op::kGroupNonUniformElect;
constexpr Op kLastNonUniform = Op::kGroupNonUniformQuadSwap;
// The non-uniform instructions of the core specification, which are
// consecutive.
consteval auto MakeNonUniform() {
  constexpr auto kFirst = static_cast<size_t>(kFirstNonUniform);
  std::array<Op, static_cast<size_t>(kLastNonUniform) - kFirst + 1> ops{};
  for (size_t i = 0; i < ops.size(); ++i) {
    ops[i] = Op{static_cast<uint16_t>(kFirst + i)};
    if (!Is(ops[i], OpTrait::kNonUniform)) throw "an opcode in between";
  }
  return ops;
}
constexpr auto kNonUniform = MakeNonUniform();
// Those of extensions, which also allow Workgroup.
constexpr Op kGroupExtensions[] = {
    Op::kGroupNonUniformRotateKHR,
    Op::kGroupIAddNonUniformAMD,
    Op::kGroupFAddNonUniformAMD,
    Op::kGroupFMinNonUniformAMD,
    Op::kGroupUMinNonUniformAMD,
    Op::kGroupSMinNonUniformAMD,
    Op::kGroupFMaxNonUniformAMD,
    Op::kGroupUMaxNonUniformAMD,
    Op::kGroupSMaxNonUniformAMD,
    Op::kGroupIMulKHR,
    Op::kGroupFMulKHR,
    Op::kGroupBitwiseAndKHR,
    Op::kGroupBitwiseOrKHR,
    Op::kGroupBitwiseXorKHR,
    Op::kGroupLogicalAndKHR,
    Op::kGroupLogicalOrKHR,
    Op::kGroupLogicalXorKHR,
};
constexpr Op kAsyncCopies[] = {Op::kGroupAsyncCopy, Op::kGroupWaitEvents,
                               Op::kUntypedGroupAsyncCopyKHR};
constexpr Op kPipes[] = {Op::kGroupReserveReadPipePackets,
                         Op::kGroupReserveWritePipePackets,
                         Op::kGroupCommitReadPipe, Op::kGroupCommitWritePipe};
constexpr Op kSplitBarriers[] = {Op::kControlBarrierArriveEXT,
                                 Op::kControlBarrierWaitEXT};
constexpr Op kMemoryBarriers[] = {Op::kMemoryBarrier, Op::kMemoryNamedBarrier};
constexpr Op kBarriers[] = {Op::kControlBarrier, Op::kMemoryBarrier};
// Their scope is neither an execution nor a memory scope.
constexpr Op kOthers[] = {Op::kReadClockKHR, Op::kAllocateNodePayloadsAMDX};

// --- The table ---

enum class Use : uint8_t { kExecution, kMemory };

struct Row {
  Use use;
  Instructions ops = {};  // none: all instructions
  Scopes wrong;
  // The row applies if an entry point of one of these models reaches the
  // instruction; if empty, everywhere.
  ModelSet models = {};
  // The row does not apply in modules with any of these.
  absl::Span<const Capability> unless = {};
  // Arguments: the scope, after the execution model if the row has `models`.
  Rule rule;
};

constexpr EnvSet kOpenCl1_2 =
    EnvsBetween(TargetEnv::kOpenCl1_2, TargetEnv::kOpenCl1_2Embedded);
constexpr EnvSet kOpenCl2 =
    EnvsBetween(TargetEnv::kOpenCl2_0, TargetEnv::kOpenCl3_0Embedded);
constexpr EnvSet kLaterVulkan =
    EnvsBetween(TargetEnv::kVulkan1_1, TargetEnv::kVulkan1_4);

constexpr char kNotTheExecutionScope[] =
    "the execution scope must be Workgroup or Subgroup, not {0}";

// Execution models with a workgroup.
constexpr ModelSet kWorkgroupModels =
    kTaskModels | kMeshModels |
    ModelSet{ExecutionModel::kGLCompute, ExecutionModel::kTessellationControl};
constexpr ModelSet kTessellationControl = ExecutionModel::kTessellationControl;
// The models that VUID 04682 lists.
constexpr ModelSet kSubgroupBarrierModels = {
    ExecutionModel::kRayGenerationKHR, ExecutionModel::kIntersectionKHR,
    ExecutionModel::kAnyHitKHR,        ExecutionModel::kClosestHitKHR,
    ExecutionModel::kMissKHR,          ExecutionModel::kFragment,
    ExecutionModel::kVertex,           ExecutionModel::kTessellationEvaluation,
    ExecutionModel::kGeometry};
constexpr ModelSet kRayModels = {
    ExecutionModel::kRayGenerationKHR, ExecutionModel::kIntersectionKHR,
    ExecutionModel::kClosestHitKHR,    ExecutionModel::kAnyHitKHR,
    ExecutionModel::kMissKHR,          ExecutionModel::kCallableKHR};

constexpr Capability kSubgroupCapabilities[] = {Capability::kSubgroupVoteKHR,
                                                Capability::kGroupNonUniform,
                                                Capability::kSubgroupBallotKHR};
constexpr Capability kVulkanModel[] = {Capability::kVulkanMemoryModel};

// If several rows are violated the first is reported, except for rows with
// `models`, of which no two cover the same case.
constexpr Row kRows[] = {
    // Execution scopes.
    {.use = Use::kExecution,
     .ops = kNonUniform,
     .wrong = AllBut(kSubgroup),
     .rule = Also("group.nonuniform-ops.scope-value",
                  {"memory.scope.non-uniform", "3.3.24",
                   "the execution scope must be Subgroup, not {0}",
                   "VUID-StandaloneSpirv-None-04642"})},
    {.use = Use::kExecution,
     .ops = kGroupExtensions,
     .wrong = AllBut(kWorkgroup, kSubgroup),
     .rule =
         Also("group.rotate.scope group.uniform-operation.scope-value "
              "group.amd-operation.execution-scope",
              {"memory.scope.group-extension",
               "SPV_KHR_uniform_group_instructions", kNotTheExecutionScope})},
    {.use = Use::kExecution,
     .ops = kGroupExtensions,
     .wrong = AllBut(kSubgroup),
     .rule = Also(
         "group.rotate.scope-subgroup",
         {"memory.scope.group-operation", "SPV_KHR_subgroup_rotate",
          "the execution scope must be Subgroup, not {0}",
          "VUID-StandaloneSpirv-None-04642", Severity::kError, kInVulkan})},
    {.use = Use::kExecution,
     .ops = kSplitBarriers,
     .wrong = AllBut(kWorkgroup, kSubgroup),
     .rule = {"memory.scope.split-barrier", "SPV_EXT_split_barrier",
              kNotTheExecutionScope,
              "VUID-StandaloneSpirv-OpControlBarrierArriveEXT-13553",
              Severity::kError, kInVulkan}},
    {.use = Use::kExecution,
     .wrong = AllBut(kWorkgroup, kSubgroup),
     .rule = {"memory.scope.vulkan-execution", "3.2.26", kNotTheExecutionScope,
              "VUID-StandaloneSpirv-None-04636", Severity::kError, kInVulkan}},
    {.use = Use::kExecution,
     .ops = Op::kControlBarrier,
     .wrong = BitOf(kWorkgroup),
     .models = kSubgroupBarrierModels,
     .rule = {"memory.scope.control-barrier-models",
              "3.3.20",
              "in execution model {0} the execution scope of a control barrier "
              "must be Subgroup, not {1}",
              "VUID-StandaloneSpirv-OpControlBarrier-04682",
              Severity::kError,
              {.min_version = 3, .envs = kVulkanEnvs}}},
    {.use = Use::kExecution,
     .wrong = BitOf(kWorkgroup),
     .models = ~(kWorkgroupModels | kSubgroupBarrierModels),
     .rule = {"memory.scope.workgroup-models",
              "3.2.26",
              "execution scope {1} must not be used in execution model {0}, "
              "which has no workgroup",
              "VUID-StandaloneSpirv-None-04637",
              Severity::kError,
              {.min_version = 3, .envs = kVulkanEnvs}}},
    {.use = Use::kExecution,
     .ops = kAsyncCopies,
     .wrong = AllBut(kWorkgroup),
     .rule = {"memory.scope.opencl-async-copy", kOpenCl,
              "the execution scope must be Workgroup, not {0}", "",
              Severity::kError, kInOpenCl}},
    {.use = Use::kExecution,
     .wrong = AllBut(kWorkgroup, kSubgroup),
     .rule = {"memory.scope.opencl-execution", kOpenCl, kNotTheExecutionScope,
              "", Severity::kError, kInOpenCl}},
    {.use = Use::kExecution,
     .wrong = AllBut(kWorkgroup, kSubgroup),
     .rule = {"memory.scope.opengl-execution", kOpenGl, kNotTheExecutionScope,
              "", Severity::kError, kInOpenGl}},

    // Memory scopes.
    {.use = Use::kMemory,
     .wrong = BitOf(kCrossDevice),
     .rule = {"memory.scope.vulkan-memory", "3.2.26",
              "the memory scope must be Device, QueueFamily, Workgroup, "
              "ShaderCallKHR, Subgroup or Invocation, not {0}",
              "VUID-StandaloneSpirv-None-04638", Severity::kError, kInVulkan}},
    {.use = Use::kMemory,
     .wrong = BitOf(kSubgroup),
     .unless = kSubgroupCapabilities,
     .rule = {"memory.scope.subgroup-capability",
              "3.2.26",
              "memory scope {0} requires capability SubgroupVoteKHR, "
              "GroupNonUniform or SubgroupBallotKHR",
              "VUID-StandaloneSpirv-SubgroupVoteKHR-07951",
              Severity::kError,
              {.envs = EnvBit(TargetEnv::kVulkan1_0)}}},
    // Implementations accept it where subgroups are part of Vulkan.
    {.use = Use::kMemory,
     .wrong = BitOf(kSubgroup),
     .unless = kSubgroupCapabilities,
     .rule = {"memory.scope.subgroup-capability-expected",
              "3.2.26",
              "memory scope {0} should be used only with capability "
              "SubgroupVoteKHR, GroupNonUniform or SubgroupBallotKHR",
              "VUID-StandaloneSpirv-SubgroupVoteKHR-07951",
              Severity::kWarning,
              {.envs = kLaterVulkan}}},
    {.use = Use::kMemory,
     .wrong = BitOf(kWorkgroup),
     .models = kTessellationControl,
     .unless = kVulkanModel,
     .rule = {"memory.scope.tessellation-control", "3.2.26",
              "in execution model {0} with memory model GLSL450, memory scope "
              "{1} must not be used",
              "VUID-StandaloneSpirv-ExecutionModel-07320", Severity::kError,
              kInVulkan}},
    {.use = Use::kMemory,
     .wrong = BitOf(kWorkgroup),
     .models = ~kWorkgroupModels,
     .rule = {"memory.scope.workgroup-memory-models", "3.2.26",
              "memory scope {1} must not be used in execution model {0}, which "
              "has no workgroup",
              "VUID-StandaloneSpirv-None-07321", Severity::kError, kInVulkan}},
    {.use = Use::kMemory,
     .wrong = BitOf(kShaderCall),
     .models = ~kRayModels,
     .rule = {"memory.scope.shader-call-models", "3.2.26",
              "memory scope {1} can be used only in ray tracing execution "
              "models, not in {0}",
              "VUID-StandaloneSpirv-None-04640", Severity::kError, kInVulkan}},
    // Compilers follow later versions, and implementations accept it.
    {.use = Use::kMemory,
     .ops = kBarriers,
     .wrong = AllBut(kWorkgroup, kSubgroup),
     .rule = {"memory.scope.opencl12-barrier",
              kOpenCl,
              "in OpenCL 1.2, the memory scope of a barrier should be "
              "Workgroup, not {0}",
              "",
              Severity::kPedantic,
              {.envs = kOpenCl1_2}}},
    {.use = Use::kMemory,
     .ops = kAtomics,
     .wrong = AllBut(kDevice),
     .rule = {"memory.scope.opencl12-atomic",
              kOpenCl,
              "in OpenCL 1.2, the memory scope of an atomic instruction should "
              "be Device, not {0}",
              "",
              Severity::kPedantic,
              {.envs = kOpenCl1_2}}},
    {.use = Use::kMemory,
     .ops = kAtomics,
     .wrong = BitOf(kInvocation),
     .rule = {"memory.scope.opencl-atomic",
              kOpenCl,
              "in OpenCL, the memory scope of an atomic instruction must not "
              "be {0}",
              "",
              Severity::kPedantic,
              {.envs = kOpenCl2}}},
    {.use = Use::kMemory,
     .wrong = AllBut(kDevice, kQueueFamily, kWorkgroup, kSubgroup, kInvocation),
     .rule = {"memory.scope.opengl-memory", kOpenGl,
              "the memory scope must be Device, QueueFamily, Workgroup, "
              "Subgroup or Invocation, not {0}",
              "", Severity::kError, kInOpenGl}},
};

// Rows by their numbers, as a set.
using RowSet = uint32_t;
static_assert(std::size(kRows) <= 8 * sizeof(RowSet));
constexpr size_t kUseCount = 2;
constexpr size_t kScopeCount = 8 * sizeof(Scopes);

// The rows that a scope may violate, by use and scope: few of all.
constexpr auto kRowsAgainst = [] {
  std::array<std::array<RowSet, kScopeCount>, kUseCount> sets{};
  for (size_t r = 0; r < std::size(kRows); ++r) {
    for (size_t scope = 0; scope < kScopeCount; ++scope) {
      if (((kRows[r].wrong >> scope) & 1) == 0) continue;
      sets[static_cast<size_t>(kRows[r].use)][scope] |= RowSet{1} << r;
    }
  }
  return sets;
}();

RowSet RowsAgainst(Use use, grammar::Scope scope) {
  const auto number = static_cast<size_t>(scope);
  return number < kScopeCount ? kRowsAgainst[static_cast<size_t>(use)][number]
                              : 0;
}

constexpr auto kRules = Join(RulesOf(kRows, &Row::rule), RulesOf(kScopeRules));

// --- Checks ---

bool HasAnyOf(const ModuleContext& context,
              absl::Span<const Capability> capabilities) {
  return absl::c_any_of(capabilities, [&context](Capability capability) {
    return context.Has(capability);
  });
}

// With semantics None a control barrier ignores the memory scope (section
// 3.3.20), so only rules for all memory scopes apply.
bool IgnoresMemory(const CheckContext& c) {
  const OperandIndex last = c.inst().operand_count() - 1;
  return c.inst().op() != Op::kMemoryBarrier &&
         c.inst().kind(last) == Kind::kIdMemorySemantics &&
         !Is(c.inst().op(), OpTrait::kAtomic) &&
         FixedValue(c, c.inst().id(last)) == 0u;
}

void CheckUse(const CheckContext& c, OperandIndex operand, Use use) {
  const std::optional<grammar::Scope> scope = CheckScope(c, operand);
  if (!scope) return;
  for (RowSet rows = RowsAgainst(use, *scope); rows != 0; rows &= rows - 1) {
    const Row& row = kRows[std::countr_zero(rows)];
    if ((!row.ops.ops().empty() && !row.ops.Include(c.inst().op())) ||
        HasAnyOf(c.context(), row.unless)) {
      continue;
    }
    const Arg name = Arg::Enumerant(Kind::kScope, *scope);
    if (row.models.Empty()) {
      if (c.Report(row.rule, operand, {name}).is_error()) return;
    } else if (use == Use::kExecution || !IgnoresMemory(c)) {
      c.ReportIfReached(row.rule, row.models, {name});
    }
  }
}

// Calls `check` with each operand that is a scope.
template <typename F>
void ForEachScope(const CheckContext& c, F check) {
  const uint32_t count = c.inst().operand_count();
  for (OperandIndex o = 0; o < count; ++o) {
    if (c.inst().kind(o) == Kind::kIdScope) check(o);
  }
}

void CheckExecution(const CheckContext& c) {
  ForEachScope(c, [&c](OperandIndex o) { CheckUse(c, o, Use::kExecution); });
}
void CheckMemory(const CheckContext& c) {
  ForEachScope(c, [&c](OperandIndex o) { CheckUse(c, o, Use::kMemory); });
}
void CheckBarrier(const CheckContext& c) {
  CheckUse(c, operand::ControlBarrier::kExecution, Use::kExecution);
  CheckUse(c, operand::ControlBarrier::kMemory, Use::kMemory);
}
void CheckOther(const CheckContext& c) {
  ForEachScope(c, [&c](OperandIndex o) { CheckScope(c, o); });
}

// Instructions whose memory or image operands may hold a scope.
constexpr std::array<bool, grammar::kOpCount> MakeTakesMemoryOperands() {
  constexpr Op kOps[] = {
      Op::kLoad,
      Op::kStore,
      Op::kCopyMemory,
      Op::kCopyMemorySized,
      Op::kImageFetch,
      Op::kImageRead,
      Op::kImageWrite,
      Op::kImageSparseFetch,
      Op::kImageSparseRead,
      Op::kCooperativeMatrixLoadKHR,
      Op::kCooperativeMatrixStoreKHR,
      Op::kCooperativeMatrixLoadNV,
      Op::kCooperativeMatrixStoreNV,
      Op::kCooperativeMatrixLoadTensorNV,
      Op::kCooperativeMatrixStoreTensorNV,
      Op::kCooperativeVectorLoadNV,
      Op::kCooperativeVectorStoreNV,
      Op::kUntypedGroupAsyncCopyKHR,
      Op::kSubgroupBlockPrefetchINTEL,
      Op::kPredicatedLoadINTEL,
      Op::kPredicatedStoreINTEL,
  };
  std::array<bool, grammar::kOpCount> result{};
  for (Op op : kOps) result[static_cast<size_t>(op)] = true;
  return result;
}
constexpr std::array<bool, grammar::kOpCount> kTakesMemoryOperands =
    MakeTakesMemoryOperands();

// The memory operands of loads and stores have scopes only in the Vulkan
// memory model; other modules are not searched.
void CheckMemoryOperands(FunctionContext& fn) {
  if (!fn.context().Has(Capability::kVulkanMemoryModel)) return;
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    if (!kTakesMemoryOperands[static_cast<size_t>(fn.module().record(i).op)]) {
      continue;
    }
    CheckMemory(CheckContext(fn.context(), &fn, fn.diagnostics(), i));
  }
}

// In the grammar its scope is a plain <id>.
void CheckUntypedCopy(const CheckContext& c) {
  CheckUse(c, operand::UntypedGroupAsyncCopyKHR::kExecution, Use::kExecution);
}
constexpr Check kChecks[] = {
    {kGroups, CheckExecution},
    {Op::kDecorateId, CheckExecution},  // UniformId
    {Op::kControlBarrier, CheckBarrier},
    {kSplitBarriers, CheckBarrier},
    {kMemoryBarriers, CheckMemory},
    {kAtomics, CheckMemory},
    {kPipes, CheckOther},
    {kOthers, CheckOther},
    {Op::kUntypedGroupAsyncCopyKHR, CheckUntypedCopy},
};

}  // namespace

extern constinit const Family kScopes(kRules,
                                      kFunctionCheck<CheckMemoryOperands>,
                                      kChecks);

}  // namespace plumb

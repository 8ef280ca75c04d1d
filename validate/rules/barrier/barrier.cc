// Barriers (section 3.3.20).  Rows of memory/scopes.cc and memory/semantics.cc
// have the allowed scopes and semantics.
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace initialize = grammar::operand::NamedBarrierInitialize;

constexpr RuleTable R({
    {.id = "barrier.controlbarrier.execution-model",
     .section = "3.3.20",
     .text = "before SPIR-V 1.3, a control barrier must not be used in "
             "execution model {0}",
     .when = {.max_version = 2}},
    {"barrier.split.execution-model", "SPV_EXT_split_barrier",
     "capability SplitBarrierEXT requires execution model GLCompute, not {0}",
     "VUID-StandaloneSpirv-SplitBarrierEXT-13552", Severity::kError, kInVulkan},
    {"barrier.namedbarrierinitialize.result-type", "3.3.20",
     "the result type must be a named barrier, not {0}"},
    {"barrier.namedbarrierinitialize.subgroup-count", "3.3.20",
     "operand Subgroup Count must be a 32-bit integer scalar, not {0}"},
    {"barrier.memorynamedbarrier.barrier-type", "3.3.20",
     "operand Named Barrier must be a named barrier, not {0}"},
});

constexpr OperandRule kOperandRules[] = {
    {Op::kNamedBarrierInitialize, initialize::kResultType,
     kDeclaredBy<Op::kTypeNamedBarrier>,
     &R("barrier.namedbarrierinitialize.result-type")},
    {Op::kNamedBarrierInitialize, initialize::kSubgroupCount, kInt32,
     &R("barrier.namedbarrierinitialize.subgroup-count")},
    {Op::kMemoryNamedBarrier, operand::MemoryNamedBarrier::kNamedBarrier,
     kDeclaredBy<Op::kTypeNamedBarrier>,
     &R("barrier.memorynamedbarrier.barrier-type")},
};

// The models of section 3.3.20, and those that extensions add.
constexpr ModelSet kModelsWithBarriers =
    kTaskModels | kMeshModels |
    ModelSet{ExecutionModel::kTessellationControl, ExecutionModel::kGLCompute,
             ExecutionModel::kKernel};

void CheckControlBarrier(const CheckContext& c) {
  c.ReportIfReached(R("barrier.controlbarrier.execution-model"),
                    ~kModelsWithBarriers);
}

// Checks the capability itself: the module need not have a barrier.
void CheckSplitBarriers(ModuleContext& context) {
  const Module& module = context.module();
  for (const InstIndex at : module.entry_points()) {
    const ExecutionModel model = EntryPoint(module, at).model();
    if (model == ExecutionModel::kGLCompute) continue;
    context.Report(R("barrier.split.execution-model"),
                   Place::At(at, operand::EntryPoint::kExecutionModel),
                   {Arg::Enumerant(Kind::kExecutionModel, model)});
  }
}

constexpr Check kChecks[] = {{Op::kControlBarrier, CheckControlBarrier}};

}  // namespace

extern constinit const Family kBarrier(
    R,
    kModuleCheck<Phase::kSummaries, CheckSplitBarriers, Api::kVulkan,
                 Capability::kSplitBarrierEXT>,
    kChecks, kOperandRules);

}  // namespace plumb

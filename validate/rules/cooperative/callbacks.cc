// Functions that instructions on cooperative matrices call for each element or
// block (SPV_NV_cooperative_matrix2): each invocation runs them independently,
// so they must not communicate with other invocations.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_NV_cooperative_matrix2";

constexpr RuleTable R({
    {"cooperative.callback.no-tangled", kSection,
     "{0} communicates between invocations, so it must not be in a function "
     "that a cooperative matrix instruction calls"},
});

constexpr Op kCallers[] = {Op::kCooperativeMatrixLoadTensorNV,
                           Op::kCooperativeMatrixReduceEXT,
                           Op::kCooperativeMatrixPerElementOpEXT};

// Section 2.2.5, and the additions of the documents of cooperative matrices.
constexpr grammar::OpTraits kTangledTraits =
    OpTrait::kGroup | OpTrait::kNonUniform | OpTrait::kDerivative |
    OpTrait::kImplicitLod;
constexpr Op kTangledOps[] = {
    Op::kControlBarrier,
    Op::kGroupReserveReadPipePackets,
    Op::kGroupReserveWritePipePackets,
    Op::kGroupCommitReadPipe,
    Op::kGroupCommitWritePipe,
    Op::kCooperativeMatrixLoadKHR,
    Op::kCooperativeMatrixStoreKHR,
    Op::kCooperativeMatrixMulAddKHR,
    Op::kCooperativeMatrixLoadTensorNV,
    Op::kCooperativeMatrixStoreTensorNV,
    Op::kCooperativeMatrixReduceEXT,
    Op::kCooperativeMatrixConvertUseEXT,
    Op::kCooperativeMatrixTransposeNV,
    Op::kCooperativeMatrixPerElementOpEXT,
};

bool IsTangled(Op op) {
  return Is(op, kTangledTraits) || absl::c_linear_search(kTangledOps, op);
}

// Whether the module may have such functions.
bool MayHaveCallbacks(const ModuleContext& context) {
  return context.Has(Capability::kCooperativeMatrixTensorAddressingNV) ||
         context.Has(Capability::kCooperativeMatrixReductionsEXT) ||
         context.Has(Capability::kCooperativeMatrixPerElementOperationsEXT);
}

// By function: not 0 if such an instruction calls it, directly or not; empty
// if none calls any.  Linear in instructions, functions and calls.
std::vector<uint64_t> FindCallbackFunctions(const ModuleContext& context) {
  const Module& module = context.module();
  std::vector<uint64_t> called;
  for (const FunctionRange& function : module.functions()) {
    for (InstIndex i = function.first; i < function.last; ++i) {
      if (!absl::c_linear_search(kCallers, module.record(i).op)) continue;
      const Inst caller = module.inst(i);
      for (OperandIndex o = 0; o < caller.operand_count(); ++o) {
        if (caller.kind(o) != Kind::kIdRef) continue;
        const cfg::FunctionIndex f = context.FunctionOf(caller.id(o));
        if (f == cfg::kNoFunction) continue;
        called.resize(module.functions().size());
        called[f.value] = 1;
      }
    }
  }
  if (!called.empty()) {
    context.call_graph().PropagateDown(absl::MakeSpan(called));
  }
  return called;
}

void CheckCallbacks(ModuleContext& context) {
  if (!MayHaveCallbacks(context)) return;
  const std::vector<uint64_t> called = FindCallbackFunctions(context);
  const Module& module = context.module();
  for (size_t f = 0; f < called.size(); ++f) {
    if (called[f] == 0) continue;
    const FunctionRange& function = module.functions()[f];
    for (InstIndex i = function.first; i < function.last; ++i) {
      const Op op = module.record(i).op;
      if (!IsTangled(op)) continue;
      context.Report(R("cooperative.callback.no-tangled"), Place::At(i), {op});
      break;
    }
  }
}

}  // namespace

extern constinit const Family kCallbacks(
    R, kModuleCheck<Phase::kSummaries, CheckCallbacks>);

}  // namespace plumb

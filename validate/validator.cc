#include "validate/validator.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <utility>

#include "absl/base/attributes.h"
#include "core/call_context.h"
#include "core/workers.h"
#include "grammar/operands.h"
#include "validate/engine/active_checks.h"
#include "validate/engine/check_context.h"
#include "validate/engine/dispatch.h"
#include "validate/engine/operand_check.h"
#include "validate/rules/families.h"
#include "validate/triage/triage.h"

namespace plumb {
namespace {

// A thread is worth its start only for this many instructions.
constexpr uint32_t kInstructionsPerThread = 4096;
// A cancellation is polled for once per so many instructions, and once per
// function.
constexpr uint32_t kPolledInstructions = 4096;

// The checks of all families.
const Dispatch& AllChecks() {
  static const Dispatch* const kAll = new Dispatch(Families());
  return *kAll;
}

// Runs what is bound to an instruction.  One whose shape is wrong is not looked
// at any further: its checks count on the shape.  Part of the loops below,
// which every instruction of a module goes through.
ABSL_ATTRIBUTE_ALWAYS_INLINE
inline void RunChecks(ActiveChecks& checks, Dispatch::Row row,
                      const CheckContext& check_context) {
  const ActiveChecks::Bound& bound = checks.Get(row);
  for (const BoundSignature& signature : bound.signatures) {
    if (!CheckSignature(check_context, signature)) return;
  }
  if (!bound.operand_rules.empty() &&
      !CheckOperandRules(check_context, bound.operand_rules)) {
    return;
  }
  for (const ActiveChecks::Run run : bound.runs) run(check_context);
}

// An OpSpecConstantOp is judged as such, and then by the rules of the opcode in
// it, as if that instruction stood here.
ABSL_ATTRIBUTE_NOINLINE
void CheckNested(ActiveChecks& checks, const CheckContext& outer) {
  if (outer.context().poisoned(outer.inst().result())) return;
  const CheckContext nested = outer.Nested();
  if (nested.inst().op() == grammar::kNoOp) return;
  RunChecks(checks, Dispatch::Row(nested.inst().op()), nested);
}

// An extended instruction is judged as OpExtInst, and then as what it is.
ABSL_ATTRIBUTE_NOINLINE
void CheckExtended(ActiveChecks& checks, const CheckContext& c) {
  const grammar::ExtInst inst = c.inst().ext_inst();
  if (inst == grammar::ExtInst::kNone) return;
  RunChecks(checks, Dispatch::Row(inst), c);
}

bool DeclaresTypeOrConstant(const Module& module, InstIndex i) {
  return Is(module.record(i).op,
            OpTrait::kTypeDeclaration | OpTrait::kMakesConstant);
}

ABSL_ATTRIBUTE_ALWAYS_INLINE
inline void CheckInstruction(ActiveChecks& checks, const CheckContext& c) {
  const Op op = c.inst().op();
  RunChecks(checks, Dispatch::Row(op), c);
  if (op == Op::kSpecConstantOp) CheckNested(checks, c);
  if (op == Op::kExtInst || op == Op::kExtInstWithForwardRefsKHR) {
    CheckExtended(checks, c);
  }
}

// Throws if the work was cancelled.  Returns where to poll next: at `end` or
// before that.
InstIndex PollAndFindStop(InstIndex i, InstIndex end) {
  ThrowIfCancelled();
  return InstIndex(i.value + std::min(end - i, kPolledInstructions));
}

}  // namespace

struct Validator::Worker {
  ActiveChecks checks{AllChecks()};
  FunctionContext function;
  DiagnosticList diagnostics;

  void CheckFunction(ModuleContext& context, uint32_t index,
                     DiagnosticList* list) {
    ThrowIfCancelled();
    function.Begin(context, list);
    function.Enter(index);
    const FunctionRange& range = function.range();
    const bool is_large = range.last - range.first > kPolledInstructions;
    for (FunctionCheck check : AllChecks().function_checks()) {
      if (is_large) ThrowIfCancelled();
      check(function);
    }
    CheckContext c(context, &function, list, range.first);
    for (InstIndex i = range.first; i != range.last;) {
      const InstIndex stop = PollAndFindStop(i, range.last);
      for (; i != stop; ++i) {
        c.MoveTo(i);
        CheckInstruction(checks, c);
      }
    }
  }
};

Validator::Validator() { workers_.push_back(std::make_unique<Worker>()); }
Validator::~Validator() = default;

bool Validator::Validate(const Module& module, const ValidatorOptions& options,
                         DiagnosticList* diagnostics) {
  const size_t errors_before = diagnostics->error_count();
  context_.Begin(module, options, diagnostics);
  EvaluatePreconditions();
  RunPhase(Phase::kLayout);
  RunPhase(Phase::kIds);
  CheckGlobals(module, diagnostics);  // Phase::kDeclarations
  RunPhase(Phase::kSummaries);
  CheckFunctions(module, options.jobs, diagnostics);
  // A reader may have found errors before.
  TriageDiagnostics(module, diagnostics);
  diagnostics->Sort();
  return diagnostics->error_count() == errors_before;
}

void Validator::EvaluatePreconditions() {
  const PreconditionTable& table = AllChecks().preconditions();
  if (feature_stamp_ != context_.feature_stamp()) {
    feature_stamp_ = context_.feature_stamp();
    feature_preconditions_ = table.EvaluateOfFeatures(context_);
  }
  preconditions_ = feature_preconditions_ | table.EvaluateOthers(context_);
}

void Validator::RunPhase(Phase phase) {
  const uint64_t unmet = ~preconditions_;
  // The checks of a small module take less time than one of the loops' steps.
  const bool is_large = context_.module().size() > kPolledInstructions;
  for (const auto& [run, preconditions] : AllChecks().ModuleChecksOf(phase)) {
    if ((preconditions & unmet) != 0) continue;
    if (is_large) ThrowIfCancelled();
    run(context_);
  }
}

void Validator::CheckGlobals(const Module& module,
                             DiagnosticList* diagnostics) {
  ActiveChecks& checks = workers_[0]->checks;
  checks.Begin(context_);
  // Instructions between functions are misplaced, but are looked at too.
  InstIndex i(0);
  auto check_until = [&](InstIndex end) {
    if (i >= end) return;
    CheckContext c(context_, nullptr, diagnostics, i);
    while (i < end) {
      const InstIndex stop = PollAndFindStop(i, end);
      for (; i < stop; ++i) {
        if (context_.any_poisoned() && DeclaresTypeOrConstant(module, i)) {
          context_.PoisonIfMadeOfPoisoned(i);
        }
        c.MoveTo(i);
        CheckInstruction(checks, c);
      }
    }
  };
  for (const FunctionRange& function : module.functions()) {
    check_until(function.first);
    i = function.last;
  }
  check_until(InstIndex(module.size()));
}

void Validator::CheckFunctions(const Module& module, int jobs,
                               DiagnosticList* diagnostics) {
  const absl::Span<const FunctionRange> functions = module.functions();
  const uint32_t count = static_cast<uint32_t>(functions.size());
  const uint32_t useful =
      std::min(module.size() / kInstructionsPerThread + 1, std::max(count, 1u));
  const uint32_t threads =
      std::clamp<uint32_t>(static_cast<uint32_t>(std::max(jobs, 1)), 1, useful);
  while (workers_.size() < threads) {
    workers_.push_back(std::make_unique<Worker>());
  }
  for (uint32_t t = 0; t < threads; ++t) workers_[t]->checks.Begin(context_);
  if (threads == 1) {
    for (uint32_t f = 0; f < count; ++f) {
      workers_[0]->CheckFunction(context_, f, diagnostics);
    }
    return;
  }
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    return functions[a].last - functions[a].first >
           functions[b].last - functions[b].first;
  });
  for (uint32_t t = 0; t < threads; ++t) {
    workers_[t]->diagnostics.Clear();  // if an earlier run ended early
    workers_[t]->diagnostics.set_policy(diagnostics->policy());
    workers_[t]->diagnostics.set_keep_follow_ups(
        diagnostics->keep_follow_ups());
    workers_[t]->diagnostics.set_suppressions(diagnostics->suppressions());
    workers_[t]->diagnostics.set_capacity(diagnostics->capacity());
  }
  std::atomic<uint32_t> next{0};
  RunWorkers(threads, [&](size_t number) {
    Worker& worker = *workers_[number];
    for (uint32_t i = next++; i < count; i = next++) {
      worker.CheckFunction(context_, order_[i], &worker.diagnostics);
    }
  });
  for (uint32_t t = 0; t < threads; ++t) {
    diagnostics->Append(std::move(workers_[t]->diagnostics));
  }
}

}  // namespace plumb

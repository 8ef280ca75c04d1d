// Poison, and freezing it (SPV_KHR_poison_freeze).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::ExecutionMode;
using grammar::Op;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_poison_freeze";

constexpr RuleTable R({
    {"poison.poison.result-type", kSection, "no value of {0} is poison"},
    {"poison.freeze.value-type", kSection,
     "operand Value must have the result type, {1}, not {0}"},
    {"poison.entrypoint.mode", kSection,
     "the module declares capability PoisonFreezeKHR, so entry point {0} must "
     "have execution mode ArithmeticPoisonKHR"},
});

constexpr Op kPoison[] = {Op::kPoisonKHR};
constexpr Op kFreeze[] = {Op::kFreezeKHR};

constexpr Signature kSignatures[] = {
    {.ops = kPoison,
     .result = {.never = tt::kVoid},
     .result_rule = &R("poison.poison.result-type")},
    {.ops = kFreeze,
     .relation = Relation::kResultType,
     .relation_rule = &R("poison.freeze.value-type")},
};

// Each entry point needs the mode; those that have it are few, and sorted.
void CheckModes(ModuleContext& context) {
  if (!context.Has(Capability::kPoisonFreezeKHR)) return;
  const Module& module = context.module();
  std::vector<uint32_t> with_mode;  // ids of functions
  for (InstIndex i : module.execution_modes()) {
    const Inst inst = module.inst(i);
    if (inst.operand_word(1) ==
        static_cast<uint32_t>(ExecutionMode::kArithmeticPoisonKHR)) {
      with_mode.push_back(inst.operand_word(0));
    }
  }
  std::sort(with_mode.begin(), with_mode.end());
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry(module, i);
    if (std::binary_search(with_mode.begin(), with_mode.end(),
                           entry.id().value)) {
      continue;
    }
    context.Report(R("poison.entrypoint.mode"),
                   Place::At(i, entry.id_operand()), {entry.id()});
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckModes}};

}  // namespace

extern constinit const Family kPoisonFreeze = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .signatures = kSignatures,
};

}  // namespace plumb

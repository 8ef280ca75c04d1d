// Poison, and freezing it (SPV_KHR_poison_freeze).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_poison_freeze";

constexpr RuleTable R({
    {"poison.poison.result-type", kSection, "{0} cannot have a poison value"},
    {"poison.freeze.value-type", kSection,
     "operand Value must have the result type, {1}, not {0}"},
    ReliesOn(
        kModeOps,
        {.id = "poison.entrypoint.mode",
         .section = kSection,
         .text = "the module declares capability PoisonFreezeKHR, so entry "
                 "point {0} must have execution mode ArithmeticPoisonKHR",
         .when = {.needs = grammar::Capability::kPoisonFreezeKHR}}),
});

constexpr Signature kSignatures[] = {
    {.ops = Op::kPoisonKHR,
     .result = {.never = tt::kVoid},
     .result_rule = &R("poison.poison.result-type")},
    {.ops = Op::kFreezeKHR,
     .relation = Relation::kResultType,
     .relation_rule = &R("poison.freeze.value-type")},
};

void CheckModes(ModuleContext& context) {
  for (const EntryFunction& function : context.entry_points().functions()) {
    if (function.Has(ExecutionMode::kArithmeticPoisonKHR)) continue;
    for (const EntryPointRow& row : function.entry_points) {
      const EntryPoint entry(context.module(), row.at);
      context.Report(R("poison.entrypoint.mode"),
                     Place::At(row.at, entry.id_operand()), {entry.id()});
    }
  }
}

}  // namespace

extern constinit const Family kPoisonFreeze(
    R,
    kModuleCheck<Phase::kSummaries, CheckModes, Capability::kPoisonFreezeKHR>,
    kSignatures);

}  // namespace plumb

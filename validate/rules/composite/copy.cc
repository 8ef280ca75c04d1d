// Copies of objects: OpCopyObject (section 3.3.12), and OpCopyLogical (since
// SPIR-V 1.4).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "validate/engine/family.h"
#include "validate/engine/logical_match.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"composite.copyobject.not-void", "3.3.12",
     "the result type must not be void"},
    {"composite.copyobject.result-type", "3.3.12",
     "the operand must have the result type, {1}, not {0}"},
    {"composite.copylogical.types-differ", "3.3.12",
     "the operand already has the result type, {0}"},
    {"composite.copylogical.types-match", "3.3.12",
     "{0} must match the result type, {1}, member by member"},
});

constexpr Signature kSignatures[] = {
    {.ops = Op::kCopyObject,
     .result = {.never = type_trait::kVoid},
     .result_rule = &R("composite.copyobject.not-void"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("composite.copyobject.result-type")},
};

void CheckLogical(ModuleContext& context, const LogicalClasses& classes,
                  InstIndex i) {
  const Module& module = context.module();
  const Inst inst = module.inst(i);
  const Id result = inst.result_type();
  const Id copied = module.type_of(inst.id(operand::CopyLogical::kOperand));
  if (context.types().Get(result).unknown() ||
      context.types().Get(copied).unknown()) {
    return;
  }
  const Place place = Place::At(i, operand::CopyLogical::kOperand);
  if (result == copied) {
    context.Report(R("composite.copylogical.types-differ"), place,
                   {Arg::Type(copied)});
  } else if (!classes.Match(result, copied)) {
    context
        .Report(R("composite.copylogical.types-match"), place,
                {Arg::Type(copied), Arg::Type(result)})
        .Note("the result type is declared here",
              Place::At(module.def(result)));
  }
}

// A module check, because the classes of equal types are those of the module.
void CheckCopyLogical(ModuleContext& context) {
  const Module& module = context.module();
  std::vector<InstIndex> copies;
  for (InstIndex i(0); i.value < module.size(); ++i) {
    if (module.record(i).op == Op::kCopyLogical) copies.push_back(i);
  }
  const LogicalClasses classes(context);
  for (InstIndex i : copies) CheckLogical(context, classes, i);
}

}  // namespace

extern constinit const Family kCopy(
    R, kModuleCheck<Phase::kSummaries, CheckCopyLogical, Op::kCopyLogical>,
    kSignatures);

}  // namespace plumb

// The storage class and the place of variables (section 2.4).
//
// Each variable is compared only with the instruction before it.  If that is
// misplaced too, it has been reported, so that a run of misplaced variables is
// one diagnostic.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

constexpr Op kLabelOps[] = {Op::kLabel};

constexpr RuleTable R({
    {"layout.variable.module-storage", "2.4",
     "a variable outside functions must not be in storage class Function"},
    Also("memory.untypedvariable.function-class",
         {"layout.variable.function-storage", "2.4",
          "a variable in a function must be in storage class Function, not "
          "{0}"}),
    ReliesOn(kLabelOps,
             {"layout.variable.first-block", "2.4",
              "a variable of a function must be in its first block"}),
    {"layout.variable.block-start", "2.4",
     "the variables of a function must come first in its first block, but {0} "
     "precedes them"},
});

void CheckVariable(const CheckContext& c) {
  // Untyped variables have it at the same index.
  constexpr OperandIndex kStorageClass = operand::Variable::kStorageClass;
  static_assert(operand::UntypedVariableKHR::kStorageClass == kStorageClass);
  const StorageClass storage{c.inst().operand_word(kStorageClass)};
  const bool is_local = storage == StorageClass::kFunction;
  const FunctionContext* const function = c.function();
  if (function == nullptr) {
    if (is_local) {
      c.Report(R("layout.variable.module-storage"), kStorageClass);
    }
    return;
  }
  if (!is_local) {
    c.Report(R("layout.variable.function-storage"), kStorageClass,
             {Arg::Enumerant(grammar::Kind::kStorageClass, storage)});
    return;
  }
  const BlockIndex block = function->BlockOf(c.index());
  if (block == kNoBlock) return;  // the function's layout is broken
  const InstIndex before = PrecedingInFunction(c.module(), c.index());
  const Op op = c.module().record(before).op;
  if (Is(op, OpTrait::kVariable)) return;
  if (block.value != 0) {
    c.Report(R("layout.variable.first-block"), Place::kWhole)
        .Note("the first block begins here",
              Place::At(function->blocks()[0].label));
  } else if (op != Op::kLabel) {
    c.Report(R("layout.variable.block-start"), Place::kWhole, {op})
        .Note("this precedes", Place::At(before));
  }
}

static_assert(AllHave(grammar::kOpsWith<OpTrait::kVariable>,
                      operand::Variable::kStorageClass));
constexpr Check kChecks[] = {
    {grammar::kOpsWith<OpTrait::kVariable>, CheckVariable}};

}  // namespace

extern constinit const Family kVariableLayout(R, kChecks);

}  // namespace plumb

// The places of OpPhi and variables in a block (sections 2.4 and 3.32.17).
//
// Each looks only at the instruction before it: where that is misplaced too,
// it has been reported, so that a run of misplaced instructions is one
// diagnostic.  Runs of debug lines are skipped, each by one instruction.
//
// Debug information is tolerated where lines are: it has no meaning, and
// producers of scopes put them first in a block.
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/rules/layout/section.h"

namespace plumb {
namespace {

using grammar::Op;
using grammar::OpTrait;
using grammar::StorageClass;

constexpr grammar::Op kLabelOps[] = {grammar::Op::kLabel};

constexpr RuleTable R({
    Follows(
        "layout.preamble.only-listed",
        {"layout.variable.module-storage", "2.4",
         "a variable outside functions must not have storage class Function"}),
    {"layout.variable.function-storage", "2.4",
     "a variable in a function must have storage class Function, not {0}"},
    ReliesOn(kLabelOps,
             {"layout.variable.first-block", "2.4",
              "a variable of a function must be in its first block"}),
    {"layout.variable.block-start", "2.4",
     "the variables of a function must come first in its first block, but {0} "
     "precedes"},
    {"control.phi.leads-block", "3.32.17",
     "OpPhi must come first in its block, but {0} precedes"},
});

constexpr uint32_t kStorageClassOperand = 2;

// What precedes an instruction of a function, lines and debug information
// aside.
InstIndex Before(const Module& module, InstIndex i) {
  ExtInstRoles roles(module);
  for (;;) {
    i = InstIndex(i.value - 1);
    const Placement p = PlacementOf(module.record(i).op);
    if (p == Placement::kLine) continue;
    if (p != Placement::kExtInst) return i;
    const ExtInstRole role = roles.RoleOf(i);
    if (role != ExtInstRole::kDebugLocal && role != ExtInstRole::kDebugGlobal) {
      return i;
    }
  }
}

void CheckVariable(const CheckContext& c) {
  const uint32_t storage = c.inst().operand_word(kStorageClassOperand);
  const bool is_local =
      storage == static_cast<uint32_t>(StorageClass::kFunction);
  const FunctionContext* const function = c.function();
  if (function == nullptr) {
    if (is_local) {
      c.Report(R("layout.variable.module-storage"), kStorageClassOperand);
    }
    return;
  }
  if (!is_local) {
    c.Report(R("layout.variable.function-storage"), kStorageClassOperand,
             {Arg::Enumerant(grammar::Kind::kStorageClass, storage)});
    return;
  }
  const BlockIndex block = function->BlockOf(c.index());
  if (block == kNoBlock) return;  // the function's layout is broken
  const InstIndex before = Before(c.module(), c.index());
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

void CheckPhi(const CheckContext& c) {
  if (c.function() == nullptr || c.function()->BlockOf(c.index()) == kNoBlock) {
    return;
  }
  const InstIndex before = Before(c.module(), c.index());
  const Op op = c.module().record(before).op;
  if (op == Op::kLabel || op == Op::kPhi) return;
  c.Report(R("control.phi.leads-block"), Place::kWhole, {op})
      .Note("this precedes", Place::At(before));
}

constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
constexpr Op kPhis[] = {Op::kPhi};
constexpr Check kChecks[] = {
    {kVariables, CheckVariable},
    {kPhis, CheckPhi},
};

}  // namespace

extern constinit const Family kBlockLayout = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb

// OpPhi (section 3.3.17): the parents must be the block's predecessors, each
// once; each variable must have the type of the result and be available at the
// end of its parent; pointers may be merged only if they may be variable.
//
// The predecessors of a block with phis are sorted once, so each pair costs a
// binary search.  Blocks without phis cost a check of the instruction after
// their label.
//
// The readers check that pairs are complete.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "validate/engine/family.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

// Every OpPhi may refer to later definitions, if they are available at the end
// of the parent.
constexpr RuleTable R({
    {"control.phi.parent-is-predecessor", "3.3.17",
     "parent {0} must branch to this block"},
    {"control.phi.parent-unique", "3.3.17",
     "parent {0} is listed more than once"},
    {"control.phi.all-predecessors-listed", "3.3.17",
     "block {0} branches here, but is not listed as a parent"},
    {"control.phi.variable-type", "3.3.17",
     "the result type is {2}, but {0} has type {1}"},
    {"control.phi.variable-dominates-parent", "3.3.17",
     "{0} must be available at the end of parent {1}, but its definition does "
     "not dominate that block"},
    {"control.phi.pointer-logical-addressing", "2.16.1",
     "with logical addressing, OpPhi of pointers requires capability "
     "VariablePointers or VariablePointersStorageBuffer"},
    {"control.phi.not-void", "3.3.17",
     "OpPhi must not merge values of type {0}"},
    WithEffect(Effect::kMisplaced,
               {"control.phi.leads-block", "3.3.17",
                "OpPhi must come first in its block, but {0} precedes it"}),
});

// A predecessor of the current block.
struct Predecessor {
  BlockIndex block;
  InstIndex phi = kNoInst;   // the last phi that lists it, and
  OperandIndex operand = 0;  // its operand there
};
using Predecessors = absl::InlinedVector<Predecessor, 16>;

class PhiChecker {
 public:
  PhiChecker(FunctionContext& fn, BlockIndex block);

  void Check(const Inst& phi);

 private:
  bool CheckParent(const Inst& phi, OperandIndex operand);
  void CheckVariable(const Inst& phi, OperandIndex operand);
  Predecessor* Find(BlockIndex block);

  FunctionContext& fn_;
  BlockIndex block_;
  Predecessors predecessors_;  // sorted by block, without duplicates
};

PhiChecker::PhiChecker(FunctionContext& fn, BlockIndex block)
    : fn_(fn), block_(block) {
  for (BlockIndex b : fn.graph().predecessors(block)) {
    predecessors_.push_back({b});
  }
  std::sort(predecessors_.begin(), predecessors_.end(),
            [](const Predecessor& a, const Predecessor& b) {
              return a.block < b.block;
            });
  predecessors_.erase(
      std::unique(predecessors_.begin(), predecessors_.end(),
                  [](const Predecessor& a, const Predecessor& b) {
                    return a.block == b.block;
                  }),
      predecessors_.end());
}

Predecessor* PhiChecker::Find(BlockIndex block) {
  auto at = std::lower_bound(
      predecessors_.begin(), predecessors_.end(), block,
      [](const Predecessor& p, BlockIndex b) { return p.block < b; });
  return at != predecessors_.end() && at->block == block ? &*at : nullptr;
}

// False if the parent is not a predecessor, which also explains a missing one.
bool PhiChecker::CheckParent(const Inst& phi, OperandIndex operand) {
  const Id parent = phi.id(operand);
  const InstIndex def = fn_.module().def(parent);
  if (def == kNoInst) return false;  // reported as undefined
  const BlockIndex block = fn_.BlockOfLabel(parent);
  const Place place = Place::At(phi.index(), operand);
  if (block == kNoBlock && fn_.module().record(def).op == Op::kLabel) {
    return false;  // reported as an id of another function
  }
  Predecessor* const predecessor = block == kNoBlock ? nullptr : Find(block);
  if (predecessor == nullptr) {
    fn_.Report(R("control.phi.parent-is-predecessor"), place, {parent})
        .Note("{0} is defined here", Place::At(def), {parent});
    return false;
  }
  if (predecessor->phi == phi.index()) {
    fn_.Report(R("control.phi.parent-unique"), place, {parent})
        .Note("it is first listed here",
              Place::At(phi.index(), predecessor->operand));
    return true;
  }
  predecessor->phi = phi.index();
  predecessor->operand = operand;
  return true;
}

void PhiChecker::CheckVariable(const Inst& phi, OperandIndex operand) {
  const Module& module = fn_.module();
  const Id variable = phi.id(operand);
  const InstIndex def = module.def(variable);
  // Undefined ids and those of other functions are reported already.
  if (def == kNoInst || (def >= module.global_end() && !fn_.Contains(def))) {
    return;
  }
  const Place place = Place::At(phi.index(), operand);
  const Id type = module.type_of(variable);
  if (type != kNoId && type != phi.result_type()) {
    fn_.Report(R("control.phi.variable-type"), place,
               {variable, Arg::Type(type), Arg::Type(phi.result_type())})
        .Note("{0} is defined here", Place::At(def), {variable});
  }
  if (!fn_.Contains(def)) return;
  const BlockIndex def_block = fn_.BlockOf(def);
  const BlockIndex parent = fn_.BlockOfLabel(phi.id(operand + 1));
  if (def_block == kNoBlock || parent == kNoBlock ||
      module.record(def).op == Op::kLabel ||
      !fn_.dominators().reachable(parent) ||
      fn_.dominators().Dominates(def_block, parent)) {
    return;
  }
  fn_.Report(R("control.phi.variable-dominates-parent"), place,
             {variable, fn_.block(parent).id})
      .Note("{0} is defined here", Place::At(def), {variable});
}

void PhiChecker::Check(const Inst& phi) {
  bool parents_good = true;
  for (OperandIndex o = operand::Phi::kVariableParent;
       o + 1 < phi.operand_count(); o += 2) {
    if (CheckParent(phi, o + 1)) {
      CheckVariable(phi, o);
    } else {
      parents_good = false;
    }
  }
  if (!parents_good) return;
  for (const Predecessor& predecessor : predecessors_) {
    if (predecessor.phi == phi.index()) continue;
    const Block& missing = fn_.block(predecessor.block);
    fn_.Report(R("control.phi.all-predecessors-listed"), Place::At(phi.index()),
               {missing.id})
        .Note("{0} ends here", Place::At(missing.terminator), {missing.id});
    return;
  }
}

void CheckPhis(FunctionContext& fn) {
  const Module& module = fn.module();
  if (!module.Has(Op::kPhi) || !fn.has_graph()) return;
  for (uint32_t b = 0; b < fn.blocks().size(); ++b) {
    const Block& block = fn.blocks()[b];
    // Debug lines may be among the phis.
    InstIndex i = block.label + 1;
    const auto is_line = [&](InstIndex at) {
      const Op op = module.record(at).op;
      return op == Op::kLine || op == Op::kNoLine;
    };
    while (i < block.terminator && is_line(i)) ++i;
    if (module.record(i).op != Op::kPhi) continue;
    PhiChecker checker(fn, BlockIndex(b));
    for (; i < block.terminator; ++i) {
      if (module.record(i).op == Op::kPhi) {
        checker.Check(module.inst(i));
      } else if (!is_line(i)) {
        break;
      }
    }
  }
}

// Whether values of the type may be merged.
void CheckResultType(const CheckContext& c) {
  const ModuleContext& context = c.context();
  const TypeInfo& type = c.result_type();
  if (!type.unknown() && type.Is(type_trait::kVoid)) {
    c.Report(R("control.phi.not-void"), operand::Phi::kResultType,
             {Arg::Type(c.inst().result_type())});
    return c.PoisonResult();
  }
  if (type.unknown() || !type.Is(type_trait::kAnyPointer) ||
      !context.memory_model().all_logical() ||
      context.Has(Capability::kVariablePointersStorageBuffer) ||
      context.Has(Capability::kVariablePointers)) {
    return;
  }
  c.Report(R("control.phi.pointer-logical-addressing"),
           operand::Phi::kResultType)
      .Note("the result type is declared here",
            Place::At(c.module().def(c.inst().result_type())));
  c.PoisonResult();
}

// If the previous phi is misplaced too, it is reported already.
void CheckPlace(const CheckContext& c) {
  if (c.function() == nullptr || c.function()->BlockOf(c.index()) == kNoBlock) {
    return;
  }
  const InstIndex before = PrecedingInFunction(c.module(), c.index());
  const Op op = c.module().record(before).op;
  if (op == Op::kLabel || op == Op::kPhi) return;
  c.Report(R("control.phi.leads-block"), Place::kWhole, {op})
      .Note("this precedes", Place::At(before));
}

constexpr Check kChecks[] = {{Op::kPhi, CheckPlace},
                             {Op::kPhi, CheckResultType}};

}  // namespace

extern constinit const Family kPhi(R, kFunctionCheck<CheckPhis>, kChecks);

}  // namespace plumb

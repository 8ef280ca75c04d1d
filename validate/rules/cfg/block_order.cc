// Rules for the control-flow graph of every function, structured or not: no
// branch goes to the first block, and the order of blocks agrees with
// dominance (section 2.16.1).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/cfg/targets.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"cfg.entry-block.not-branch-target", "2.16.1",
     "the first block of a function, {0}, must not be the target of a branch"},
    {"cfg.block.dominance-order", "2.16.1",
     "block {0} must come after block {1}, which dominates it"},
});

void CheckEntryBlock(FunctionContext& fn) {
  if (!fn.has_graph()) return;
  const cfg::BlockIndex entry(0);
  const Id label = fn.block(entry).id;
  cfg::BlockIndex last;
  for (cfg::BlockIndex from : fn.graph().predecessors(entry)) {
    if (from == last) continue;  // both labels of one branch
    last = from;
    const Inst branch = fn.module().inst(fn.block(from).terminator);
    fn.Report(R("cfg.entry-block.not-branch-target"),
              Place::At(branch.index(), TargetOperand(branch, label)), {label});
  }
}

void CheckBlockOrder(FunctionContext& fn) {
  if (!fn.has_graph()) return;
  for (cfg::BlockIndex b : fn.dominators().preorder()) {
    const cfg::BlockIndex idom = fn.dominators().immediate_dominator(b);
    if (idom == cfg::kNoBlock || idom < b) continue;
    fn.Report(R("cfg.block.dominance-order"), Place::At(fn.block(b).label),
              {fn.block(b).id, fn.block(idom).id})
        .Note("{0} is here", Place::At(fn.block(idom).label),
              {fn.block(idom).id});
  }
}

constexpr FunctionCheck kFunctionChecks[] = {CheckEntryBlock, CheckBlockOrder};

}  // namespace

extern constinit const Family kBlockOrder(R, kFunctionChecks);

}  // namespace plumb

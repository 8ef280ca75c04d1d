#include "validate/facts/texel_pointer_uses.h"

#include "core/module.h"
#include "validate/analysis/uses.h"

namespace plumb {
namespace {

using grammar::Op;

void CheckUsesOf(ModuleContext& context, Id pointer, const Rule& rule) {
  const Module& module = context.module();
  for (const Use& use : context.uses().Get(pointer)) {
    // Names and decorations precede functions.
    if (use.inst < module.global_end()) continue;
    const Op op = module.record(use.inst).op;
    if (Is(op, grammar::OpTrait::kAtomic) || op == Op::kExtInst) continue;
    context.Report(rule, Place::At(use.inst, use.operand), {op, pointer})
        .Note("{0} is defined here", Place::At(module.def(pointer)), {pointer});
  }
}

}  // namespace

void CheckTexelPointerUses(ModuleContext& context, Op op, const Rule& rule) {
  context.Provide(fact::kUses);
  const Module& module = context.module();
  for (const FunctionRange& function : module.functions()) {
    for (InstIndex i = function.first; i < function.last; ++i) {
      const InstRecord& record = module.record(i);
      if (record.op == op) CheckUsesOf(context, record.result, rule);
    }
  }
}

}  // namespace plumb

// Uses of ids (sections 2.4 and 2.16.1): a definition must precede its uses,
// dominate them, and be used only in its own function.
//
// Two loops visit every id operand of the module: one at the instructions
// outside functions, the other, the hottest of the validator, at those inside.
// An object defined at module scope, as a parameter or earlier in the same
// block passes with one load and a few comparisons; a second function checks
// all others. By then undefined ids have been reported (ids.cc).
// forward_reference.cc reports invalid forward references, and
// operand_class.cc wrong classes.
//
// Labels and functions may be used before their definition.  No definition
// dominates uses in unreachable blocks, which pass.  phi.cc checks the
// variables of OpPhi.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "absl/base/attributes.h"
#include "core/op_role.h"
#include "grammar/operand_class.h"
#include "validate/engine/family.h"
#include "validate/rules/ssa/forward_reference.h"
#include "validate/rules/ssa/operand_class.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // ssa.phi.dominance-exempt and ssa.call.dominance-exempt are exceptions to
    // this rule.
    Contradicts(Contradicted::kPlace,
                Malformed({"ssa.use.dominated", "2.16.1",
                           "the use of {0} in block {1} is not dominated by "
                           "its definition in block {2}"})),
    Malformed(
        {"ssa.result.function-local", "2.16.1",
         "an id that is defined in another function must not be used here"}),
});

// Only the note names the id: whether it is poisoned depends on the checks of
// its function, which may run at the same time.
DiagnosticBuilder ReportFunctionLocal(const ModuleContext& context,
                                      DiagnosticList* list, InstIndex use,
                                      OperandIndex operand, InstIndex def) {
  const Id id = context.module().record(def).result;
  DiagnosticBuilder report = context.Report(R("ssa.result.function-local"),
                                            Place::At(use, operand), {}, list);
  report.Note("{0} is defined here", Place::At(def), {id});
  return report;
}

// Whether an opcode declares a type that an object can have.
bool IsObjectType(Op op) { return DeclaresType(op) && op != Op::kTypeFunction; }

// The result type of an instruction that has one.
Id TypeIn(const Module& module, const InstRecord& record) {
  return Id(module.words().data()[record.first_word + 1]);
}

// Checks the instructions before, between and after functions, in order.
class ModuleScopeUses {
 public:
  explicit ModuleScopeUses(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check(InstIndex first, InstIndex last);

 private:
  // Part of the loop: saving registers would cost as much as most checks.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void Check(InstIndex i);
  void CheckOperand(InstIndex i, OperandIndex operand, InstIndex def);
  void CheckClasses(InstIndex i);
  void Announce(Id pointer);
  bool announced(Id id) const {
    return id.value < announced_.size() && announced_[id.value] != 0;
  }

  ModuleContext& context_;
  const Module& module_;
  // By id: whether OpTypeForwardPointer has declared it.  Empty until one
  // does.
  std::vector<uint8_t> announced_;
};

void ModuleScopeUses::Announce(Id pointer) {
  if (announced_.empty()) announced_.resize(module_.id_bound(), 0);
  if (pointer.value < announced_.size()) announced_[pointer.value] = 1;
}

// For instructions that may refer forward.  Names and most decorations, the
// majority of these, have no operand with a class to check.
void ModuleScopeUses::CheckClasses(InstIndex i) {
  module_.ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
    if (module_.def(id) == kNoInst) return;
    CheckOperandClass(context_, context_.diagnostics(), i, operand);
  });
}

inline void ModuleScopeUses::Check(InstIndex i) {
  const InstRecord& record = module_.record(i);
  if (AllMayReferForward(record.op) &&
      record.op != Op::kExtInstWithForwardRefsKHR) {
    if (record.op == Op::kTypeForwardPointer) {
      Announce(module_.inst(i).id(operand::TypeForwardPointer::kPointerType));
    }
    CheckClasses(i);
    return;
  }
  const uint32_t special = grammar::SpecialOperands(record.op);
  const InstIndex end = std::min(i, module_.global_end());
  if (grammar::ShapeOf(record.op).has_result_type()) {
    const InstIndex def = module_.def(TypeIn(module_, record));
    if (def >= end || !IsObjectType(module_.record(def).op)) {
      CheckOperand(i, 0, def);
    }
  }
  module_.ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
    const Definition& def = module_.definition(id);
    if (def.at >= end || def.type == kNoId ||
        grammar::IsSpecialOperand(special, operand)) {
      CheckOperand(i, operand, def.at);
    }
  });
}

// Whether an instruction that names or decorates has operands with a class.
// The structure of a member is checked with the member.
bool HasClasses(Op op) {
  return op == Op::kDecorateId || op == Op::kMemberDecorateIdEXT ||
         op == Op::kGroupDecorate || op == Op::kGroupMemberDecorate;
}

void ModuleScopeUses::Check(InstIndex first, InstIndex last) {
  for (InstIndex i = first; i < last; ++i) {
    // The most common instructions; their operands may be anything.
    const Op op = module_.record(i).op;
    if (!NamesOrDecorates(op) || HasClasses(op)) Check(i);
  }
}

void ModuleScopeUses::CheckOperand(InstIndex i, OperandIndex operand,
                                   InstIndex def) {
  if (def == kNoInst) return;
  const InstRecord& user = module_.record(i);
  const InstRecord& definition = module_.record(def);
  if (!CheckOperandClass(context_, context_.diagnostics(), i, operand)) {
    context_.Poison(user.result);
    return;
  }
  if (def < std::min(i, module_.global_end())) return;
  if (definition.op == Op::kFunction || definition.op == Op::kLabel) return;
  if (announced(definition.result) && DeclaresType(user.op)) return;
  if (def < i && user.op == Op::kExtInst) return;  // non-semantic information
  DiagnosticBuilder report;
  if (module_.FunctionAround(def) != nullptr) {
    report =
        ReportFunctionLocal(context_, context_.diagnostics(), i, operand, def);
  } else if (def >= i && !MayReferForward(module_, i, operand)) {
    report =
        ReportForwardReference(context_, context_.diagnostics(), i, operand);
  }
  if (report.is_error()) context_.Poison(user.result);
}

void CheckModuleScope(ModuleContext& context) {
  const Module& module = context.module();
  ModuleScopeUses uses(context);
  InstIndex i(0);
  for (const FunctionRange& function : module.functions()) {
    uses.Check(i, function.first);
    i = function.last;
  }
  uses.Check(i, InstIndex(module.size()));
}

// Checks an object used in a function that is not defined at module scope, as
// a parameter or earlier in the block.
void CheckLocalUse(FunctionContext& fn, InstIndex use, OperandIndex operand,
                   InstIndex def) {
  const Module& module = fn.module();
  const BlockIndex use_block = fn.BlockOf(use);
  const BlockIndex def_block = fn.BlockOf(def);
  const bool in_blocks =
      fn.has_graph() && use_block != kNoBlock && def_block != kNoBlock;
  const bool dominated = in_blocks && use_block != def_block &&
                         fn.dominators().Dominates(def_block, use_block);
  // If a later block dominates this one, their order is the error, which
  // cfg.block.dominance-order reports.
  if (dominated) return;
  if (def >= use) {
    if (!MayReferForward(module, use, operand)) {
      ReportForwardReference(fn.context(), fn.diagnostics(), use, operand);
    }
    return;
  }
  if (!in_blocks || use_block == def_block ||
      !fn.dominators().reachable(use_block)) {
    return;
  }
  const Id id = module.record(def).result;
  fn.Report(R("ssa.use.dominated"), Place::At(use, operand),
            {id, fn.block(use_block).id, fn.block(def_block).id})
      .Note("{0} is defined here", Place::At(def), {id});
}

// Whether an operand must be a label.
bool NamesBlock(Op op, OperandIndex operand) {
  switch (RoleOf(op)) {
    case OpRole::kPhi:
      return operand % 2 != 0;
    case OpRole::kSelectionMerge:
      return true;
    case OpRole::kLoopMerge:  // some loop controls name variables
      return operand < operand::LoopMerge::kLoopControl;
    case OpRole::kBranch:
      return operand != 0 || op == Op::kBranch;
    default:
      return false;
  }
}

// Checks an operand inside a function that the fast path in CheckFunction did
// not accept.
ABSL_ATTRIBUTE_NOINLINE void CheckOperand(FunctionContext& fn, InstIndex use,
                                          OperandIndex operand, InstIndex def) {
  if (def == kNoInst) return;
  const Module& module = fn.module();
  const InstRecord& user = module.record(use);
  const InstRecord& definition = module.record(def);
  const bool is_block =
      definition.op == Op::kLabel && NamesBlock(user.op, operand);
  // The rules of control flow report targets in other functions.
  const bool local = fn.Contains(def);
  if (is_block && (local || user.op != Op::kPhi)) return;
  if (!local && def >= module.global_end() && definition.op != Op::kFunction &&
      module.FunctionAround(def) != nullptr) {
    ReportFunctionLocal(fn.context(), fn.diagnostics(), use, operand, def);
    return;
  }
  if (!is_block &&
      (module.operands(use)[operand].kind == Kind::kIdResultType ||
       grammar::IsSpecialOperand(grammar::SpecialOperands(user.op), operand) ||
       !DefinesObject(module, def))) {
    if (!CheckOperandClass(fn.context(), fn.diagnostics(), use, operand)) {
      if (use != fn.range().first) fn.context().Poison(user.result);
      return;
    }
  }
  if (def < module.global_end() || definition.op == Op::kFunction ||
      definition.op == Op::kLabel) {
    return;
  }
  if (local) {
    if (user.op != Op::kPhi) CheckLocalUse(fn, use, operand, def);
  } else if (def > use && !MayReferForward(module, use, operand)) {
    ReportForwardReference(fn.context(), fn.diagnostics(), use, operand);
  }
}

void CheckFunction(FunctionContext& fn) {
  const Module& module = fn.module();
  const FunctionRange& range = fn.range();
  const InstIndex global_end = module.global_end();
  const absl::Span<const Block> blocks = fn.blocks();
  // Parameters precede the first block; the function itself is not a
  // parameter.
  const InstIndex first_parameter = range.first + 1;
  const InstIndex parameters_end =
      blocks.empty() ? range.last : blocks.front().label;
  uint32_t parameters = 0;  // before the first block
  InstIndex block_begin = first_parameter;
  for (InstIndex i = range.first; i < range.last; ++i) {
    const InstRecord& record = module.record(i);
    if (record.op == Op::kLabel) {
      block_begin = i;
      parameters = parameters_end - first_parameter;
    }
    if (grammar::ShapeOf(record.op).has_result_type()) {
      const InstIndex def = module.def(TypeIn(module, record));
      if (def >= global_end || !IsObjectType(module.record(def).op)) {
        CheckOperand(fn, i, 0, def);
      }
    }
    const uint32_t earlier_in_block = i - block_begin;
    const uint32_t special = grammar::SpecialOperands(record.op);
    module.ForEachIdOperand(i, [&](OperandIndex operand, Id id) {
      const Definition& def = module.definition(id);
      if (def.type == kNoId || grammar::IsSpecialOperand(special, operand) ||
          (def.at >= global_end && def.at - block_begin >= earlier_in_block &&
           def.at - first_parameter >= parameters)) {
        CheckOperand(fn, i, operand, def.at);
      }
    });
  }
}

}  // namespace

extern constinit const Family kUses(R,
                                    kModuleCheck<Phase::kIds, CheckModuleScope>,
                                    kFunctionCheck<CheckFunction>);

}  // namespace plumb

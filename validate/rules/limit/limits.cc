// The universal limits (section 2.17); the values of those that have options
// are in ValidatorOptions.
//
// Each is a comparison of a count that the module already has; what takes
// counting is counted only where there is enough to exceed the limit.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/rules/layout/section.h"

namespace plumb {
namespace {

using grammar::Kind;
using grammar::Op;
using grammar::OpTrait;

constexpr RuleTable R({
    {"limit.string.characters", "2.17",
     "a string must not have more than {1} characters, but this has {0}"},
    {"limit.id.bound", "2.17",
     "the bound of ids must not exceed {1}, but it is {0}"},
    {"limit.cfg.nesting-depth", "2.17",
     "control flow must not be nested more than {0} deep"},
    {"limit.variable.global", "2.17",
     "a module must not have more than {1} variables outside functions, but "
     "this has {0}"},
    {"limit.variable.local", "2.17",
     "a module must not have more than {1} variables in functions, but this "
     "has {0}"},
    {"limit.decoration.per-target", "2.17",
     "one target must not have more than {1} decorations, but {0} has {2}"},
    {"limit.executionmode.per-entry-point", "2.17",
     "an entry point must not have more than {1} execution modes, but {0} has "
     "{2}"},
    {"limit.index.count", "2.17",
     "an instruction must not have more than {1} indexes, but this has {0}"},
    {"limit.function.parameters", "2.17",
     "a function must not have more than {1} parameters, but this has {0}"},
    {"limit.functioncall.arguments", "2.17",
     "a call must not have more than {1} arguments, but this has {0}"},
    {"limit.extinst.arguments", "2.17",
     "an extended instruction must not have more than {1} operands, but this "
     "has {0}"},
    {"limit.switch.pairs", "2.17",
     "OpSwitch must not have more than {1} targets, but this has {0}"},
    {"limit.struct.members", "2.17",
     "a structure must not have more than {1} members, but this has {0}"},
    {"limit.struct.nesting-depth", "2.17",
     "structures must not be nested more than {1} deep, but this is {0} deep"},
});

constexpr uint32_t kMaxStringCharacters = 65535;
constexpr uint32_t kMaxExecutionModes = 255;
constexpr uint32_t kMaxExtInstOperands = 255;

// Says `rule` if a count that an instruction has exceeds a limit.
void Compare(const CheckContext& c, const Rule& rule, uint32_t count,
             uint32_t limit) {
  if (count > limit) c.Report(rule, Place::kWhole, {count, limit});
}

const Limits& LimitsOf(const CheckContext& c) {
  return c.context().options().limits;
}

// --- Counts of operands ----------------------------------------------------

// How many operands an instruction has after the first `fixed` ones.
uint32_t OperandsAfter(const CheckContext& c, uint32_t fixed) {
  const uint32_t count = c.inst().operand_count();
  return count > fixed ? count - fixed : 0;
}

// The operands of an instruction before its first index.
uint32_t OperandsBeforeIndexes(Op op) {
  switch (op) {
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
    case Op::kCompositeExtract:
      return 3;
    case Op::kUntypedPtrAccessChainKHR:
    case Op::kUntypedInBoundsPtrAccessChainKHR:
      return 5;
    default:
      return 4;
  }
}

void CheckIndexes(const CheckContext& c) {
  Compare(c, R("limit.index.count"),
          OperandsAfter(c, OperandsBeforeIndexes(c.inst().op())),
          LimitsOf(c).max_access_chain_indexes);
}

void CheckFunctionType(const CheckContext& c) {
  Compare(c, R("limit.function.parameters"), OperandsAfter(c, 2),
          LimitsOf(c).max_function_args);
}

void CheckCall(const CheckContext& c) {
  Compare(c, R("limit.functioncall.arguments"), OperandsAfter(c, 3),
          LimitsOf(c).max_function_args);
}

// What has no meaning may be as long as it is.
void CheckExtInst(const CheckContext& c) {
  const uint32_t count = OperandsAfter(c, 4);
  if (count <= kMaxExtInstOperands) return;
  ExtInstRoles roles(c.module());
  if (roles.RoleOf(c.index()) != ExtInstRole::kSemantic) return;
  Compare(c, R("limit.extinst.arguments"), count, kMaxExtInstOperands);
}

void CheckSwitch(const CheckContext& c) {
  Compare(c, R("limit.switch.pairs"), OperandsAfter(c, 2) / 2,
          LimitsOf(c).max_switch_branches);
}

void CheckStruct(const CheckContext& c) {
  Compare(c, R("limit.struct.members"), OperandsAfter(c, 1),
          LimitsOf(c).max_struct_members);
}

// UTF-8: all bytes but those that continue a character begin one.
uint32_t CountCharacters(absl::string_view text) {
  return static_cast<uint32_t>(std::count_if(
      text.begin(), text.end(),
      [](char byte) { return (static_cast<uint8_t>(byte) & 0xc0) != 0x80; }));
}

void CheckStrings(const CheckContext& c) {
  const Inst& inst = c.inst();
  if (inst.word_count() * sizeof(uint32_t) <= kMaxStringCharacters) return;
  for (uint32_t o = 0; o < inst.operand_count(); ++o) {
    if (inst.kind(o) != Kind::kLiteralString) continue;
    const uint32_t count = CountCharacters(inst.string(o));
    if (count > kMaxStringCharacters) {
      c.Report(R("limit.string.characters"), o, {count, kMaxStringCharacters});
    }
  }
}

// --- Counts over the module ------------------------------------------------

void CheckBound(ModuleContext& context) {
  const uint32_t bound = context.module().header().bound;
  const uint32_t limit = context.options().limits.max_id_bound;
  if (bound > limit) {
    context.Report(R("limit.id.bound"), Place::WholeModule(), {bound, limit});
  }
}

// They stand first in the first block; one that does not is reported for that.
uint32_t CountLocalVariables(const Module& module,
                             const FunctionRange& function) {
  uint32_t count = 0;
  for (InstIndex i = function.first + 1; i != function.last; ++i) {
    const Op op = module.record(i).op;
    if (Is(op, OpTrait::kVariable)) {
      ++count;
      continue;
    }
    const Placement p = PlacementOf(op);
    const bool may_precede = p == Placement::kParameter ||
                             p == Placement::kLabel || p == Placement::kLine ||
                             p == Placement::kExtInst;
    if (!may_precede) break;
  }
  return count;
}

void CheckVariables(ModuleContext& context) {
  const Module& module = context.module();
  const Limits& limits = context.options().limits;
  uint32_t globals = 0;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    globals += Is(module.record(i).op, OpTrait::kVariable) ? 1 : 0;
  }
  if (globals > limits.max_global_variables) {
    context.Report(R("limit.variable.global"), Place::WholeModule(),
                   {globals, limits.max_global_variables});
  }
  uint32_t locals = 0;
  for (const FunctionRange& function : module.functions()) {
    locals += CountLocalVariables(module, function);
  }
  if (locals > limits.max_local_variables) {
    context.Report(R("limit.variable.local"), Place::WholeModule(),
                   {locals, limits.max_local_variables});
  }
}

// Finds ids that occur more than `limit` times and reports each once.
void ReportFrequent(ModuleContext& context, std::vector<Id> ids, uint32_t limit,
                    const Rule& rule, InstIndex place) {
  std::sort(ids.begin(), ids.end());
  for (size_t begin = 0; begin < ids.size();) {
    const size_t end =
        std::upper_bound(ids.begin() + begin, ids.end(), ids[begin]) -
        ids.begin();
    const InstIndex def = context.module().def(ids[begin]);
    if (end - begin > limit) {
      context.Report(rule, Place::At(def != kNoInst ? def : place),
                     {ids[begin], limit, static_cast<uint32_t>(end - begin)});
    }
    begin = end;
  }
}

void CheckExecutionModes(ModuleContext& context) {
  const Module& module = context.module();
  const absl::Span<const InstIndex> modes = module.execution_modes();
  if (modes.size() <= kMaxExecutionModes) return;
  std::vector<Id> targets;
  for (InstIndex i : modes) targets.push_back(module.inst(i).id(0));
  ReportFrequent(context, std::move(targets), kMaxExecutionModes,
                 R("limit.executionmode.per-entry-point"), modes[0]);
}

// The limit is the number of decorations that there are.
void CheckDecorations(ModuleContext& context) {
  const Module& module = context.module();
  const uint32_t limit =
      static_cast<uint32_t>(grammar::Enumerants(Kind::kDecoration).size());
  if (module.decorations().size() <= limit) return;
  std::vector<Id> targets;
  for (InstIndex i : module.decorations()) {
    const Inst inst = module.inst(i);
    const Op op = inst.op();
    if (op == Op::kDecorate || op == Op::kDecorateId ||
        op == Op::kDecorateString) {
      targets.push_back(inst.id(0));
    }
  }
  if (targets.empty()) return;
  ReportFrequent(context, std::move(targets), limit,
                 R("limit.decoration.per-target"), module.decorations()[0]);
}

// Depths of structures, by id; arrays are as deep as their elements, and
// pointers end the nesting.  Types stand before their uses.
void CheckStructDepth(ModuleContext& context) {
  const Module& module = context.module();
  const uint32_t limit = context.options().limits.max_struct_depth;
  uint32_t structs = 0;
  for (InstIndex i(0); i < module.global_end(); ++i) {
    structs += module.record(i).op == Op::kTypeStruct ? 1 : 0;
  }
  if (structs <= limit) return;
  thread_local std::vector<uint32_t> depths;
  depths.assign(module.id_bound(), 0);
  const auto depth_of = [](uint32_t id) {
    return id < depths.size() ? depths[id] : 0;
  };
  for (InstIndex i(0); i < module.global_end(); ++i) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kTypeArray || inst.op() == Op::kTypeRuntimeArray) {
      depths[inst.result().value] = depth_of(inst.word(2));
      continue;
    }
    if (inst.op() != Op::kTypeStruct) continue;
    uint32_t depth = 0;
    for (uint32_t w = 2; w < inst.word_count(); ++w) {
      depth = std::max(depth, depth_of(inst.word(w)));
    }
    depths[inst.result().value] = ++depth;
    if (depth == limit + 1) {
      context.Report(R("limit.struct.nesting-depth"), Place::At(i),
                     {depth, limit});
    }
  }
}

// --- Nesting of control flow -----------------------------------------------

// Blocks in program order: a header opens a level, and its merge block closes
// it.
void CheckNesting(FunctionContext& fn) {
  const uint32_t limit =
      fn.context().options().limits.max_control_flow_nesting_depth;
  const absl::Span<const Block> blocks = fn.blocks();
  const auto headers =
      std::count_if(blocks.begin(), blocks.end(),
                    [](const Block& block) { return block.merge != kNoInst; });
  if (headers <= limit) return;
  std::vector<uint32_t> closed(blocks.size(), 0);  // levels, per merge block
  uint32_t depth = 0;
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    depth -= closed[b];
    if (blocks[b].merge == kNoInst) continue;
    const BlockIndex merge =
        fn.BlockOfLabel(fn.module().inst(blocks[b].merge).id(0));
    if (merge == kNoBlock || merge.value <= b) continue;
    ++closed[merge.value];
    if (++depth > limit) {
      fn.Report(R("limit.cfg.nesting-depth"), Place::At(blocks[b].merge),
                {limit});
      return;
    }
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckBound},
    {Phase::kSummaries, CheckVariables},
    {Phase::kSummaries, CheckExecutionModes},
    {Phase::kSummaries, CheckDecorations},
    {Phase::kSummaries, CheckStructDepth}};
constexpr FunctionCheck kFunctionChecks[] = {CheckNesting};

constexpr auto kAccessChains = grammar::kOpsWith<OpTrait::kAccessChain>;
constexpr Op kMemberAccesses[] = {Op::kCompositeExtract, Op::kCompositeInsert};
constexpr Op kFunctionTypes[] = {Op::kTypeFunction};
constexpr Op kCalls[] = {Op::kFunctionCall};
constexpr Op kExtInsts[] = {Op::kExtInst, Op::kExtInstWithForwardRefsKHR};
constexpr Op kSwitches[] = {Op::kSwitch};
constexpr Op kStructs[] = {Op::kTypeStruct};
constexpr Op kWithStrings[] = {
    Op::kString,
    Op::kSource,
    Op::kSourceContinued,
    Op::kSourceExtension,
    Op::kName,
    Op::kMemberName,
    Op::kModuleProcessed,
    Op::kExtension,
    Op::kExtInstImport,
    Op::kEntryPoint,
    Op::kDecorate,
    Op::kMemberDecorate,
    Op::kDecorateString,
    Op::kMemberDecorateString,
    Op::kConditionalExtensionINTEL,
    Op::kConditionalEntryPointINTEL,
    Op::kGraphEntryPointARM,
    Op::kAsmTargetINTEL,
    Op::kAsmINTEL,
};
constexpr Check kChecks[] = {
    {kAccessChains, CheckIndexes},
    {kMemberAccesses, CheckIndexes},
    {kFunctionTypes, CheckFunctionType},
    {kCalls, CheckCall},
    {kExtInsts, CheckExtInst},
    {kSwitches, CheckSwitch},
    {kStructs, CheckStruct},
    {kWithStrings, CheckStrings},
};

}  // namespace

extern constinit const Family kLimits = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .function_checks = kFunctionChecks,
    .checks = kChecks,
};

}  // namespace plumb

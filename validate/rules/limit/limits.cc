// The universal limits (section 2.17); ValidatorOptions has the values of
// those that are options.
//
// Each rule compares a count that the module already has.  Other counts are
// computed only if they could exceed the limit.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "absl/base/attributes.h"
#include "validate/engine/constituents.h"
#include "validate/engine/family.h"
#include "validate/facts/section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    // Implementations may support more, and compilers embed whole sources.
    {"limit.string.characters", "2.17",
     "a string should not have more than {1} character{1s}, but this has {0}",
     "", Severity::kWarning},
    {"limit.id.bound", "2.17",
     "the bound of ids must not exceed {1}, but it is {0}"},
    {"limit.cfg.nesting-depth", "2.17",
     "control flow must not be nested more than {0} levels deep"},
    {"limit.variable.global", "2.17",
     "a module must not have more than {1} variable{1s} outside functions, but "
     "this has {0}"},
    {"limit.variable.local", "2.17",
     "a module must not have more than {1} variable{1s} in functions, but this "
     "has {0}"},
    {"limit.decoration.per-target", "2.17",
     "one target must not have more than {1} decoration{1s}, but {0} has {2}"},
    {"limit.executionmode.per-entry-point", "2.17",
     "an entry point must not have more than {1} execution modes, but {0} has "
     "{2}"},
    Also("limit.index.untyped-count", {"limit.index.count", "2.17",
                                       "an instruction must not have more than "
                                       "{1} index{1es}, but this has {0}"}),
    {"limit.function.parameters", "2.17",
     "a function must not have more than {1} parameter{1s}, but this has {0}"},
    {"limit.functioncall.arguments", "2.17",
     "a call must not have more than {1} argument{1s}, but this has {0}"},
    {"limit.extinst.arguments", "2.17",
     "an extended instruction must not have more than {1} operand{1s}, but "
     "this has {0}"},
    {"limit.switch.pairs", "2.17",
     "OpSwitch must not have more than {1} target{1s}, but this has {0}"},
    {"limit.struct.members", "2.17",
     "a structure must not have more than {1} member{1s}, but this has {0}"},
    {"limit.struct.nesting-depth", "2.17",
     "structures must not be nested more than {1} level{1s} deep, but this is "
     "{0} deep"},
});

constexpr uint32_t kMaxStringCharacters = 65535;
constexpr uint32_t kMaxExecutionModes = 255;
constexpr uint32_t kMaxExtInstOperands = 255;

// Reports `rule` if a count of an instruction exceeds a limit.
void Compare(const CheckContext& c, const Rule& rule, uint32_t count,
             uint32_t limit) {
  if (count > limit) c.Report(rule, Place::kWhole, {count, limit});
}

const Limits& LimitsOf(const CheckContext& c) {
  return c.context().options().limits;
}

// --- Counts of operands ---

// The number of operands of an instruction from `first` on.
uint32_t OperandsFrom(const CheckContext& c, OperandIndex first) {
  const OperandIndex end = c.inst().operand_count();
  return end > first ? end - first : 0;
}

OperandIndex FirstIndex(Op op) {
  switch (op) {
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
      return operand::AccessChain::kIndexes;
    case Op::kCompositeExtract:
      return operand::CompositeExtract::kIndexes;
    case Op::kCompositeInsert:
      return operand::CompositeInsert::kIndexes;
    case Op::kUntypedPtrAccessChainKHR:
    case Op::kUntypedInBoundsPtrAccessChainKHR:
      return operand::UntypedPtrAccessChainKHR::kIndexes;
    default:
      return operand::PtrAccessChain::kIndexes;
  }
}

void CheckIndexes(const CheckContext& c) {
  const uint32_t limit = LimitsOf(c).max_access_chain_indexes;
  if (c.inst().operand_count() <= limit) return;
  Compare(c, R("limit.index.count"), OperandsFrom(c, FirstIndex(c.inst().op())),
          limit);
}

void CheckFunctionType(const CheckContext& c) {
  Compare(c, R("limit.function.parameters"),
          OperandsFrom(c, operand::TypeFunction::kParameterTypes),
          LimitsOf(c).max_function_args);
}

void CheckCall(const CheckContext& c) {
  Compare(c, R("limit.functioncall.arguments"),
          OperandsFrom(c, operand::FunctionCall::kArguments),
          LimitsOf(c).max_function_args);
}

// Non-semantic instructions may have any number of operands.
void CheckExtInst(const CheckContext& c) {
  const uint32_t count = OperandsFrom(c, operand::ExtInst::kOperands);
  if (count <= kMaxExtInstOperands) return;
  ExtInstRoles roles(c.module());
  if (roles.RoleOf(c.index()) != ExtInstRole::kSemantic) return;
  Compare(c, R("limit.extinst.arguments"), count, kMaxExtInstOperands);
}

void CheckSwitch(const CheckContext& c) {
  Compare(c, R("limit.switch.pairs"),
          OperandsFrom(c, operand::Switch::kTarget) / 2,
          LimitsOf(c).max_switch_branches);
}

void CheckStruct(const CheckContext& c) {
  Compare(c, R("limit.struct.members"),
          ConstituentCount(c, operand::TypeStruct::kMemberTypes),
          LimitsOf(c).max_struct_members);
}

// UTF-8: each byte that is not a continuation byte starts a character.
uint32_t CountCharacters(absl::string_view text) {
  return static_cast<uint32_t>(std::count_if(
      text.begin(), text.end(),
      [](char byte) { return (static_cast<uint8_t>(byte) & 0xc0) != 0x80; }));
}

// Whether strings of the module may be too long.
bool HasLongStrings(const ModuleContext& context) {
  return context.module().words().size() * sizeof(uint32_t) >
         kMaxStringCharacters;
}

ABSL_ATTRIBUTE_NOINLINE void CheckLongStrings(const CheckContext& c) {
  const Inst& inst = c.inst();
  for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
    if (inst.kind(o) != Kind::kLiteralString) continue;
    const uint32_t count = CountCharacters(inst.string(o));
    if (count > kMaxStringCharacters) {
      c.Report(R("limit.string.characters"), o, {count, kMaxStringCharacters});
    }
  }
}

void CheckStrings(const CheckContext& c) {
  if (c.inst().word_count() * sizeof(uint32_t) > kMaxStringCharacters) {
    CheckLongStrings(c);
  }
}

// --- Counts over the module ---

void CheckBound(ModuleContext& context) {
  const uint32_t bound = context.module().header().bound;
  const uint32_t limit = context.options().limits.max_id_bound;
  if (bound > limit) {
    context.Report(R("limit.id.bound"), Place::WholeModule(), {bound, limit});
  }
}

// They must be first in the first block; others are reported for that.
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
  const auto globals = static_cast<uint32_t>(module.global_variables().size());
  if (globals > limits.max_global_variables) {
    context.Report(R("limit.variable.global"), Place::WholeModule(),
                   {globals, limits.max_global_variables});
  }
  uint32_t locals = 0;
  if (module.size() > limits.max_local_variables) {
    for (const FunctionRange& function : module.functions()) {
      locals += CountLocalVariables(module, function);
    }
  }
  if (locals > limits.max_local_variables) {
    context.Report(R("limit.variable.local"), Place::WholeModule(),
                   {locals, limits.max_local_variables});
  }
}

// Reports an id with too many names or decorations; at the first of these if
// the id is undefined.
void ReportCount(ModuleContext& context, const Rule& rule, Id id,
                 uint32_t limit, uint32_t count, InstIndex first) {
  const InstIndex def = context.module().def(id);
  context.Report(rule, Place::At(def != kNoInst ? def : first),
                 {id, limit, count});
}

void CheckExecutionModes(ModuleContext& context) {
  for (const EntryFunction& function : context.entry_points().functions()) {
    const auto count = static_cast<uint32_t>(function.modes.size());
    if (count <= kMaxExecutionModes) continue;
    ReportCount(context, R("limit.executionmode.per-entry-point"),
                function.function, kMaxExecutionModes, count,
                function.modes[0].at);
  }
}

// The limit is the number of existing decorations.
void CheckDecorations(ModuleContext& context) {
  const Module& module = context.module();
  const auto limit =
      static_cast<uint32_t>(grammar::Enumerants(Kind::kDecoration).size());
  if (module.decorations().size() <= limit) return;
  for (uint32_t id = 1; id < module.id_bound(); ++id) {
    const uint32_t count = context.decorations().StatementCount(Id(id));
    if (count <= limit) continue;
    ReportCount(context, R("limit.decoration.per-target"), Id(id), limit, count,
                module.decorations()[0]);
  }
}

// Depths of structures, by id.  Arrays have the depth of their elements, and
// pointers end the nesting.  Types precede their uses.
void CheckStructDepth(ModuleContext& context) {
  const Module& module = context.module();
  const TypeTable& types = context.types();
  const uint32_t limit = context.options().limits.max_struct_depth;
  if (types.types().size() <= limit) return;
  const auto structs = std::count_if(
      types.types().begin(), types.types().end(),
      [&](Id type) { return types.Get(type).Is(type_trait::kStruct); });
  if (structs <= limit) return;
  std::vector<uint32_t> depths(module.id_bound(), 0);
  const auto depth_of = [&](Id id) {
    return id.value < depths.size() ? depths[id.value] : 0;
  };
  for (const Id type : types.types()) {
    const Inst inst = module.inst(module.def(type));
    if (inst.op() == Op::kTypeArray || inst.op() == Op::kTypeRuntimeArray) {
      depths[type.value] = depth_of(inst.id(operand::TypeArray::kElementType));
      continue;
    }
    if (inst.op() != Op::kTypeStruct) continue;
    uint32_t depth = 0;
    for (uint32_t m = 0; m < types.Get(type).count; ++m) {
      depth = std::max(depth, depth_of(types.MemberOf(module, type, m)));
    }
    depths[type.value] = ++depth;
    if (depth == limit + 1) {
      context.Report(R("limit.struct.nesting-depth"), Place::At(inst.index()),
                     {depth, limit});
    }
  }
}

// --- Nesting of control flow ---

// Visits blocks in program order: a header opens a level, and its merge block
// closes it.
void CheckNesting(FunctionContext& fn) {
  const uint32_t limit =
      fn.context().options().limits.max_control_flow_nesting_depth;
  const absl::Span<const Block> blocks = fn.blocks();
  if (blocks.size() <= limit) return;
  const auto headers =
      std::count_if(blocks.begin(), blocks.end(),
                    [](const Block& block) { return block.merge != kNoInst; });
  if (headers <= limit) return;
  std::vector<uint32_t> closed(blocks.size(), 0);  // levels, by merge block
  uint32_t depth = 0;
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    depth -= closed[b];
    if (blocks[b].merge == kNoInst) continue;
    const BlockIndex merge =
        fn.BlockOfLabel(fn.module()
                            .inst(blocks[b].merge)
                            .id(operand::SelectionMerge::kMergeBlock));
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

constexpr auto kAccessChains = grammar::kOpsWith<OpTrait::kAccessChain>;
constexpr Op kMemberAccesses[] = {Op::kCompositeExtract, Op::kCompositeInsert};
constexpr Op kExtInsts[] = {Op::kExtInst, Op::kExtInstWithForwardRefsKHR};
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
    {Op::kTypeFunction, CheckFunctionType},
    {Op::kFunctionCall, CheckCall},
    {kExtInsts, CheckExtInst},
    {Op::kSwitch, CheckSwitch},
    {Op::kTypeStruct, CheckStruct},
    {kWithStrings, CheckStrings, Requires(HasLongStrings)},
};

}  // namespace

extern constinit const Family kLimits(R, kModuleChecks,
                                      kFunctionCheck<CheckNesting>, kChecks);

}  // namespace plumb

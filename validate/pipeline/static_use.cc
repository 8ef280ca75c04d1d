#include "validate/pipeline/static_use.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "grammar/ext_inst_enums.h"
#include "grammar/operands.h"
#include "validate/facts/builtin_object.h"

namespace plumb {
namespace {

using grammar::Op;

// The functions that a function reaches, itself included, each once.
std::vector<uint32_t> ReachedFunctions(const ModuleContext& context,
                                       Id function) {
  std::vector<uint32_t> reached;
  const cfg::FunctionIndex first = context.FunctionOf(function);
  if (first == cfg::kNoFunction) return reached;
  std::vector<uint8_t> seen(context.call_graph().function_count());
  reached.push_back(first.value);
  seen[first.value] = 1;
  for (size_t next = 0; next < reached.size(); ++next) {
    for (const cfg::FunctionIndex callee :
         context.call_graph().callees(cfg::FunctionIndex(reached[next]))) {
      if (seen[callee.value] != 0) continue;
      seen[callee.value] = 1;
      reached.push_back(callee.value);
    }
  }
  return reached;
}

// How an instruction uses an operand that is a pointer into a variable, or an
// object that was loaded from it.
enum class Usage : uint8_t {
  kMention,  // no access
  kRead,
  kWrite,
  kReadAndWrite,
  kPart,  // the result points to a part of it
  kSame,  // the result is the same
};

Usage UsageOfImage(Op op) {
  switch (op) {
    case Op::kImageWrite:
      return Usage::kWrite;
    case Op::kImageTexelPointer:
      return Usage::kReadAndWrite;
    case Op::kImage:
    case Op::kSampledImage:
      return Usage::kSame;
    default:
      return Usage::kRead;
  }
}

// The pointers of InterpolateAt… are read; others are written.
Usage UsageByExtInst(const Inst& inst) {
  using grammar::GlslStd450;
  namespace ext_inst = grammar::operand::ExtInst;
  if (inst.ext_inst_set() != grammar::ExtInstSet::kGlslStd450) {
    return Usage::kReadAndWrite;
  }
  switch (static_cast<GlslStd450>(inst.operand_word(ext_inst::kInstruction))) {
    case GlslStd450::kInterpolateAtCentroid:
    case GlslStd450::kInterpolateAtSample:
    case GlslStd450::kInterpolateAtOffset:
      return Usage::kRead;
    default:
      return Usage::kReadAndWrite;
  }
}

Usage UsageOfPointer(const Inst& inst, OperandIndex operand) {
  namespace store = grammar::operand::Store;
  switch (inst.op()) {
    case Op::kLoad:
    case Op::kAtomicLoad:
      return Usage::kRead;
    case Op::kStore:
    case Op::kAtomicStore:
    case Op::kCopyMemory:
    case Op::kCopyMemorySized:
      return operand == store::kPointer ? Usage::kWrite : Usage::kRead;
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
    case Op::kPtrAccessChain:
    case Op::kInBoundsPtrAccessChain:
    case Op::kUntypedAccessChainKHR:
    case Op::kUntypedInBoundsAccessChainKHR:
    case Op::kUntypedPtrAccessChainKHR:
    case Op::kUntypedInBoundsPtrAccessChainKHR:
      return Usage::kPart;
    case Op::kCopyObject:
      return Usage::kSame;
    case Op::kArrayLength:
    case Op::kUntypedArrayLengthKHR:
      return Usage::kMention;
    case Op::kImageTexelPointer:
      return Usage::kReadAndWrite;
    case Op::kExtInst:
      return UsageByExtInst(inst);
    default:
      return Usage::kReadAndWrite;
  }
}

// An object of such a type identifies the variable that it was loaded from.
constexpr TypeTraits kStandsForVariable =
    type_trait::kImage | type_trait::kSampledImage | type_trait::kSampler;

// Opcodes without an operand that is a pointer, an image or a sampler, as
// ranges of section 3.3: reading their operands would take most of the time.
constexpr std::pair<Op, Op> kOfValues[] = {
    {Op::kVectorExtractDynamic, Op::kVectorShuffle},
    {Op::kCompositeExtract, Op::kCompositeInsert},
    {Op::kTranspose, Op::kTranspose},
    {Op::kConvertFToU, Op::kQuantizeToF16},
    {Op::kSNegate, Op::kSMulExtended},
    {Op::kAny, Op::kLogicalNot},
    {Op::kIEqual, Op::kFUnordGreaterThanEqual},
    {Op::kShiftRightLogical, Op::kBitCount},
    {Op::kDPdx, Op::kFwidthCoarse},
    {Op::kLoopMerge, Op::kReturn},
    {Op::kLine, Op::kLine},
    {Op::kNoLine, Op::kNoLine},
};

constexpr std::array<bool, grammar::kOpCount> MakeTakesObjects() {
  std::array<bool, grammar::kOpCount> takes{};
  takes.fill(true);
  for (const auto& [first, last] : kOfValues) {
    for (int op = static_cast<int>(first); op <= static_cast<int>(last); ++op) {
      takes[op] = false;
    }
  }
  return takes;
}
constexpr std::array<bool, grammar::kOpCount> kTakesObjects =
    MakeTakesObjects();

bool IsVariable(Op op) {
  return op == Op::kVariable || op == Op::kUntypedVariableKHR;
}

}  // namespace

StaticUses::StaticUses(const ModuleContext& context)
    : context_(context),
      origins_(1),
      origin_of_(context.module().id_bound()),
      by_function_(context.module().functions().size()) {
  const Module& module = context.module();
  for (const InstIndex variable : module.global_variables()) {
    const Id id = module.record(variable).result;
    if (id.value >= origin_of_.size()) continue;
    origin_of_[id.value] = static_cast<uint32_t>(origins_.size());
    origins_.push_back({id, kNoMember});
  }
}

uint32_t StaticUses::MemberOrigin(Id variable, uint32_t member) {
  const uint64_t key = uint64_t{variable.value} << 32 | member;
  const auto [it, is_new] =
      member_origins_.emplace(key, static_cast<uint32_t>(origins_.size()));
  if (is_new) origins_.push_back({variable, member});
  return it->second;
}

StaticUse StaticUses::Of(Id function) {
  const std::vector<uint32_t> reached = ReachedFunctions(context_, function);
  for (const uint32_t f : reached) ReadFunction(f);
  List merged;
  for (const uint32_t f : reached) {
    const List& list = *by_function_[f];
    for (size_t i = 0; i < list.uses.size(); ++i) {
      Add(list.origins[i], list.uses[i], &merged);
    }
  }
  End(merged);
  StaticUse result;
  result.uses_ = std::move(merged.uses);
  std::sort(result.uses_.begin(), result.uses_.end(),
            [](const VariableUse& a, const VariableUse& b) {
              return std::make_tuple(a.variable.value, a.member + 1) <
                     std::make_tuple(b.variable.value, b.member + 1);
            });
  return result;
}

// Reads the uses by one function without those that it calls.
void StaticUses::ReadFunction(uint32_t function) {
  std::optional<List>& list = by_function_[function];
  if (list) return;
  list.emplace();
  const Module& module = context_.module();
  const FunctionRange& range = module.functions()[function];
  for (InstIndex i = range.first; i < range.last; ++i) {
    if (!kTakesObjects[static_cast<int>(module.record(i).op)]) continue;
    ReadInstruction(module.inst(i), &*list);
  }
  End(*list);
}

VariableUse StaticUse::Of(Id variable, uint32_t member) const {
  VariableUse use = {variable, member};
  auto it = std::partition_point(
      uses_.begin(), uses_.end(),
      [=](const VariableUse& u) { return u.variable.value < variable.value; });
  for (; it != uses_.end() && it->variable == variable; ++it) {
    if (member != kNoMember && it->member != kNoMember &&
        it->member != member) {
      continue;
    }
    use.is_read |= it->is_read;
    use.is_written |= it->is_written;
    if (use.first == kNoInst || it->first < use.first) use.first = it->first;
  }
  return use;
}

void StaticUses::ReadInstruction(const Inst& inst, List* list) {
  const Module& module = context_.module();
  module.ForEachIdOperand(inst.index(), [&](OperandIndex operand, Id id) {
    if (id.value >= origin_of_.size() || origin_of_[id.value] == 0) return;
    uint32_t origin = origin_of_[id.value];
    const bool is_pointer =
        context_.types().TypeOf(module, id).Is(type_trait::kAnyPointer);
    const Usage usage =
        is_pointer ? UsageOfPointer(inst, operand) : UsageOfImage(inst.op());
    if (usage == Usage::kPart && origins_[origin].member == kNoMember &&
        IsVariable(module.record(module.def(id)).op)) {
      const uint32_t member = MemberUsed(context_, inst, operand);
      if (member != kNoMember) {
        origin = MemberOrigin(origins_[origin].variable, member);
      }
    }
    const bool both = usage == Usage::kReadAndWrite;
    Add(origin,
        {origins_[origin].variable, origins_[origin].member,
         both || usage == Usage::kRead, both || usage == Usage::kWrite,
         inst.index()},
        list);
    const bool is_loaded =
        inst.op() == Op::kLoad &&
        context_.types().Get(inst.result_type()).Is(kStandsForVariable);
    if ((usage == Usage::kPart || usage == Usage::kSame || is_loaded) &&
        inst.result().value < origin_of_.size()) {
      origin_of_[inst.result().value] = origin;
    }
  });
}

void StaticUses::Add(uint32_t origin, const VariableUse& use, List* list) {
  if (origin >= positions_.size()) positions_.resize(origins_.size());
  uint32_t& position = positions_[origin];
  if (position == 0) {
    list->uses.push_back(use);
    list->origins.push_back(origin);
    position = static_cast<uint32_t>(list->uses.size());
    return;
  }
  VariableUse& known = list->uses[position - 1];
  known.is_read |= use.is_read;
  known.is_written |= use.is_written;
  if (use.first < known.first) known.first = use.first;
}

void StaticUses::End(const List& list) {
  for (const uint32_t origin : list.origins) positions_[origin] = 0;
}

}  // namespace plumb

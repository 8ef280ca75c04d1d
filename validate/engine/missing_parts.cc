#include "validate/engine/missing_parts.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "core/op_role.h"

namespace plumb {
namespace {

using grammar::Op;

// Beginnings of the ids of rules.
constexpr absl::string_view kOfShape[] = {
    "cfg.",     "control.", "function.",   "layout.",
    "linkage.", "limit.",   "ssa.result.", "ssa.use."};
// Of rules that need neither capabilities nor extensions nor a memory model.
constexpr absl::string_view kOfOrderAndIds[] = {"cfg.", "layout.", "ssa.id."};
constexpr absl::string_view kOfEntryPoints[] = {"entry.", "linkage.", "mode."};
constexpr absl::string_view kOfDecorations[] = {"decoration.", "linkage."};

bool Begins(const Rule& rule, absl::Span<const absl::string_view> with) {
  return absl::c_any_of(with, [&](absl::string_view begin) {
    return absl::StartsWith(rule.id, begin);
  });
}

// Whether an instruction gives a function its shape.
bool Shapes(Op op) {
  if (op == grammar::kNoOp) return true;
  switch (RoleOf(op)) {
    case OpRole::kFunction:
    case OpRole::kLabel:
    case OpRole::kFunctionEnd:
    case OpRole::kPhi:
    case OpRole::kSelectionMerge:
    case OpRole::kLoopMerge:
    case OpRole::kBranch:
    case OpRole::kTermination:
      return true;
    default:
      return op == Op::kFunctionParameter || IsTerminator(op);
  }
}

}  // namespace

MissingParts::MissingParts(const Module& module) : module_(module) {
  for (const UnreadInst& unread : module.unread()) Add(unread);
}

void MissingParts::Add(const UnreadInst& unread) {
  any_ = true;
  if (unread.result != kNoId) {
    ids_.insert(unread.result);
  } else if (unread.op != grammar::kNoOp) {
    result_ |= grammar::Info(unread.op).has_result;
  }
  if (BeginsFunction(unread)) {
    unknown_.push_back(
        {unread.before, EndOfFunctionFrom(unread.before), kNoInst});
    return;
  }
  if (FunctionAt(unread.before) != nullptr) return AddInFunction(unread);
  if (unread.op == grammar::kNoOp) {
    // One with a result is a type, a constant, a variable...
    const bool any_section = unread.result == kNoId;
    features_ |= any_section;
    entry_points_ |= any_section;
    decorations_ |= any_section;
    return;
  }
  switch (RoleOf(unread.op)) {
    case OpRole::kCapability:
    case OpRole::kExtension:
    case OpRole::kMemoryModel:
      features_ = true;
      return;
    case OpRole::kEntryPoint:
    case OpRole::kExecutionMode:
      entry_points_ = true;
      return;
    case OpRole::kDecoration:
      decorations_ = true;
      return;
    default:
      return;
  }
}

void MissingParts::AddInFunction(const UnreadInst& unread) {
  if (!Shapes(unread.op)) return;
  const FunctionRange& function = *FunctionAt(unread.before);
  const InstIndex last = unread.op == Op::kFunctionEnd
                             ? EndOfFunctionFrom(unread.before)
                             : function.last;
  shapeless_.push_back({function.first, last, kNoInst});
}

void MissingParts::AddBlockWithoutFunction(InstIndex block) {
  any_ = true;
  const FunctionRange* const before = LastFunctionBefore(block);
  if (before == nullptr) return;
  shapeless_.push_back({before->first, EndOfFunctionFrom(block), block});
}

void MissingParts::AddMissingBlock(InstIndex branch) {
  const FunctionRange* const function = FunctionAt(branch);
  if (function == nullptr) return;
  any_ = true;
  shapeless_.push_back({function->first, function->last, kNoInst});
}

const FunctionRange* MissingParts::LastFunctionBefore(InstIndex i) const {
  const absl::Span<const FunctionRange> functions = module_.functions();
  const auto after = absl::c_lower_bound(
      functions, i,
      [](const FunctionRange& f, InstIndex at) { return f.first < at; });
  return after == functions.begin() ? nullptr : &*(after - 1);
}

const FunctionRange* MissingParts::FunctionAt(InstIndex before) const {
  const FunctionRange* const function = LastFunctionBefore(before);
  if (function == nullptr || before < function->last) return function;
  // Where a function has no end, the next one begins or the module ends.
  const bool is_open = module_.record(InstIndex(function->last.value - 1)).op !=
                       Op::kFunctionEnd;
  return before == function->last && is_open ? function : nullptr;
}

InstIndex MissingParts::EndOfFunctionFrom(InstIndex i) const {
  const InstIndex end(module_.size());
  while (i < end && module_.record(i).op != Op::kFunctionEnd) ++i;
  return i < end ? i + 1 : end;
}

bool MissingParts::BeginsFunction(const UnreadInst& unread) const {
  if (unread.op == Op::kFunction) return true;
  if (unread.op != grammar::kNoOp ||
      unread.before >= InstIndex(module_.size()) ||
      FunctionAt(unread.before) != nullptr) {
    return false;
  }
  const Op next = module_.record(unread.before).op;
  return next == Op::kLabel || next == Op::kFunctionParameter;
}

bool MissingParts::Explain(const Diagnostic& d) const {
  if (!any_ || d.place.kind == Place::Kind::kInput) return false;
  return (features_ && (!Begins(*d.rule, kOfOrderAndIds) ||
                        absl::StartsWith(d.rule->id, "layout.memorymodel."))) ||
         (entry_points_ && Begins(*d.rule, kOfEntryPoints)) ||
         (decorations_ && Begins(*d.rule, kOfDecorations)) ||
         (result_ && d.rule->effect == Effect::kUndefined) ||
         MentionsMissing(d) || InLostFunction(d);
}

bool MissingParts::MentionsMissing(const Diagnostic& d) const {
  if (ids_.empty()) return false;
  if (d.place.kind == Place::Kind::kInstruction) {
    const Inst inst = module_.inst(d.place.inst);
    if (IsMissing(inst.result())) return true;
    const absl::Span<const Operand> operands = inst.operands();
    for (uint32_t o = 0; o < operands.size(); ++o) {
      const bool blamed = d.place.operand == Place::kWhole ||
                          static_cast<uint32_t>(d.place.operand) == o;
      if (blamed && IsIdUse(operands[o].kind) && IsMissing(inst.id(o))) {
        return true;
      }
    }
  }
  return absl::c_any_of(d.args, [this](const Arg& arg) {
    const bool is_id =
        arg.kind == Arg::Kind::kId || arg.kind == Arg::Kind::kType;
    return is_id && IsMissing(Id(static_cast<uint32_t>(arg.number)));
  });
}

bool MissingParts::InLostFunction(const Diagnostic& d) const {
  if (d.place.kind != Place::Kind::kInstruction) return false;
  const auto holds = [&](const Range& range) {
    return range.first <= d.place.inst && d.place.inst < range.last &&
           range.cause != d.place.inst;
  };
  return absl::c_any_of(unknown_, holds) ||
         (absl::c_any_of(shapeless_, holds) && Begins(*d.rule, kOfShape));
}

}  // namespace plumb

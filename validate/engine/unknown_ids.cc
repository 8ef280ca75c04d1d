#include "validate/engine/unknown_ids.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "core/op_role.h"

namespace plumb {
namespace {

using grammar::Op;

bool DeclaresTypeOrConstant(Op op) {
  return Is(op, OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration);
}

Id Named(const Arg& arg) { return Id(static_cast<uint32_t>(arg.number)); }

}  // namespace

bool IsOfShape(const Rule& rule) {
  return absl::StartsWith(rule.id, "cfg.") ||
         absl::StartsWith(rule.id, "layout.");
}

bool IsOfInstruction(const Arg& arg) {
  return arg.kind == Arg::Kind::kId || arg.kind == Arg::Kind::kType;
}

bool IsInInstruction(const Module& module, const Diagnostic& d) {
  return d.place.kind == Place::Kind::kInstruction &&
         d.place.inst < InstIndex(module.size());
}

std::optional<grammar::Kind> KindOfOperand(const Module& module,
                                           const Diagnostic& d) {
  if (!IsInInstruction(module, d) || d.place.operand == Place::kWhole) {
    return std::nullopt;
  }
  const Inst inst = module.inst(d.place.inst);
  const auto operand = static_cast<uint32_t>(d.place.operand);
  if (operand >= inst.operand_count()) return std::nullopt;
  return inst.kind(operand);
}

bool IsSelector(const Module& module, const Place& place) {
  if (place.kind != Place::Kind::kInstruction || place.operand != 0) {
    return false;
  }
  const Op op = module.record(place.inst).op;
  return op == Op::kBranchConditional || op == Op::kSwitch;
}

void UnknownIds::Clear() { absl::c_fill(unknown_, 0); }

void UnknownIds::Add(Id id) {
  if (id != kNoId && id.value < unknown_.size()) unknown_[id.value] = 1;
}

void UnknownIds::AddUndefined() {
  for (uint32_t id = 1; id < unknown_.size(); ++id) {
    if (module_.def(Id(id)) == kNoInst) unknown_[id] = 1;
  }
}

void UnknownIds::Spread() {
  graphs_.clear();
  for (InstIndex i(0); i < InstIndex(module_.size()); ++i) {
    const InstRecord& record = module_.record(i);
    if (record.op == Op::kGraphARM) graphs_.push_back(i);
    if (record.result == kNoId || Has(record.result)) continue;
    if (AreMadeInto(i)) Add(record.result);
  }
}

bool UnknownIds::AreMadeInto(InstIndex i) const {
  const Op op = module_.record(i).op;
  if (!DeclaresTypeOrConstant(op) && op != Op::kFunction) {
    return Has(module_.inst(i).result_type());
  }
  bool is_made_so = false;
  module_.ForEachIdUse(i,
                       [&](OperandIndex, Id part) { is_made_so |= Has(part); });
  return is_made_so;
}

bool UnknownIds::IsCause(Id id, InstIndex at) const {
  if (!Has(id)) return false;
  // What is wrong with an instruction itself, a second definition above all.
  if (at != kNoInst && module_.record(at).result == id) return false;
  const InstIndex def = module_.def(id);
  if (def == kNoInst || def < at || at == kNoInst) return true;
  // Calls come before what they call, but never make that unknown.
  return module_.record(at).result == kNoId ||
         module_.record(def).op == Op::kFunction;
}

bool UnknownIds::AreInEarlier(InstIndex at) const {
  bool mentions = false;
  module_.ForEachIdUse(at, [&](OperandIndex, Id id) {
    const InstIndex def = module_.def(id);
    mentions |= Has(id) && def != kNoInst && def < at;
  });
  return mentions;
}

bool UnknownIds::AreInOperands(const Diagnostic& d) const {
  const InstIndex at = d.place.inst;
  bool mentions = false;
  module_.ForEachIdUse(at, [&](OperandIndex operand, Id id) {
    const bool matters =
        !IsOfShape(*d.rule) || !IsSelector(module_, Place::At(at, operand));
    mentions |= matters && IsCause(id, at);
  });
  if (mentions) return true;
  switch (module_.record(at).op) {
    // Parameters and returned values have to fit what the function says.
    case Op::kFunctionParameter:
    case Op::kReturnValue:
    case Op::kReturn:
      return Has(FunctionAround(at));
    // So have the inputs and outputs of graphs.
    case Op::kGraphInputARM:
    case Op::kGraphSetOutputARM:
      return Has(GraphAround(at));
    default:
      return false;
  }
}

Id UnknownIds::GraphAround(InstIndex at) const {
  const auto after = absl::c_upper_bound(graphs_, at);
  return after == graphs_.begin() ? kNoId : module_.record(*(after - 1)).result;
}

Id UnknownIds::FunctionAround(InstIndex at) const {
  const FunctionRange* const function = module_.FunctionAround(at);
  return function == nullptr ? kNoId : module_.record(function->first).result;
}

bool UnknownIds::AreNamed(const Diagnostic& d) const {
  const InstIndex at = IsInInstruction(module_, d) ? d.place.inst : kNoInst;
  return absl::c_any_of(d.args, [&](const Arg& arg) {
    return IsOfInstruction(arg) && IsCause(Named(arg), at);
  });
}

bool UnknownIds::AreMentioned(const Diagnostic& d) const {
  return AreNamed(d) || (IsInInstruction(module_, d) && AreInOperands(d));
}

bool UnknownIds::AreBlamed(const Diagnostic& d) const {
  // Where an instruction stands is not due to what it mentions.
  if (IsOfShape(*d.rule) || !AreMentioned(d)) return false;
  const std::optional<grammar::Kind> kind = KindOfOperand(module_, d);
  const bool at_id = kind.has_value() && IsIdUse(*kind);
  if (at_id && Has(module_.inst(d.place.inst).id(d.place.operand))) return true;
  const auto* const named = absl::c_find_if(d.args, IsOfInstruction);
  return named == d.args.end() ? !at_id : Has(Named(*named));
}

bool UnknownIds::ArePointedAt(absl::Span<const Note> notes) const {
  return absl::c_any_of(notes, [this](const Note& note) {
    if (note.place.kind != Place::Kind::kInstruction ||
        note.place.inst >= InstIndex(module_.size())) {
      return false;
    }
    const InstRecord& record = module_.record(note.place.inst);
    return Has(record.result) &&
           (Is(record.op, OpTrait::kVariable) || record.op == Op::kTypePointer);
  });
}

bool UnknownIds::AreSubject(const Diagnostic& d) const {
  return AreMentioned(d) || (IsInInstruction(module_, d) &&
                             Has(module_.record(d.place.inst).result));
}

}  // namespace plumb

#include "validate/triage/poisoned_ids.h"

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "core/diagnostic_place.h"
#include "core/rule_subject.h"

namespace plumb {
namespace {

using grammar::Op;

Id IdOf(const Arg& arg) { return Id(static_cast<uint32_t>(arg.number)); }

}  // namespace

bool IsAboutShape(const Rule& rule) {
  return IsAbout(Subject::kControlFlow, rule) || IsAbout(Subject::kOrder, rule);
}

void PoisonedIds::Add(Id id) {
  if (id == kNoId || id.value >= poisoned_.size()) return;
  poisoned_[id.value] = 1;
}

void PoisonedIds::AddUndefined() {
  for (uint32_t id = 1; id < poisoned_.size(); ++id) {
    if (module_.def(Id(id)) == kNoInst) poisoned_[id] = 1;
  }
}

void PoisonedIds::Spread() {
  for (InstIndex i(0); i < InstIndex(module_.size()); ++i) {
    const InstRecord& record = module_.record(i);
    if (record.result == kNoId || Has(record.result)) continue;
    if (UsesPoisoned(i)) Add(record.result);
  }
}

bool PoisonedIds::UsesPoisoned(InstIndex definition) const {
  const Op op = module_.record(definition).op;
  const bool is_made_of_operands =
      Is(op, OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration) ||
      op == Op::kFunction;
  if (!is_made_of_operands) return Has(module_.inst(definition).result_type());
  bool are_in = false;
  module_.ForEachIdUse(definition,
                       [&](OperandIndex, Id id) { are_in |= Has(id); });
  return are_in;
}

bool PoisonedIds::IsCause(Id id, InstIndex at) const {
  if (!Has(id)) return false;
  // An error in the instruction that defines it, such as a second definition.
  if (at != kNoInst && module_.record(at).result == id) return false;
  const InstIndex def = module_.def(id);
  if (def == kNoInst || def < at || at == kNoInst) return true;
  // Calls precede the functions that they call.
  return module_.record(at).result == kNoId ||
         module_.record(def).op == Op::kFunction;
}

bool PoisonedIds::AreUsedAfterDefinition(InstIndex at) const {
  bool are_used = false;
  module_.ForEachIdUse(at, [&](OperandIndex, Id id) {
    const InstIndex def = module_.def(id);
    are_used |= Has(id) && def != kNoInst && def < at;
  });
  return are_used;
}

bool PoisonedIds::ExplainOperandsOf(const Diagnostic& d) const {
  const InstIndex at = d.place.inst;
  bool explain = false;
  module_.ForEachIdUse(at, [&](OperandIndex operand, Id id) {
    const bool matters =
        !IsAboutShape(*d.rule) || !IsSelector(module_, Place::At(at, operand));
    explain |= matters && IsCause(id, at);
  });
  if (explain) return true;
  switch (module_.record(at).op) {
    // Parameters and returned values have to agree with the function.
    case Op::kFunctionParameter:
    case Op::kReturnValue:
    case Op::kReturn:
      return Has(FunctionIdAround(module_, at));
    // Inputs and outputs have to agree with the graph.
    case Op::kGraphInputARM:
    case Op::kGraphSetOutputARM:
      return Has(GraphIdAround(module_, at));
    default:
      return false;
  }
}

bool PoisonedIds::ExplainArgsOf(const Diagnostic& d) const {
  const InstIndex at =
      IsInInstruction(module_, d.place) ? d.place.inst : kNoInst;
  return absl::c_any_of(d.args, [&](const Arg& arg) {
    return IsIdArg(arg) && IsCause(IdOf(arg), at);
  });
}

bool PoisonedIds::ExplainNotesOf(const Diagnostic& d,
                                 absl::Span<const Note> notes) const {
  const InstIndex at =
      IsInInstruction(module_, d.place) ? d.place.inst : kNoInst;
  return absl::c_any_of(notes, [&](const Note& note) {
    if (!IsInInstruction(module_, note.place)) return false;
    const InstRecord& record = module_.record(note.place.inst);
    return IsCause(record.result, at) &&
           (Is(record.op, OpTrait::kVariable) || record.op == Op::kTypePointer);
  });
}

bool PoisonedIds::AreSubjectOf(const Diagnostic& d) const {
  if (ExplainArgsOf(d)) return true;
  return IsInInstruction(module_, d.place) &&
         (ExplainOperandsOf(d) || Has(module_.record(d.place.inst).result));
}

}  // namespace plumb

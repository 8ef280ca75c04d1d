#include "validate/triage/shared_definitions.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "core/diagnostic_place.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;
using grammar::Op;
using grammar::OpTrait;

// Uses that have a note each.
constexpr size_t kMaxUseNotes = 3;
constexpr absl::string_view kDeclared = "{0} is declared here";
constexpr absl::string_view kUsed = "the same error applies to this use of {0}";
constexpr absl::string_view kMoreUses =
    "the same error applies to {1} more use{1s} of {0}";

// A definition, and what errors contradict of it.
using Cause = std::pair<Id, Contradicted>;

struct Uses {
  std::map<InstIndex, const Rule*> wrong;  // the first rule of each
  absl::flat_hash_set<Op> ops;             // of those
  bool any_correct = false;
};

}  // namespace

class SharedDefinitions::Impl {
 public:
  Impl(const Module& module, DiagnosticList* list)
      : module_(module), list_(*list) {
    for (const Diagnostic& d : list_.diagnostics()) {
      const Cause cause = CauseOf(d);
      if (cause.first != kNoId) violating_.emplace(cause, d.place.inst);
    }
  }

  void Merge() {
    for (const Diagnostic& d : list_.diagnostics()) AddWrongUse(d);
    absl::erase_if(
        uses_, [](const auto& entry) { return entry.second.wrong.size() < 2; });
    if (uses_.empty()) return;
    FindCorrectUses();
    absl::erase_if(uses_,
                   [](const auto& entry) { return entry.second.any_correct; });
    for (size_t i = 0; i < list_.size(); ++i) AddNotesTo(i);
    list_.Merge([this](const Diagnostic& d) {
      const auto found = uses_.find(CauseOf(d));
      return found != uses_.end() &&
             d.place.inst != found->second.wrong.begin()->first;
    });
  }

 private:
  // kNoId if the error has no definition that others may share.
  Cause CauseOf(const Diagnostic& d) const {
    const Contradicted what = d.rule->contradicts;
    if (what == Contradicted::kNothing || d.is_follow_up ||
        d.severity != Severity::kError || !IsInInstruction(module_, d.place)) {
      return {kNoId, Contradicted::kNothing};
    }
    const Inst inst = module_.inst(d.place.inst);
    Id id = inst.result_type();
    if (what == Contradicted::kPointerType) {
      id = PointerTypeOperandOf(inst);
    } else if (what != Contradicted::kResultType) {
      const std::optional<grammar::Kind> kind = OperandKindAt(module_, d.place);
      id = kind && IsIdUse(*kind) ? inst.id(d.place.operand) : kNoId;
    }
    return {module_.def(id) == kNoInst ? kNoId : id, what};
  }

  // The type of the pointer that a load or store uses.
  Id PointerTypeOperandOf(const Inst& inst) const {
    switch (inst.op()) {
      case Op::kLoad:
        return module_.type_of(inst.id(operand::Load::kPointer));
      case Op::kStore:
        return module_.type_of(inst.id(operand::Store::kPointer));
      default:
        return kNoId;
    }
  }

  void AddWrongUse(const Diagnostic& d) {
    const Cause cause = CauseOf(d);
    if (cause.first == kNoId) return;
    Uses& uses = uses_[cause];
    uses.wrong.emplace(d.place.inst, d.rule);
    if (cause.second == Contradicted::kPointerType) {
      uses.ops.insert({Op::kLoad, Op::kStore});
    } else {
      uses.ops.insert(module_.record(d.place.inst).op);
    }
  }

  void FindCorrectUses() {
    for (InstIndex i(0); i < InstIndex(module_.size()); ++i) {
      const Inst inst = module_.inst(i);
      if (Is(inst.op(), OpTrait::kDebug | OpTrait::kAnnotation)) continue;
      AddCorrectUse({inst.result_type(), Contradicted::kResultType}, inst);
      AddCorrectUse({PointerTypeOperandOf(inst), Contradicted::kPointerType},
                    inst);
      module_.ForEachIdOperand(i, [&](OperandIndex, Id id) {
        AddCorrectUse({id, Contradicted::kOperand}, inst);
      });
    }
  }

  void AddCorrectUse(const Cause& cause, const Inst& inst) {
    const auto found = uses_.find(cause);
    if (found == uses_.end()) return;
    Uses& uses = found->second;
    uses.any_correct |= uses.ops.contains(inst.op()) &&
                        !violating_.contains({cause, inst.index()});
  }

  // Adds notes to the first error of a definition.
  void AddNotesTo(size_t index) {
    const Diagnostic first = list_.diagnostics()[index];
    const Id id = CauseOf(first).first;
    const auto found = uses_.find(CauseOf(first));
    if (found == uses_.end()) return;
    const auto& wrong = found->second.wrong;
    auto use = wrong.begin();
    if (first.place.inst != use->first || first.rule != use->second) return;
    const InstIndex def = module_.def(id);
    const bool has_note =
        absl::c_any_of(list_.notes(first), [&](const Note& note) {
          return IsInInstruction(module_, note.place) && note.place.inst == def;
        });
    if (!has_note) list_.AddNoteTo(index, kDeclared, Place::At(def), {id});
    size_t left = wrong.size() - 1;
    for (++use; use != wrong.end() && wrong.size() - left <= kMaxUseNotes;
         ++use, --left) {
      if (use->second == first.rule) {
        list_.AddNoteTo(index, kUsed, Place::At(use->first), {id});
      } else {
        AddErrorAsNote(index, use->first, use->second);
      }
    }
    if (left == 0) return;
    list_.AddNoteTo(index, kMoreUses, Place::At(use->first),
                    {id, uint64_t{left}});
  }

  void AddErrorAsNote(size_t index, InstIndex at, const Rule* rule) {
    const absl::Span<const Diagnostic> all = list_.diagnostics();
    const auto* const error = absl::c_find_if(all, [&](const Diagnostic& d) {
      return d.rule == rule && d.place.inst == at;
    });
    const Args args = error->args;
    list_.AddNoteTo(index, rule->text, error->place,
                    {args[0], args[1], args[2], args[3]});
  }

  const Module& module_;
  DiagnosticList& list_;
  // The uses with an error, one that follows from another error included.
  absl::flat_hash_set<std::pair<Cause, InstIndex>> violating_;
  absl::flat_hash_map<Cause, Uses> uses_;
};

SharedDefinitions::SharedDefinitions(const Module& module, DiagnosticList* list)
    : impl_(std::make_unique<Impl>(module, list)) {}
SharedDefinitions::~SharedDefinitions() = default;

void SharedDefinitions::Merge() { impl_->Merge(); }

}  // namespace plumb

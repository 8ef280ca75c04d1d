#include "validate/engine/shared_cause.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "grammar/operands.h"
#include "validate/engine/chain_walk.h"
#include "validate/engine/witnesses.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;
using grammar::Op;
using grammar::OpTrait;

// Uses that notes point at, one by one.
constexpr size_t kShownUses = 3;
constexpr absl::string_view kUse = "{0} is used here";
constexpr absl::string_view kMoreUses =
    "the same is wrong with {1} more use{1s} of {0}";
constexpr absl::string_view kMoreUsesOf =
    "the same is wrong with {1} more use{1s} of {0}, which is declared here";

// What a definition is used as: the type of results, that of functions, that of
// pointers or the pointer itself that is accessed, or any other operand.
struct Role {
  Id id;
  Suspect suspect = Suspect::kNone;

  bool operator==(const Role&) const = default;
  template <typename H>
  friend H AbslHashValue(H h, const Role& role) {
    return H::combine(std::move(h), role.id.value, role.suspect);
  }
};

// An error that may be due to a definition.
struct Suspicion {
  Role role;
  InstIndex use = kNoInst;  // of the definition, where the error need not be
};

struct Uses {
  std::vector<InstIndex> wrong;  // each once, in order
  absl::flat_hash_set<Op> ops;   // of those
  InstIndex first = kNoInst;     // where the first error is
  bool alone = true;             // no error is about anything else
  bool any_right = false;
  bool any_right_elsewhere = false;  // by another opcode
  bool any_open = false;             // where whatever it is would be right
};

class SharedCauses {
 public:
  SharedCauses(const Module& module, DiagnosticList* list)
      : module_(module), list_(*list), witnesses_(module) {}

  std::vector<SharedCause> Drop() {
    for (const Diagnostic& d : list_.diagnostics()) NoteWrong(d);
    for (auto& [role, uses] : uses_) {
      SortWrong(&uses);
      if (HasWitnesses(role, uses)) witnesses_.AskAbout(uses.wrong[0]);
    }
    NoteSharedIndexes();
    NotePointees();
    absl::erase_if(uses_, [this](const auto& entry) {
      return entry.second.wrong.size() < 2 && !entry.second.alone &&
             !witnesses_.any();
    });
    if (uses_.empty()) return {};
    FindRight();
    absl::erase_if(uses_, [this](const auto& entry) {
      return !Explains(entry.first, entry.second);
    });
    if (uses_.empty()) return {};
    for (const Diagnostic& d : list_.diagnostics()) {
      const auto found = uses_.find(CauseOf(d));
      if (found == uses_.end()) continue;
      found->second.first = std::min(found->second.first, d.place.inst);
    }
    list_.RemoveIf([&](const Diagnostic& d) {
      const Uses* const uses = UsesOf(CauseOf(d));
      return uses != nullptr && d.place.inst != uses->first;
    });
    return Move();
  }

 private:
  // The definition, outside functions, that an error may be due to.
  Suspicion SuspicionOf(const Diagnostic& d) const {
    if (d.rule->suspect == Suspect::kNone || d.severity != Severity::kError ||
        d.place.kind != Place::Kind::kInstruction) {
      return {};
    }
    Suspicion found = {{kNoId, d.rule->suspect}, d.place.inst};
    const Inst inst = module_.inst(d.place.inst);
    switch (d.rule->suspect) {
      case Suspect::kNone:
      case Suspect::kExecutionModel:  // wrong_model.h
      case Suspect::kTwin:            // cascades.cc
      case Suspect::kPointee:         // NotePointees()
        return {};
      case Suspect::kResultType:
        found.role.id = inst.result_type();
        break;
      case Suspect::kOperand:
      case Suspect::kOperandAlone: {
        const auto at = static_cast<uint32_t>(d.place.operand);
        if (at >= inst.operand_count() || !IsIdUse(inst.kind(at))) return {};
        const bool is_type = at == 0 && inst.result_type() != kNoId;
        found.role = {inst.id(at),
                      is_type ? Suspect::kResultType : Suspect::kOperand};
        break;
      }
      case Suspect::kFunctionType: {
        const FunctionRange* const function =
            module_.FunctionAround(d.place.inst);
        if (function == nullptr) return {};
        found.use = function->first;
        found.role.id =
            module_.inst(found.use).id(operand::Function::kFunctionType);
        break;
      }
    }
    return module_.def(found.role.id) < module_.global_end() ? found
                                                             : Suspicion{};
  }

  // Whether a definition is a constant that states its value.
  bool HasValue(Id id) const {
    const Op op = module_.record(module_.def(id)).op;
    return op == Op::kConstant || op == Op::kSpecConstant;
  }

  // Whether a definition is one of those that a rule can judge alone.
  bool IsJudgedAlone(Id id) const {
    return HasValue(id) || OpOf(module_, id) == Op::kTypeImage;
  }

  void NoteWrong(const Diagnostic& d) {
    const Suspicion suspicion = SuspicionOf(d);
    if (suspicion.role.id == kNoId) return;
    Uses& uses = uses_[suspicion.role];
    uses.wrong.push_back(suspicion.use);
    uses.ops.insert(module_.record(suspicion.use).op);
    uses.alone &= d.rule->suspect == Suspect::kOperandAlone &&
                  (suspicion.role.suspect == Suspect::kResultType ||
                   IsJudgedAlone(suspicion.role.id));
  }

  // The witnesses are heard on what an instruction says of its type.
  static bool HasWitnesses(const Role& role, const Uses& uses) {
    return uses.wrong.size() == 1 && role.suspect != Suspect::kOperand &&
           role.suspect != Suspect::kPointee;
  }

  // Calls `visit` for the constants that select members in an access chain with
  // an error that a definition may be the cause of.
  template <typename Visit>
  void ForEachIndex(const Diagnostic& d, const Visit& visit) const {
    if (SuspicionOf(d).role.id == kNoId) return;
    const Inst inst = module_.inst(d.place.inst);
    if (!HasSimpleIndexes(inst.op())) return;
    WalkChain(module_, inst, [&](Id index, Id whole) {
      if (OpOf(module_, whole) == Op::kTypeStruct &&
          OpOf(module_, index) == Op::kConstant) {
        visit(Role{index, Suspect::kOperand});
      }
    });
  }

  // A constant that leads access chains astray may do so in several ways: the
  // result types are wrong, or there is no such member.
  void NoteSharedIndexes() {
    absl::flat_hash_map<Role, Uses> found;
    absl::flat_hash_map<Role, absl::flat_hash_set<Role>> blamed;
    for (const Diagnostic& d : list_.diagnostics()) {
      ForEachIndex(d, [&](const Role& index) {
        Uses& uses = found[index];
        uses.wrong.push_back(d.place.inst);
        uses.ops.insert(module_.record(d.place.inst).op);
        blamed[index].insert(SuspicionOf(d).role);
      });
    }
    for (auto& [index, uses] : found) {
      if (blamed[index].size() < 2) continue;
      SortWrong(&uses);
      if (uses.wrong.size() > 1) uses_[index] = std::move(uses);
    }
  }

  // Calls `visit` for the type of the pointer that a load or store accesses
  // and, if that is a variable, for that.
  template <typename Visit>
  void ForEachPointee(InstIndex access, const Visit& visit) const {
    const Inst inst = module_.inst(access);
    if (inst.op() != Op::kLoad && inst.op() != Op::kStore) return;
    const Id pointer =
        inst.id(inst.op() == Op::kLoad ? operand::Load::kPointer
                                       : operand::Store::kPointer);
    const Id type = module_.type_of(pointer);
    if (OpOf(module_, type) != Op::kTypePointer) return;
    visit(Role{type, Suspect::kPointee});
    if (OpOf(module_, pointer) == Op::kVariable) {
      visit(Role{pointer, Suspect::kPointee});
    }
  }
  template <typename Visit>
  void ForEachPointee(const Diagnostic& d, const Visit& visit) const {
    if (d.rule->suspect != Suspect::kPointee ||
        d.severity != Severity::kError ||
        d.place.kind != Place::Kind::kInstruction) {
      return;
    }
    ForEachPointee(d.place.inst, visit);
  }

  // Nothing fits what is loaded and stored by way of a pointer.
  void NotePointees() {
    for (const Diagnostic& d : list_.diagnostics()) {
      ForEachPointee(d, [&](const Role& pointee) {
        Uses& uses = uses_[pointee];
        uses.wrong.push_back(d.place.inst);
        uses.ops = {Op::kLoad, Op::kStore};
        uses.alone = false;
      });
    }
    for (auto& [role, uses] : uses_) {
      if (role.suspect == Suspect::kPointee) SortWrong(&uses);
    }
  }

  static void SortWrong(Uses* uses) {
    absl::c_sort(uses->wrong);
    uses->wrong.erase(std::unique(uses->wrong.begin(), uses->wrong.end()),
                      uses->wrong.end());
  }

  // What an error is due to: of its suspects the one that explains the most.
  Role CauseOf(const Diagnostic& d) const {
    Role cause = SuspicionOf(d).role;
    const Uses* most = UsesOf(cause);
    const auto visit = [&](const Role& other) {
      const Uses* const uses = UsesOf(other);
      if (uses == nullptr) return;
      if (most != nullptr && most->wrong.size() >= uses->wrong.size()) return;
      most = uses;
      cause = other;
    };
    ForEachIndex(d, visit);
    ForEachPointee(d, visit);
    return cause;
  }

  const Uses* UsesOf(const Role& role) const {
    const auto found = uses_.find(role);
    return found == uses_.end() ? nullptr : &found->second;
  }

  bool Explains(const Role& role, const Uses& uses) const {
    if (uses.any_right) return false;
    if (uses.wrong.size() > 1) return true;
    return !uses.any_right_elsewhere && !uses.any_open &&
           (uses.alone ||
            (HasWitnesses(role, uses) && witnesses_.BearOut(uses.wrong[0])));
  }

  void NoteUse(const Role& role, InstIndex at, bool is_open = false) {
    if (role.id.value >= is_suspect_.size() || !is_suspect_[role.id.value]) {
      return;
    }
    const auto found = uses_.find(role);
    if (found == uses_.end()) return;
    Uses& uses = found->second;
    if (absl::c_binary_search(uses.wrong, at)) return;
    if (is_open) {
      uses.any_open = true;
      return;
    }
    const Op op = module_.record(at).op;
    (uses.ops.contains(op) ? uses.any_right : uses.any_right_elsewhere) = true;
  }

  void FindRight() {
    is_suspect_.assign(module_.id_bound(), false);
    for (const auto& [role, uses] : uses_) is_suspect_[role.id.value] = true;
    for (InstIndex i(0); i < InstIndex(module_.size()); ++i) {
      const Inst inst = module_.inst(i);
      witnesses_.Hear(i);
      // Names and decorations are of no matter.
      if (Is(inst.op(), OpTrait::kDebug | OpTrait::kAnnotation)) continue;
      NoteUse({inst.result_type(), Suspect::kResultType}, i);
      ForEachPointee(i, [&](const Role& pointee) { NoteUse(pointee, i); });
      if (inst.op() == Op::kFunction) {
        NoteUse(
            {inst.id(operand::Function::kFunctionType), Suspect::kFunctionType},
            i);
      }
      if (HasSimpleIndexes(inst.op())) {
        NoteUsesInChain(inst);
        continue;
      }
      module_.ForEachIdOperand(i, [&](OperandIndex, Id id) {
        NoteUse({id, Suspect::kOperand}, i);
      });
    }
  }

  // Any number may be the index of an element, but not of a member.
  void NoteUsesInChain(const Inst& chain) {
    const InstIndex at = chain.index();
    NoteUse({chain.id(operand::AccessChain::kBase), Suspect::kOperand}, at);
    WalkChain(module_, chain, [&](Id index, Id whole) {
      NoteUse({index, Suspect::kOperand}, at,
              OpOf(module_, whole) != Op::kTypeStruct);
    });
  }

  // The operand of a definition that is what an error speaks of, such as the
  // storage class of a pointer type; kWhole if none is.
  static OperandIndex OperandNamed(const Inst& definition, const Arg& arg) {
    for (OperandIndex o = 0; o < definition.operand_count(); ++o) {
      const Kind kind = definition.kind(o);
      const bool is_it = arg.kind == Arg::Kind::kEnumerant
                             ? kind == arg.operand_kind &&
                                   definition.operand_word(o) == arg.number
                             : arg.kind == Arg::Kind::kType && IsIdUse(kind) &&
                                   definition.id(o).value == arg.number;
      if (is_it) return o;
    }
    return Place::kWhole;
  }

  bool IsPartOfType(const Place& place) const {
    if (place.kind != Place::Kind::kInstruction ||
        place.operand == Place::kWhole) {
      return false;
    }
    const Op op = module_.record(place.inst).op;
    return op == Op::kTypeStruct || op == Op::kTypeArray ||
           op == Op::kTypeRuntimeArray;
  }

  // Where a definition is at fault: the operand that a note points at, there or
  // in a type that it is made of, or that is named first, or the value of a
  // constant.
  Place PlaceIn(InstIndex def, const Diagnostic& d) const {
    for (const Note& note : list_.notes(d)) {
      if (note.place.kind == Place::Kind::kInstruction &&
          note.place.inst == def && note.place.operand != Place::kWhole) {
        return note.place;
      }
    }
    for (const Note& note : list_.notes(d)) {
      if (d.rule->suspect == Suspect::kOperandAlone &&
          IsPartOfType(note.place)) {
        return note.place;
      }
    }
    const Inst inst = module_.inst(def);
    // What a result type is compared with has nothing to do with an index's.
    const bool is_index =
        HasValue(inst.result()) && d.rule->suspect == Suspect::kResultType;
    const bool is_pointee = d.rule->suspect == Suspect::kPointee;
    if (is_pointee && inst.op() == Op::kVariable) {
      return Place::At(def, operand::Variable::kResultType);
    }
    const OperandIndex named =
        is_index ? Place::kWhole : OperandNamed(inst, d.args[is_pointee]);
    if (named != Place::kWhole) return Place::At(def, named);
    return HasValue(inst.result()) ? Place::At(def, operand::Constant::kValue)
                                   : Place::At(def);
  }

  std::vector<SharedCause> Move() {
    std::vector<SharedCause> moved;
    for (size_t d = 0; d < list_.diagnostics().size(); ++d) {
      const Role role = CauseOf(list_.diagnostics()[d]);
      const Uses* const uses = UsesOf(role);
      if (uses == nullptr) continue;
      const InstIndex def = module_.def(role.id);
      if (role.suspect == Suspect::kOperand && uses->any_right_elsewhere) {
        list_.AddNoteTo(d, kMoreUsesOf, Place::At(def),
                        {role.id, uint64_t{uses->wrong.size() - 1}});
        continue;
      }
      const Place first = list_.diagnostics()[d].place;
      const Place place = PlaceIn(def, list_.diagnostics()[d]);
      list_.Move(d, place);
      NoteUses(d, first, role.id, *uses);
      moved.push_back({role.id, place.inst});
    }
    return moved;
  }

  void NoteUses(size_t d, Place first, Id id, const Uses& uses) {
    list_.AddNoteTo(d, kUse, first, {id});
    const size_t shown = std::min(uses.wrong.size(), kShownUses);
    for (size_t i = 1; i < shown; ++i) {
      list_.AddNoteTo(d, kUse, Place::At(uses.wrong[i]), {id});
    }
    if (shown == uses.wrong.size()) return;
    list_.AddNoteTo(d, kMoreUses, Place::At(uses.wrong[shown]),
                    {id, uint64_t{uses.wrong.size() - shown}});
  }

  const Module& module_;
  DiagnosticList& list_;
  Witnesses witnesses_;
  absl::flat_hash_map<Role, Uses> uses_;
  std::vector<bool> is_suspect_;  // by id: whether it has a role in uses_
};

}  // namespace

std::vector<SharedCause> DropSharedCauses(const Module& module,
                                          DiagnosticList* diagnostics) {
  return SharedCauses(module, diagnostics).Drop();
}

}  // namespace plumb

#include "validate/engine/shared_cause.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"

namespace plumb {
namespace {

using grammar::Op;

constexpr absl::string_view kMoreUses =
    "the same is wrong with {1} more use{1s} of {0}, which is declared here";

// What a definition is used as: the type of results, or any other operand.
struct Role {
  Id id;
  Suspect suspect = Suspect::kNone;

  bool operator==(const Role&) const = default;
  template <typename H>
  friend H AbslHashValue(H h, const Role& role) {
    return H::combine(std::move(h), role.id.value, role.suspect);
  }
};

struct Uses {
  absl::flat_hash_set<InstIndex> wrong;
  absl::flat_hash_set<Op> ops;  // of those
  InstIndex first = kNoInst;    // of those
  bool any_right = false;

  bool explains() const { return wrong.size() > 1 && !any_right; }
};

class SharedCauses {
 public:
  SharedCauses(const Module& module, DiagnosticList* list)
      : module_(module), list_(*list) {}

  void Drop() {
    for (const Diagnostic& d : list_.diagnostics()) {
      const Role role = RoleOf(d);
      if (role.id != kNoId) NoteWrong(role, d.place.inst);
    }
    absl::erase_if(
        uses_, [](const auto& entry) { return entry.second.wrong.size() < 2; });
    if (uses_.empty()) return;
    FindRight();
    absl::erase_if(uses_,
                   [](const auto& entry) { return !entry.second.explains(); });
    if (uses_.empty()) return;
    list_.RemoveIf([&](const Diagnostic& d) {
      const Uses* const uses = UsesOf(RoleOf(d));
      return uses != nullptr && d.place.inst != uses->first;
    });
    AddNotes();
  }

 private:
  // The definition, outside functions, that an error may be due to.
  Role RoleOf(const Diagnostic& d) const {
    const Suspect suspect = d.rule->suspect;
    if (suspect == Suspect::kNone || d.severity != Severity::kError ||
        d.place.kind != Place::Kind::kInstruction) {
      return {};
    }
    const Inst inst = module_.inst(d.place.inst);
    Id id = inst.result_type();
    if (suspect == Suspect::kOperand) {
      const auto operand = static_cast<uint32_t>(d.place.operand);
      if (operand >= inst.operand_count() || !IsIdUse(inst.kind(operand))) {
        return {};
      }
      id = inst.id(operand);
    }
    const InstIndex def = module_.def(id);
    return def < module_.global_end() ? Role{id, suspect} : Role{};
  }

  void NoteWrong(const Role& role, InstIndex at) {
    Uses& uses = uses_[role];
    uses.wrong.insert(at);
    uses.ops.insert(module_.record(at).op);
    uses.first = std::min(uses.first, at);
  }

  const Uses* UsesOf(const Role& role) const {
    const auto found = uses_.find(role);
    return found == uses_.end() ? nullptr : &found->second;
  }

  void NoteUse(const Role& role, InstIndex at) {
    if (role.id.value >= is_suspect_.size() || !is_suspect_[role.id.value]) {
      return;
    }
    const auto found = uses_.find(role);
    if (found == uses_.end()) return;
    Uses& uses = found->second;
    uses.any_right |=
        uses.ops.contains(module_.record(at).op) && !uses.wrong.contains(at);
  }

  void FindRight() {
    is_suspect_.assign(module_.id_bound(), false);
    for (const auto& [role, uses] : uses_) is_suspect_[role.id.value] = true;
    for (InstIndex i(0); i < InstIndex(module_.size()); ++i) {
      NoteUse({module_.inst(i).result_type(), Suspect::kResultType}, i);
      module_.ForEachIdOperand(i, [&](OperandIndex, Id id) {
        NoteUse({id, Suspect::kOperand}, i);
      });
    }
  }

  void AddNotes() {
    for (size_t d = 0; d < list_.diagnostics().size(); ++d) {
      const Role role = RoleOf(list_.diagnostics()[d]);
      const Uses* const uses = UsesOf(role);
      if (uses == nullptr) continue;
      list_.AddNoteTo(d, kMoreUses, Place::At(module_.def(role.id)),
                      {role.id, uint64_t{uses->wrong.size() - 1}});
    }
  }

  const Module& module_;
  DiagnosticList& list_;
  absl::flat_hash_map<Role, Uses> uses_;
  std::vector<bool> is_suspect_;  // by id: whether it has a role in uses_
};

}  // namespace

void DropSharedCauses(const Module& module, DiagnosticList* diagnostics) {
  SharedCauses(module, diagnostics).Drop();
}

}  // namespace plumb

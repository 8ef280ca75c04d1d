#include "validate/engine/wrong_model.h"

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "core/op_role.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;

constexpr absl::string_view kContradicts = "it contradicts this";
// Errors that notes say one by one.
constexpr uint64_t kMostNotes = 8;
constexpr absl::string_view kMore =
    "{0} more error{0s} of this entry point may be due to the execution model";

class WrongModels {
 public:
  WrongModels(const Module& module, DiagnosticList* list)
      : module_(module), list_(*list) {}

  void Merge() {
    if (absl::c_none_of(list_.diagnostics(), [](const Diagnostic& d) {
          return IsOfModel(d) || IsOfUse(d);
        })) {
      return;
    }
    for (const InstIndex at : module_.entry_points()) {
      const Id function = module_.inst(at).id(operand::EntryPoint::kEntryPoint);
      const auto [found, is_new] = entry_points_.try_emplace(function, at);
      if (!is_new) found->second = kNoInst;  // one of several
    }
    for (uint32_t d = 0; d < list_.size(); ++d) Add(d);
    for (auto& [at, group] : groups_) {
      const bool is_of_model =
          group.any_of_model &&
          (group.errors.size() > 1 || IsOnlyOrigin(at, group.errors[0]));
      if (is_of_model || group.uses > 1) MergeInto(at, group);
    }
    if (merged_.empty()) return;
    const Diagnostic* const first = list_.diagnostics().data();
    list_.RemoveIf([&](const Diagnostic& d) {
      return merged_.contains(static_cast<uint32_t>(&d - first));
    });
  }

 private:
  struct Group {
    std::vector<uint32_t> errors;  // indexes in the list
    bool any_of_model = false;
    uint32_t uses = 0;  // of what the model cannot have
  };

  // Whether something is used that is for other models.
  static bool IsOfUse(const Diagnostic& d) {
    return absl::EndsWith(d.rule->id, ".execution-model") &&
           d.rule->suspect == Suspect::kNone &&
           d.place.kind == Place::Kind::kInstruction;
  }

  static bool IsOfModel(const Diagnostic& d) {
    return d.rule->suspect == Suspect::kExecutionModel &&
           d.place.kind == Place::Kind::kInstruction;
  }

  OpRole RoleAt(const Place& place) const {
    return place.kind == Place::Kind::kInstruction &&
                   place.inst < InstIndex(module_.size())
               ? RoleOf(module_.record(place.inst).op)
               : OpRole::kPlain;
  }

  void Add(uint32_t index) {
    const Diagnostic& d = list_.diagnostics()[index];
    const InstIndex at = EntryPointOf(d);
    if (at == kNoInst) return;
    Group& group = groups_[at];
    group.errors.push_back(index);
    group.any_of_model |= IsOfModel(d);
    group.uses += IsOfUse(d);
  }

  // Whether an error is about the only mode that an entry point has, and that
  // is the origin, which each fragment shader has to state, and nothing else
  // does.
  bool IsOnlyOrigin(InstIndex entry_point, uint32_t error) const {
    const Diagnostic& d = list_.diagnostics()[error];
    if (RoleAt(d.place) != OpRole::kExecutionMode) return false;
    const grammar::ExecutionMode mode{
        module_.inst(d.place.inst).operand_word(operand::ExecutionMode::kMode)};
    const Id function =
        module_.inst(entry_point).id(operand::EntryPoint::kEntryPoint);
    return (mode == grammar::ExecutionMode::kOriginUpperLeft ||
            mode == grammar::ExecutionMode::kOriginLowerLeft) &&
           absl::c_count_if(module_.execution_modes(), [&](InstIndex at) {
             return module_.inst(at).id(0) == function;
           }) == 1;
  }

  // The entry point whose model an error contradicts.
  InstIndex EntryPointOf(const Diagnostic& d) const {
    if (IsOfModel(d)) {
      if (RoleAt(d.place) == OpRole::kEntryPoint) return d.place.inst;
      if (RoleAt(d.place) != OpRole::kExecutionMode) return kNoInst;
      const auto found = entry_points_.find(module_.inst(d.place.inst).id(0));
      return found == entry_points_.end() ? kNoInst : found->second;
    }
    if (RoleAt(d.place) == OpRole::kEntryPoint) {
      const bool is_interface =
          !IsOfUse(d) && d.place.operand != Place::kWhole &&
          d.place.operand != operand::EntryPoint::kExecutionModel;
      return is_interface ? kNoInst : d.place.inst;
    }
    if (d.place.kind != Place::Kind::kInstruction ||
        (d.place.inst < module_.global_end() &&
         RoleAt(d.place) != OpRole::kVariable &&
         RoleAt(d.place) != OpRole::kDecoration)) {
      return kNoInst;
    }
    InstIndex only = kNoInst;
    for (const Note& note : list_.notes(d)) {
      if (RoleAt(note.place) != OpRole::kEntryPoint) continue;
      if (only != kNoInst) return kNoInst;
      only = note.place.inst;
    }
    return only;
  }

  // Keeps an error at the entry point, or else moves the first there.
  void MergeInto(InstIndex at, Group& group) {
    const auto diagnostic = [this](uint32_t index) -> const Diagnostic& {
      return list_.diagnostics()[index];
    };
    // Errors before warnings, and those at the entry point before others.
    const auto key = [&](uint32_t index) {
      const Diagnostic& d = diagnostic(index);
      return std::make_tuple(d.severity != Severity::kError, d.place.inst != at,
                             d.place.inst, d.rule->id);
    };
    absl::c_sort(group.errors,
                 [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    const uint32_t kept = group.errors[0];
    const Place before = diagnostic(kept).place;
    if (before.inst != at) {
      list_.Move(kept, Place::At(at, operand::EntryPoint::kExecutionModel));
      list_.AddNoteTo(kept, kContradicts, before);
    }
    uint64_t others = 0;
    for (const uint32_t index : group.errors) {
      if (index == kept) continue;
      merged_.insert(index);
      if (++others > kMostNotes) continue;
      const Diagnostic other = diagnostic(index);
      list_.AddNoteTo(kept, other);
    }
    if (others > kMostNotes) {
      list_.AddNoteTo(kept, kMore, Place::At(at), {others - kMostNotes});
    }
  }

  const Module& module_;
  DiagnosticList& list_;
  // By function; kNoInst for one that is several.
  absl::flat_hash_map<Id, InstIndex> entry_points_;
  absl::flat_hash_map<InstIndex, Group> groups_;
  absl::flat_hash_set<uint32_t> merged_;
};

}  // namespace

void MergeDueToModels(const Module& module, DiagnosticList* diagnostics) {
  WrongModels(module, diagnostics).Merge();
}

}  // namespace plumb

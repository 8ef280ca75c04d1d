#include "validate/triage/triage.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "core/diagnostic_place.h"
#include "core/op_role.h"
#include "core/rule_subject.h"
#include "grammar/operands.h"
#include "validate/triage/missing_parts.h"
#include "validate/triage/poisoned_ids.h"
#include "validate/triage/shared_definitions.h"

namespace plumb {
namespace {

using grammar::Op;
using InstSet = absl::flat_hash_set<InstIndex>;

bool MakesMalformed(const Rule& rule) {
  return rule.effect == Effect::kMalformed || rule.effect == Effect::kUndefined;
}

bool IsRequirement(const Diagnostic& d) {
  return d.rule->effect == Effect::kLacksRequirement;
}

// Whether the error is that an instruction is not where it must be.
bool IsMisplacement(const Diagnostic& d) {
  return d.rule->effect == Effect::kMisplaced ||
         (d.place.operand == Place::kWhole &&
          IsAbout(Subject::kOrder, *d.rule));
}

class Triage {
 public:
  Triage(const Module& module, DiagnosticList* list)
      : module_(module),
        list_(*list),
        missing_(module),
        poisoned_(module),
        targets_(module),
        shared_definitions_(module, list) {}

  void Run() {
    for (const UnreadInst& unread : module_.unread()) AddUnread(unread);
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.rule->effect == Effect::kTooManyOperands) AddTooMany(d.place);
      if (d.severity == Severity::kError && IsInInstruction(module_, d.place)) {
        AddError(d);
      }
    }
    MarkFollowUps();
    MarkLackOfLost(lost_decorations_, IsAnnotation);
    MarkLackOfLost(lost_modes_, IsMode);
    MarkRepeatedOperands();
    shared_definitions_.Merge();
  }

 private:
  // --- What is rejected ---

  void AddUnread(const UnreadInst& unread) {
    poisoned_.Add(unread.result);
    if (unread.result != kNoId) unread_ids_.insert(unread.result);
    AddLost(unread.op, unread.target);
  }

  // An instruction that rules may look for (Rule::relies_on), and its target if
  // it is an annotation or an execution mode.
  void AddLost(Op op, Id target) {
    if (op == grammar::kNoOp) return;
    (target == kNoId ? lost_ops_ : lost_ops_of_targets_).insert(op);
    targets_.Add(target);
  }

  // An instruction with an operand too many is malformed.
  void AddTooMany(const Place& place) {
    const InstIndex at = module_.InstAtOrigin(place.begin);
    if (at == kNoInst) return;
    too_many_operands_.insert(at);
    Reject(module_.inst(at));
  }

  void Reject(const Inst& inst) {
    malformed_.insert(inst.index());
    poisoned_.Add(inst.result());
    AddLost(inst.op(), TargetOf(module_, inst));
  }

  void AddError(const Diagnostic& d) {
    const Inst inst = module_.inst(d.place.inst);
    if (d.rule->effect == Effect::kOutsideFunctions) {
      missing_.AddBlockWithoutFunction(inst.index());
    }
    if (IsMisplacement(d)) misplaced_.insert(inst.index());
    if (d.rule->effect == Effect::kRejectsCapability) {
      rejected_capabilities_.insert(
          static_cast<grammar::Capability>(inst.operand_word(d.place.operand)));
    }
    if (HasTarget(inst.op())) AddAnnotation(d, inst);
    if (MakesMalformed(*d.rule)) {
      AddMalformed(d, inst);
    } else if (RejectsResult(d, inst)) {
      poisoned_.Add(inst.result());
    }
  }

  // An annotation or execution mode with a wrong target is lost: its intended
  // target lacks it, and its target lacks another one.
  void AddAnnotation(const Diagnostic& d, const Inst& inst) {
    const std::optional<grammar::Kind> kind = OperandKindAt(module_, d.place);
    const bool is_kind = kind == grammar::Kind::kDecoration ||
                         kind == grammar::Kind::kExecutionMode;
    if (d.place.operand != 0 && !is_kind) return;
    (IsAnnotation(inst.op()) ? lost_decorations_ : lost_modes_)
        .insert(inst.index());
    if (is_kind) AddLost(inst.op(), TargetOf(module_, inst));
  }

  void AddMalformed(const Diagnostic& d, const Inst& inst) {
    if (IsSelector(module_, d.place)) {
      selectors_.insert(inst.index());
    } else {
      Reject(inst);
      const OpRole role = RoleOf(inst.op());
      if (role == OpRole::kBranch || role == OpRole::kSelectionMerge ||
          role == OpRole::kLoopMerge) {
        missing_.AddMissingBlock(inst.index());
      }
    }
  }

  bool RejectsResult(const Diagnostic& d, const Inst& inst) const {
    if (inst.op() == Op::kFunction) {
      return IsAbout(Subject::kFunctions, *d.rule);
    }
    if (Is(inst.op(),
           OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration)) {
      return !IsRequirement(d) && !IsAbout(Subject::kUse, *d.rule);
    }
    const bool is_about_class =
        inst.op() == Op::kVariable &&
        d.place.operand == grammar::operand::Variable::kStorageClass;
    return (d.place.operand == 0 || is_about_class) &&
           inst.info().has_result_type && !IsRequirement(d);
  }

  // --- What follows ---

  void MarkFollowUps() {
    if (!lost_ops_of_targets_.empty()) targets_.Spread();
    poisoned_.AddUndefined();
    poisoned_.Spread();
    // Types can be recursive through pointers, so that each error follows from
    // another one.
    const bool any_remains =
        absl::c_any_of(list_.diagnostics(), [this](const Diagnostic& d) {
          return d.severity == Severity::kError && !Follows(d);
        });
    if (!any_remains) return;
    list_.MarkFollowUps([this](const Diagnostic& d) { return Follows(d); });
  }

  bool Follows(const Diagnostic& d) const {
    if (FollowsFromLost(d) || FollowsFromRejected(d) || missing_.Explain(d)) {
      return true;
    }
    if (IsInInstruction(module_, d.place)) {
      const Id result = module_.record(d.place.inst).result;
      if (too_many_operands_.contains(d.place.inst) ||
          unread_ids_.contains(result)) {
        return true;
      }
      if (MakesMalformed(*d.rule)) return FollowsFromMalformed(d);
      if (FollowsFromMisplaced(d) || FollowsInInstruction(d)) return true;
    }
    return poisoned_.ExplainArgsOf(d) ||
           poisoned_.ExplainNotesOf(d, list_.notes(d));
  }

  // The same of an error that makes its instruction malformed.
  bool FollowsFromMalformed(const Diagnostic& d) const {
    // A misplaced instruction uses later definitions.
    if (IsAbout(Subject::kOrder, *d.rule) &&
        misplaced_.contains(d.place.inst)) {
      return true;
    }
    if (d.rule->effect == Effect::kMalformed &&
        poisoned_.AreUsedAfterDefinition(d.place.inst)) {
      return true;
    }
    return d.rule->effect == Effect::kUndefined &&
           unread_ids_.contains(module_.inst(d.place.inst).id(d.place.operand));
  }

  // Whether the instruction is misplaced because one before it is.
  bool FollowsFromMisplaced(const Diagnostic& d) const {
    return d.rule->effect == Effect::kMisplaced &&
           absl::c_any_of(list_.notes(d), [&](const Note& note) {
             return IsInInstruction(module_, note.place) &&
                    note.place.inst < d.place.inst &&
                    misplaced_.contains(note.place.inst);
           });
  }

  bool FollowsInInstruction(const Diagnostic& d) const {
    const InstIndex at = d.place.inst;
    // The position and the requirements of an instruction do not depend on its
    // operands.
    if (IsRequirement(d) || IsMisplacement(d)) return false;
    if (malformed_.contains(at)) return true;
    if (selectors_.contains(at) && !IsAboutShape(*d.rule)) return true;
    return poisoned_.ExplainOperandsOf(d);
  }

  // Each decoration or mode that is lost explains that one thing lacks it,
  // which may break several rules.
  void MarkLackOfLost(const InstSet& lost, bool (*is_one)(Op)) {
    if (lost.empty()) return;
    const auto is_lack = [&](const Diagnostic& d) {
      return d.severity == Severity::kError &&
             !(IsInInstruction(module_, d.place) &&
               lost.contains(d.place.inst)) &&
             absl::c_any_of(d.rule->relies_on, is_one);
    };
    absl::flat_hash_map<const Rule*, size_t> lacks;
    for (const Diagnostic& d : list_.diagnostics()) {
      if (is_lack(d)) ++lacks[d.rule];
    }
    list_.MarkFollowUps([&](const Diagnostic& d) {
      return is_lack(d) && lacks[d.rule] <= lost.size();
    });
  }

  // Whether a rule depends on instructions one of which is lost.  An error in a
  // decoration does not mean that one is missing.
  bool FollowsFromLost(const Diagnostic& d) const {
    const auto any_in = [&](const absl::flat_hash_set<Op>& ops) {
      return absl::c_any_of(d.rule->relies_on,
                            [&](Op op) { return ops.contains(op); });
    };
    return any_in(lost_ops_) ||
           (any_in(lost_ops_of_targets_) && !IsInAnnotation(d) &&
            targets_.AreSubjectOf(d));
  }

  bool IsInAnnotation(const Diagnostic& d) const {
    return IsInInstruction(module_, d.place) &&
           IsAnnotation(module_.record(d.place.inst).op);
  }

  // Whether a rule or operand requires a capability that the environment does
  // not support, which is reported where the capability is declared.
  bool FollowsFromRejected(const Diagnostic& d) const {
    if (rejected_capabilities_.empty() ||
        d.rule->effect == Effect::kRejectsCapability) {
      return false;
    }
    if (d.rule->when.needs &&
        rejected_capabilities_.contains(*d.rule->when.needs)) {
      return true;
    }
    return absl::c_any_of(CapabilitiesOfOperandAt(module_, d.place),
                          [this](grammar::Capability c) {
                            return rejected_capabilities_.contains(c);
                          });
  }

  // --- What is reported once ---

  // An operand with an error is rejected: its other errors follow.  An <id>
  // that breaks a rule at several operands of an instruction is one error.
  void MarkRepeatedOperands() {
    absl::flat_hash_map<std::pair<InstIndex, uint32_t>, const Rule*> kept;
    absl::flat_hash_map<std::tuple<InstIndex, Id, const Rule*>, OperandIndex>
        first_of_id;
    const auto is_single = [this](const Diagnostic& d) {
      const std::optional<grammar::Kind> kind = OperandKindAt(module_, d.place);
      // A requirement that other instructions share is not a follow-up error.
      return kind && !(IsRequirement(d) && d.note_count > 0) &&
             grammar::Info(*kind).category != grammar::Category::kBitEnum;
    };
    const auto id_of = [this](const Diagnostic& d) {
      const Inst inst = module_.inst(d.place.inst);
      const bool is_id = IsIdUse(inst.kind(d.place.operand));
      return is_id ? inst.id(d.place.operand) : kNoId;
    };
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.severity != Severity::kError || d.is_follow_up ||
          IsRequirement(d) || !is_single(d)) {
        continue;
      }
      first_of_id.try_emplace({d.place.inst, id_of(d), d.rule},
                              d.place.operand);
      const auto [at, is_new] =
          kept.try_emplace({d.place.inst, d.place.operand}, d.rule);
      // Of rules about the class of an operand, that of the instruction is more
      // specific than the generic one (ssa.instruction.operand-class).
      if (!is_new && at->second->effect == Effect::kMalformed &&
          d.rule->effect == Effect::kMalformed && d.rule->id < at->second->id) {
        at->second = d.rule;
      }
    }
    list_.MarkFollowUps([&](const Diagnostic& d) {
      if (!is_single(d)) return false;
      const auto other = kept.find({d.place.inst, d.place.operand});
      if (other != kept.end() && other->second != d.rule) return true;
      const Id id = id_of(d);
      const auto first = first_of_id.find({d.place.inst, id, d.rule});
      return id != kNoId && first != first_of_id.end() &&
             first->second != d.place.operand;
    });
  }

  const Module& module_;
  DiagnosticList& list_;
  MissingParts missing_;
  PoisonedIds poisoned_;
  PoisonedIds targets_;  // of lost_ops_of_targets_, and what is made of them
  SharedDefinitions shared_definitions_;
  absl::flat_hash_set<Op> lost_ops_, lost_ops_of_targets_;
  InstSet malformed_, too_many_operands_, misplaced_;
  InstSet lost_decorations_, lost_modes_;
  InstSet selectors_;  // branches with a malformed one
  absl::flat_hash_set<Id> unread_ids_;
  absl::flat_hash_set<grammar::Capability> rejected_capabilities_;
};

}  // namespace

void TriageDiagnostics(const Module& module, DiagnosticList* diagnostics) {
  if (diagnostics->error_count() == 0) return;
  Triage(module, diagnostics).Run();
}

}  // namespace plumb

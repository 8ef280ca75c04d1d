#include "validate/engine/cascades.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "core/op_role.h"
#include "grammar/operands.h"
#include "validate/engine/misnomers.h"
#include "validate/engine/missing_parts.h"
#include "validate/engine/shared_cause.h"
#include "validate/engine/unknown_ids.h"
#include "validate/engine/wrong_model.h"

namespace plumb {
namespace {

// Areas of rules whose violation by a type or constant does not make it
// unknown: they are about what a module may use, and what is said elsewhere.
constexpr absl::string_view kUseAreas[] = {"capability.", "decoration.",
                                           "device.", "entry.", "limit."};

// How many notes say what else is wrong with an operand.
constexpr uint32_t kMostNotes = 8;

// Those of rules about decorations that the type of the target decides.
constexpr absl::string_view kTypeAreas[] = {
    "builtin.", "decoration.arraystride.", "decoration.matrixstride.",
    "decoration.offset.", "entry.location."};

bool InArea(const Rule& rule, absl::string_view area) {
  return absl::StartsWith(rule.id, area);
}

bool InAnyArea(const Rule& rule, absl::Span<const absl::string_view> areas) {
  return absl::c_any_of(
      areas, [&](absl::string_view area) { return InArea(rule, area); });
}

// Whether another operand makes another instruction of it.
bool IsModeOrModel(Op op) {
  return op == Op::kExecutionMode || op == Op::kExecutionModeId ||
         op == Op::kMemoryModel;
}

bool MakesMalformed(const Rule& rule) {
  return rule.effect == Effect::kMalformed || rule.effect == Effect::kUndefined;
}

bool IsRequirement(const Diagnostic& d) {
  return d.rule->effect == Effect::kLacksRequirement;
}

// Whether an opcode declares a type, a constant, or a part of one.
bool DeclaresTypeOrConstant(Op op) {
  return Is(op, OpTrait::kTypeDeclaration | OpTrait::kConstantDeclaration);
}

class Cascades {
 public:
  Cascades(const Module& module, DiagnosticList* diagnostics)
      : module_(module),
        list_(*diagnostics),
        missing_(module),
        unknown_(module) {}

  void Drop() {
    for (const UnreadInst& unread : module_.unread()) {
      malformed_ops_.insert(unread.op);
      unknown_.Add(unread.result);
    }
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.severity == Severity::kError) violated_.insert(d.rule->id);
    }
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.rule->effect == Effect::kOverfull) NoteOverfull(d.place);
      if (d.severity == Severity::kError && IsInInstruction(d)) NoteRoot(d);
    }
    DropWhatFollows();
    DropRequirements();
    DropMeantForOthers();
    DropDueToDecorations();
    DropRepeated();
    DropDueToPointers();
    MergeSameId();
    DropDueToMisnomers();
    DropDueToTwin();
    DropDueToDefinitions(DropSharedCauses(module_, &list_));
    MergeDueToModels(module_, &list_);
  }

 private:
  void DropWhatFollows() {
    if (!any_root_ && !missing_.any() && !AnySilenced()) return;
    unknown_.AddUndefined();
    unknown_.Spread();
    // Types may be recursive by way of pointers, so make sure.
    const bool any_left =
        absl::c_any_of(list_.diagnostics(), [this](const Diagnostic& d) {
          return d.severity == Severity::kError && !Follows(d);
        });
    if (!any_left) return;
    list_.RemoveIf([this](const Diagnostic& d) { return Follows(d); });
  }

  // What an instruction needs is of no interest if it is wrong, unless others
  // need it as well, and so are choices where one of them is missing anyway.
  void DropRequirements() {
    absl::flat_hash_set<InstIndex> wrong;
    absl::flat_hash_set<grammar::Capability> lacking;
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.severity != Severity::kError || !IsInInstruction(d)) continue;
      if (!IsRequirement(d)) {
        wrong.insert(d.place.inst);
        continue;
      }
      const absl::Span<const grammar::Capability> choices = ChoicesOf(d);
      if (choices.size() == 1) lacking.insert(choices[0]);
    }
    list_.RemoveIf([&](const Diagnostic& d) {
      if (!IsRequirement(d) || !IsInInstruction(d)) return false;
      const absl::Span<const grammar::Capability> choices = ChoicesOf(d);
      return (d.note_count == 0 && wrong.contains(d.place.inst)) ||
             (choices.size() > 1 &&
              absl::c_any_of(choices, [&](grammar::Capability choice) {
                return lacking.contains(choice);
              }));
    });
  }

  // An operand that needs what nothing else of the module needs is the mistake;
  // what others say of it, or of what its instruction defines, follows.
  void DropMeantForOthers() {
    absl::flat_hash_set<std::pair<Kind, uint64_t>> enumerants;
    absl::flat_hash_set<InstIndex> insts;
    absl::flat_hash_set<Op> ops;
    for (const Diagnostic& d : list_.diagnostics()) {
      if (!IsRequirement(d) || d.severity != Severity::kError ||
          d.note_count > 0 || !IsInInstruction(d)) {
        continue;
      }
      const Op op = module_.record(d.place.inst).op;
      const Arg& needy = d.args[0];
      if (needy.kind == Arg::Kind::kEnumerant) {
        enumerants.insert({needy.operand_kind, needy.number});
        if (!Is(op, OpTrait::kAnnotation)) ops.insert(op);
      } else if (!Is(op, OpTrait::kType)) {
        continue;
      }
      insts.insert(d.place.inst);
    }
    if (insts.empty()) return;
    unknown_.Clear();
    for (const InstIndex at : insts) unknown_.Add(module_.record(at).result);
    unknown_.Spread();
    list_.RemoveIf([&](const Diagnostic& d) {
      if (IsRequirement(d)) return false;
      return (IsInInstruction(d) && insts.contains(d.place.inst)) ||
             ReliesOnAny(*d.rule, ops) || unknown_.AreBlamed(d) ||
             unknown_.ArePointedAt(list_.notes(d)) ||
             absl::c_any_of(d.args, [&](const Arg& arg) {
               return arg.kind == Arg::Kind::kEnumerant &&
                      enumerants.contains({arg.operand_kind, arg.number});
             });
    });
  }

  // A decoration that is wrong by itself may be meant to be another one, so
  // what is due to it (a note points at it) follows, and so does that its
  // target lacks one, or has others that do not suit it.  If the target is what
  // is wrong, it may be any that lacks one.  The same is true of a decoration
  // that something else contradicts, but for that.
  void DropDueToDecorations() {
    absl::flat_hash_set<InstIndex> wrong, unsuited, contradicted;
    absl::flat_hash_set<Op> ops;           // of those
    absl::flat_hash_set<Op> ops_anywhere;  // of those with a wrong target
    for (const InstIndex at : overfull_) {
      if (IsAnnotation(Place::At(at))) wrong.insert(at);
    }
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.severity != Severity::kError || !IsInInstruction(d)) continue;
      if (!IsAnnotation(d.place)) {
        for (const Note& note : list_.notes(d)) {
          if (IsAnnotation(note.place)) contradicted.insert(note.place.inst);
        }
        continue;
      }
      const Op op = module_.record(d.place.inst).op;
      const bool relies = absl::c_linear_search(d.rule->relies_on, op);
      (relies ? unsuited : wrong).insert(d.place.inst);
      if (d.place.operand == 0) ops_anywhere.insert(op);
    }
    const bool any_wrong = !wrong.empty();
    if (!any_wrong) wrong = std::move(unsuited);
    unknown_.Clear();
    for (const auto* const annotations : {&wrong, &contradicted}) {
      for (const InstIndex at : *annotations) {
        const Inst inst = module_.inst(at);
        ops.insert(inst.op());
        if (inst.operand_count() > 0 && IsIdUse(inst.kind(0))) {
          unknown_.Add(inst.id(0));
        }
      }
    }
    if (ops.empty()) return;
    unknown_.Spread();
    // What a target lacks may be said where it is decorated.
    const auto is_lack = [&](const Diagnostic& d) {
      return ReliesOnAny(*d.rule, ops) && (any_wrong || !IsAnnotation(d.place));
    };
    const auto is_in_wrong = [&](const Diagnostic& d) {
      return IsInInstruction(d) && wrong.contains(d.place.inst);
    };
    const bool is_only =
        wrong.size() == 1 &&
        absl::c_count_if(list_.diagnostics(), [&](const Diagnostic& d) {
          return is_lack(d) && !is_in_wrong(d);
        }) == 1;
    list_.RemoveIf([&](const Diagnostic& d) {
      if (is_in_wrong(d)) return is_lack(d);
      if (HasNoteIn(d, wrong)) return true;
      if (HasNoteIn(d, contradicted)) return false;
      return ReliesOnAny(*d.rule, ops_anywhere) ||
             (ReliesOnAny(*d.rule, ops) && unknown_.AreSubject(d));
    });
    if (is_only) MergeLack(*wrong.begin(), is_lack);
  }

  // If one decoration is wrong and one is missing, that was meant to be it.
  template <typename Is>
  void MergeLack(InstIndex wrong, const Is& is_lack) {
    const absl::Span<const Diagnostic> all = list_.diagnostics();
    const auto* const kept = absl::c_find_if(all, [&](const Diagnostic& d) {
      return IsInInstruction(d) && d.place.inst == wrong && !is_lack(d);
    });
    const auto* const lack = absl::c_find_if(all, is_lack);
    if (kept == all.end() || lack == all.end()) return;
    list_.AddNoteTo(static_cast<size_t>(kept - all.begin()), Diagnostic(*lack));
    list_.RemoveIf(is_lack);
  }

  bool IsAnnotation(const Place& place) const {
    return place.kind == Place::Kind::kInstruction &&
           place.inst < InstIndex(module_.size()) &&
           Is(module_.record(place.inst).op, OpTrait::kAnnotation);
  }

  // Whether a note points at one of some instructions.
  bool HasNoteIn(const Diagnostic& d,
                 const absl::flat_hash_set<InstIndex>& insts) const {
    return absl::c_any_of(list_.notes(d), [&](const Note& note) {
      return note.place.kind == Place::Kind::kInstruction &&
             insts.contains(note.place.inst);
    });
  }

  static bool ReliesOnAny(const Rule& rule,
                          const absl::flat_hash_set<Op>& ops) {
    return absl::c_any_of(rule.relies_on,
                          [&](Op op) { return ops.contains(op); });
  }

  // What else is said of definitions that are at fault, or is due to them (a
  // note points there), follows.
  void DropDueToDefinitions(absl::Span<const SharedCause> wrong) {
    if (wrong.empty()) return;
    unknown_.Clear();
    absl::flat_hash_set<InstIndex> at;
    for (const SharedCause& cause : wrong) {
      unknown_.Add(cause.definition);
      at.insert(cause.at);
      at.insert(module_.def(cause.definition));
    }
    unknown_.Spread();
    list_.RemoveIf([&](const Diagnostic& d) {
      if (IsInInstruction(d) && at.contains(d.place.inst)) return false;
      return unknown_.AreMentioned(d) ||
             unknown_.ArePointedAt(list_.notes(d)) || HasNoteIn(d, at);
    });
  }

  // What a declaration says in spite of its name is the mistake; what is said
  // of uses of it follows.  Names of which many are wrong prove nothing.
  void DropDueToMisnomers() {
    constexpr size_t kMost = 4;
    const std::vector<Misnomer> misnomers = FindMisnomers(module_);
    if (misnomers.size() > kMost) return;
    for (const Misnomer& misnomer : misnomers) BlameMisnomer(misnomer);
  }

  void BlameMisnomer(const Misnomer& misnomer) {
    const Id id = module_.record(misnomer.at).result;
    unknown_.Clear();
    unknown_.Add(id);
    unknown_.Spread();
    const auto is_at = [&](const Diagnostic& d) {
      return IsInInstruction(d) && d.place.inst == misnomer.at;
    };
    const auto follows = [&](const Diagnostic& d) {
      // What is declared twice may just be made of it.
      if (IsTwin(d)) return d.args[0].number == id.value;
      return !is_at(d) && MayBeDueToUnknown(d);
    };
    const auto is_proof = [&](const Diagnostic& d) {
      return d.severity == Severity::kError && follows(d) &&
             (IsOfSignedness(misnomer) ? IsTwin(d)
                                       : !InAnyArea(*d.rule, kUseAreas) ||
                                             InAnyArea(*d.rule, kTypeAreas));
    };
    const absl::Span<const Diagnostic> all = list_.diagnostics();
    const auto* const first = absl::c_find_if(all, is_proof);
    if (first == all.end()) return;
    if (IsTwin(*first)) {
      BlameFirst(*first);
    } else if (absl::c_none_of(all, is_at)) {
      const auto number = static_cast<size_t>(first - all.begin());
      const Place use = first->place;
      list_.Move(number, Place::At(misnomer.at, misnomer.operand));
      list_.AddNoteTo(number,
                      "{0}, which is not what its name says, is used here", use,
                      {id});
    }
    list_.RemoveIf(follows);
  }

  // Few rules ask for the signedness of integers, so people get it wrong.
  bool IsOfSignedness(const Misnomer& misnomer) const {
    return module_.record(misnomer.at).op == Op::kTypeInt &&
           misnomer.operand == grammar::operand::TypeInt::kSignedness;
  }

  // Whether an error mentions what is unknown, and can be due to that.
  bool MayBeDueToUnknown(const Diagnostic& d) const {
    if (d.rule->effect == Effect::kUndefined || InArea(*d.rule, "ssa.") ||
        IsOfShape(*d.rule)) {
      return false;
    }
    if (!IsInInstruction(d)) return unknown_.AreMentioned(d);
    if (IsAnnotation(d.place)) {
      return InAnyArea(*d.rule, kTypeAreas) && unknown_.AreMentioned(d);
    }
    if (unknown_.ArePointedAt(list_.notes(d))) return true;
    // An entry point mentions all that is part of its interface.
    return module_.record(d.place.inst).op == Op::kEntryPoint
               ? unknown_.AreBlamed(d)
               : unknown_.AreMentioned(d);
  }

  // Of two declarations of one type either may be meant to be another type.
  // Nothing is said of uses of the second; what is said of those of the first
  // says that it is the one, and follows.
  void DropDueToTwin() {
    const absl::Span<const Diagnostic> all = list_.diagnostics();
    if (absl::c_count_if(all, IsTwin) != 1) return;
    const Diagnostic twin = *absl::c_find_if(all, IsTwin);
    const Id first(static_cast<uint32_t>(twin.args[0].number));
    unknown_.Clear();
    unknown_.Add(first);
    unknown_.Spread();
    const auto follows = [&](const Diagnostic& d) {
      return !IsTwin(d) && unknown_.AreBlamed(d);
    };
    if (absl::c_none_of(list_.diagnostics(), follows)) return;
    BlameFirst(twin);
    list_.RemoveIf(follows);
  }

  static bool IsTwin(const Diagnostic& d) {
    return d.rule->suspect == Suspect::kTwin && d.severity == Severity::kError;
  }

  // Blames the first of two declarations of one type instead of the second.
  void BlameFirst(const Diagnostic twin) {
    list_.RemoveIf([&](const Diagnostic& d) {
      return d.rule == twin.rule && d.place.inst == twin.place.inst;
    });
    const Id first(static_cast<uint32_t>(twin.args[0].number));
    const Id second = module_.record(twin.place.inst).result;
    list_.Add(*twin.rule, Place::At(module_.def(first)), {second});
    list_.AddNote("{0} is declared here", twin.place, {second});
  }

  // One operand is one mistake, unless it is a mask, and so is a decoration of
  // one target: of what is said of it the first stays, errors before warnings.
  void DropRepeated() {
    using Key = std::pair<InstIndex, int32_t>;
    absl::flat_hash_map<Key, const Rule*> kept;
    const auto key_of = [&](const Diagnostic& d) -> std::optional<Key> {
      if (!IsInInstruction(d)) return std::nullopt;
      if (IsDecoration(d.place)) return Key(d.place.inst, Place::kWhole);
      if (d.place.operand == Place::kWhole) return std::nullopt;
      const std::optional<Kind> kind = KindOfOperand(module_, d);
      const bool is_mask = kind.has_value() && grammar::Info(*kind).category ==
                                                   grammar::Category::kBitEnum;
      if (is_mask) return std::nullopt;
      return Key(d.place.inst, d.place.operand);
    };
    for (const Severity severity : {Severity::kError, Severity::kWarning}) {
      for (const Diagnostic& d : list_.diagnostics()) {
        if (d.severity != severity) continue;
        if (const auto key = key_of(d)) kept.try_emplace(*key, d.rule);
      }
    }
    list_.RemoveIf([&](const Diagnostic& d) {
      const auto key = key_of(d);
      return key.has_value() && kept.at(*key) != d.rule;
    });
  }

  // Where something else is wrong with an access, such as that nothing can be
  // written there, it may be meant for another pointer.
  void DropDueToPointers() {
    absl::flat_hash_set<InstIndex> wrong;
    const auto is_of_pointee = [](const Diagnostic& d) {
      return d.rule->suspect == Suspect::kPointee;
    };
    for (const Diagnostic& d : list_.diagnostics()) {
      if (d.severity == Severity::kError && IsInInstruction(d) &&
          !is_of_pointee(d)) {
        wrong.insert(d.place.inst);
      }
    }
    list_.RemoveIf([&](const Diagnostic& d) {
      return is_of_pointee(d) && IsInInstruction(d) &&
             wrong.contains(d.place.inst);
    });
  }

  bool IsDecoration(const Place& place) const {
    if (!IsAnnotation(place)) return false;
    const Op op = module_.record(place.inst).op;
    return op != Op::kGroupDecorate && op != Op::kGroupMemberDecorate;
  }

  // An <id> that stands twice in an instruction, and is wrong in both places,
  // is one mistake.  If it is so in different ways, a note says the other.
  void MergeSameId() {
    using Key = std::pair<InstIndex, uint32_t>;
    absl::flat_hash_map<Key, uint32_t> kept;  // indexes in the list
    absl::flat_hash_set<uint32_t> merged;
    for (uint32_t at = 0; at < list_.size(); ++at) {
      const Diagnostic d = list_.diagnostics()[at];
      const std::optional<Kind> kind = KindOfOperand(module_, d);
      if (!kind.has_value() || !IsIdUse(*kind)) continue;
      const Id id = module_.inst(d.place.inst).id(d.place.operand);
      const auto [found, is_new] =
          kept.try_emplace(Key(d.place.inst, id.value), at);
      const Diagnostic& first = list_.diagnostics()[found->second];
      if (is_new || first.place.operand == d.place.operand ||
          first.severity != d.severity) {
        continue;
      }
      merged.insert(at);
      const bool is_said =
          first.rule == d.rule || first.note_count >= kMostNotes;
      if (!is_said) list_.AddNoteTo(found->second, d);
    }
    if (merged.empty()) return;
    const Diagnostic* const first = list_.diagnostics().data();
    list_.RemoveIf([&](const Diagnostic& d) {
      return merged.contains(static_cast<uint32_t>(&d - first));
    });
  }

  static absl::Span<const grammar::Capability> ChoicesOf(const Diagnostic& d) {
    for (const Arg& arg : d.args) {
      if (arg.kind != Arg::Kind::kRequirement) continue;
      return grammar::Capabilities(
          grammar::RequirementAt(static_cast<uint16_t>(arg.number)));
    }
    return {};
  }

  // An instruction that has an operand too much may be meant to be another one.
  void NoteOverfull(const Place& place) {
    uint32_t first = 0;
    uint32_t last = module_.size();
    while (first < last) {
      const uint32_t middle = first + (last - first) / 2;
      if (module_.origin(InstIndex(middle)) <= place.begin) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    if (first == 0) return;
    overfull_.insert(InstIndex(first - 1));
    any_root_ = true;
    unknown_.Add(module_.record(InstIndex(first - 1)).result);
    malformed_ops_.insert(module_.record(InstIndex(first - 1)).op);
    any_root_ = true;
  }

  bool IsInInstruction(const Diagnostic& d) const {
    return plumb::IsInInstruction(module_, d);
  }

  void NoteRoot(const Diagnostic& d) {
    const InstIndex at = d.place.inst;
    const InstRecord& record = module_.record(at);
    if (d.rule->effect == Effect::kOutsideFunctions) {
      missing_.AddBlockWithoutFunction(at);
    }
    if (LacksBlock(d)) missing_.AddMissingBlock(at);
    if (d.rule->effect == Effect::kRefusesCapability) {
      refused_.insert(static_cast<grammar::Capability>(
          module_.inst(at).operand_word(d.place.operand)));
    }
    const bool malformed = MakesMalformed(*d.rule);
    // What is said of a line, or names what this is said of, stays if this only
    // follows from it.
    const bool follows = violated_.contains(d.rule->follows);
    if (malformed && !follows) NoteMalformed(d);
    // A rule about all modes together says nothing of the one it is said at.
    if (malformed || (IsModeOrModel(record.op) &&
                      !absl::c_linear_search(d.rule->relies_on, record.op))) {
      malformed_ops_.insert(record.op);
    }
    if (!malformed && (follows || !MakesUnknown(d, record.op))) return;
    any_root_ = true;
    unknown_.Add(record.result);
  }

  // Of several rules about one operand the first by id stays, but that there is
  // no definition goes before all.
  void NoteMalformed(const Diagnostic& d) {
    if (IsSelector(module_, d.place)) {
      selectors_.insert(d.place.inst);
    } else {
      malformed_.insert(d.place.inst);
    }
    const auto key = std::make_pair(d.place.inst, d.place.operand);
    const auto [at, is_new] = operands_.try_emplace(key, d.rule);
    if (is_new || at->second->effect == Effect::kUndefined) return;
    if (d.rule->effect == Effect::kUndefined || d.rule->id < at->second->id) {
      at->second = d.rule;
    }
  }

  bool MakesUnknown(const Diagnostic& d, Op op) const {
    if (op == Op::kFunction) return InArea(*d.rule, "function.");
    if (DeclaresTypeOrConstant(op)) {
      return !IsRequirement(d) && !InAnyArea(*d.rule, kUseAreas);
    }
    return d.place.operand == 0 &&
           module_.inst(d.place.inst).info().has_result_type;
  }

  // Whether a rule is violated of which a violated rule says that it follows.
  bool AnySilenced() const {
    return absl::c_any_of(list_.diagnostics(), [this](const Diagnostic& d) {
      return IsSilenced(*d.rule);
    });
  }

  // Whether a branch or merge instruction names what is not a block.
  bool LacksBlock(const Diagnostic& d) const {
    if (!MakesMalformed(*d.rule) || IsSelector(module_, d.place)) return false;
    switch (RoleOf(module_.record(d.place.inst).op)) {
      case OpRole::kBranch:
      case OpRole::kSelectionMerge:
      case OpRole::kLoopMerge:
        return true;
      default:
        return false;
    }
  }

  bool Follows(const Diagnostic& d) const {
    if (IsSilenced(*d.rule) || missing_.Explain(d)) return true;
    const InstIndex at = IsInInstruction(d) ? d.place.inst : kNoInst;
    if (at != kNoInst) {
      if (overfull_.contains(at)) return true;
      if (MakesMalformed(*d.rule)) {
        if (d.rule->effect == Effect::kMalformed && unknown_.AreInEarlier(at)) {
          return true;
        }
        const auto first = operands_.find({at, d.place.operand});
        return first != operands_.end() && first->second != d.rule;
      }
      const bool asks_nothing = selectors_.contains(at);
      if (malformed_.contains(at) || (asks_nothing && !IsOfShape(*d.rule)) ||
          unknown_.AreInOperands(d)) {
        return true;
      }
    }
    return unknown_.AreNamed(d) || unknown_.ArePointedAt(list_.notes(d));
  }

  bool IsSilenced(const Rule& rule) const {
    return (rule.when.needs.has_value() &&
            refused_.contains(*rule.when.needs)) ||
           (!rule.follows.empty() && violated_.contains(rule.follows)) ||
           absl::c_any_of(rule.relies_on, [this](Op op) {
             return malformed_ops_.contains(op);
           });
  }

  const Module& module_;
  DiagnosticList& list_;
  MissingParts missing_;
  UnknownIds unknown_;
  absl::flat_hash_set<InstIndex> malformed_;
  absl::flat_hash_set<InstIndex> overfull_;
  absl::flat_hash_set<InstIndex> selectors_;  // branches that ask nothing
  absl::flat_hash_map<std::pair<InstIndex, int32_t>, const Rule*> operands_;
  absl::flat_hash_set<absl::string_view> violated_;  // ids of rules
  absl::flat_hash_set<Op> malformed_ops_;
  // Capabilities that the environment does not take: what follows from them is
  // of no interest.
  absl::flat_hash_set<grammar::Capability> refused_;
  bool any_root_ = false;
};

}  // namespace

void DropCascades(const Module& module, DiagnosticList* diagnostics) {
  if (diagnostics->error_count() == 0) return;
  const absl::Span<const Diagnostic> all = diagnostics->diagnostics();
  const auto* const error = absl::c_find_if(
      all, [](const Diagnostic& d) { return d.severity == Severity::kError; });
  if (error == all.end()) return;
  const Diagnostic first = *error;
  Cascades(module, diagnostics).Drop();
  // Whatever the above takes for what follows from something else, the module
  // stays invalid.
  if (diagnostics->error_count() > 0) return;
  diagnostics->Add(
      *first.rule, first.place,
      {first.args[0], first.args[1], first.args[2], first.args[3]});
}

}  // namespace plumb

// The decorations of a module, by target and by kind (sections 2.2.1, 3.2.19
// and 3.3.3).
//
// A decoration applies to its target directly or through a decoration group
// (OpGroupDecorate, OpGroupMemberDecorate).  Queries treat both alike; only the
// reported place differs.
//
// Statements are stored as in the module and in rows by target, applications of
// groups in rows by target, and groups are followed at queries: a group of n
// decorations for m targets takes n + m entries, not n * m.  An application has
// 8 bytes; the rest is read from the module.
//
// Cost: linear in the words of the annotations, except for sorting the
// decorations of one id.  Queries for one decoration are logarithmic in the
// decorations of the id.  Walks visit an application at most kMaxRepeats times
// for each kind of decoration.
//
// Tested by decorations_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_DECORATIONS_H_
#define PLUMB_VALIDATE_ANALYSIS_DECORATIONS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/index.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/compressed_rows.h"

namespace plumb {

// The member index of a decoration of the whole target.
inline constexpr uint32_t kNoMember = 0xffffffff;

// One decoration of one target.
struct Decorated {
  Id target;
  uint32_t member;  // kNoMember: the whole
  grammar::Decoration kind;
  // The instruction that states the decoration, and its first operand after the
  // decoration (beyond its operands if the decoration takes none).
  InstIndex statement;
  uint32_t parameter;
  // The instruction that names the target, and the operand that does.  Another
  // instruction than the statement if the target belongs to a group.
  InstIndex place;
  uint32_t operand;

  bool by_group() const { return place != statement; }
  // The operand of the statement that is the decoration.
  uint32_t decoration_operand() const { return parameter - 1; }
};

class Decorations {
 public:
  // A group that states one kind of decoration more often than this is not
  // followed further by ForEach…: nothing is lost but repetitions.
  static constexpr uint32_t kMaxRepeats = 8;

  // Reads the annotations of a module, in any section and order.  Reuses its
  // memory.
  void Build(const Module& module);

  // Whether `target` has the decoration as a whole.
  bool Has(Id target, grammar::Decoration kind) const {
    return Find(target, kNoMember, kind).has_value();
  }
  // Whether a type is a block, of either kind.
  bool IsBlock(Id type) const {
    return Has(type, grammar::Decoration::kBlock) ||
           Has(type, grammar::Decoration::kBufferBlock);
  }
  // The first statement of a decoration of the whole of `target`: a direct one
  // if there is one, else one of a group.
  std::optional<Decorated> Find(Id target, grammar::Decoration kind) const {
    return Find(target, kNoMember, kind);
  }
  // The same of a member.
  std::optional<Decorated> Find(Id target, uint32_t member,
                                grammar::Decoration kind) const {
    if (!IsStated(kind)) return std::nullopt;
    return FindStated(target, member, kind);
  }

  // Calls `visit` with each decoration of `target` and of its members: its own,
  // sorted by member, the whole first, and by kind; then those of groups.
  template <typename Visit>
  void ForEachOf(Id target, Visit visit) const {
    const uint32_t row = RowOf(target);
    if (row == kNoRow) return;
    for (const Statement& s : statements_[row]) visit(Direct(s));
    for (const Target& t : TargetsIn(row)) Expand(ApplicationOf(t), visit);
  }
  // The same of one member, or of the whole (kNoMember) without its members.
  template <typename Visit>
  void ForEachOf(Id target, uint32_t member, Visit visit) const {
    const uint32_t row = RowOf(target);
    if (row == kNoRow) return;
    for (const Statement& s : OfMember(statements_[row], member)) {
      visit(Direct(s));
    }
    for (const Target& t : OfMember(TargetsIn(row), member)) {
      Expand(ApplicationOf(t), visit);
    }
  }
  // Calls `visit` with each use of a kind of decoration, in the order of the
  // statements; those of groups with each target of the group.
  template <typename Visit>
  void ForEach(grammar::Decoration kind, Visit visit) const {
    for (uint32_t n = FirstOf(kind); n != kNone; n = in_order_[n].next) {
      const Statement& s = in_order_[n];
      if (!s.on_group) {
        visit(Direct(s));
      } else if (s.repeat < kMaxRepeats) {
        ForEachApplication(RowOf(s.target),
                           [&](const Application& a) { visit(From(s, a)); });
      }
    }
  }
  // Calls `visit` with each statement in module order; the target of a
  // statement about a group is the group.
  template <typename Visit>
  void ForEachStatement(Visit visit) const {
    for (const Statement& s : in_order_) visit(Direct(s));
  }
  // Whether any instruction states this kind of decoration.
  bool HasAny(grammar::Decoration kind) const { return FirstOf(kind) != kNone; }

  // The kinds that are stated, each once; those that the grammar lacks are left
  // out.
  absl::Span<const grammar::Decoration> kinds() const { return stated_; }

  // A number for each kind.  No two kinds of the grammar share one.
  static constexpr uint32_t kSlots = 4096;
  static constexpr uint32_t SlotOf(grammar::Decoration kind) {
    return static_cast<uint32_t>(kind) % kSlots;
  }

  // Whether some target, member or group has one kind of decoration from more
  // than one instruction, ignoring group applications.
  bool any_repeated() const { return any_repeated_; }

  // The number of instructions that decorate the whole of `target`, not
  // counting group applications.
  uint32_t StatementCount(Id target) const;

 private:
  static constexpr uint32_t kNoRow = 0xffffffff;
  static constexpr uint32_t kNone = 0xffffffff;

  // An instruction that states a decoration.
  struct Statement {
    Id target;
    uint32_t member;
    grammar::Decoration kind;
    InstIndex at;
    uint32_t next;   // of in_order_, the next one of the kind; or kNone
    uint8_t repeat;  // earlier ones with this target, member and kind, or
                     // kMaxRepeats
    bool on_group;
  };
  // The statements of a kind, in in_order_.
  struct List {
    uint32_t first;
    uint32_t last;
  };
  // An instruction that applies a group.  The targets of all of them are
  // numbered in module order.
  struct GroupUse {
    InstIndex at;
    uint32_t group;  // row
    uint32_t first;  // the number of its first target
    bool members;
  };
  // A target of such an instruction.
  struct Target {
    uint32_t member;
    uint32_t number;
  };
  // The same with what the module states about it.
  struct Application {
    Id target;
    uint32_t member;
    uint32_t group;  // row
    InstIndex at;
    uint32_t operand;
  };
  // Precomputed result of Find() for a target of many groups.
  struct Digested {
    uint32_t row;
    uint32_t member;
    grammar::Decoration kind;
    uint32_t statement;  // into statements_.items()
    uint32_t target;     // into targets_.items()
  };

  static uint32_t ParameterOf(const Statement& s) {
    return s.member == kNoMember ? 2 : 3;
  }
  static Decorated Direct(const Statement& s) {
    return {s.target, s.member, s.kind, s.at, ParameterOf(s), s.at, 0};
  }
  static Decorated From(const Statement& s, const Application& a) {
    return {a.target, a.member, s.kind, s.at, ParameterOf(s), a.at, a.operand};
  }
  template <typename Visit>
  void Expand(const Application& a, Visit& visit) const {
    ForEachInGroup(a.group, [&](const Statement& s) { visit(From(s, a)); });
  }
  // Calls `visit` with the statements of a group, but at most kMaxRepeats of a
  // kind.  The others cost no more than a search.
  template <typename Visit>
  void ForEachInGroup(uint32_t group, Visit visit) const {
    const absl::Span<const Statement> row =
        OfMember(statements_[group], kNoMember);
    for (auto s = row.begin(); s != row.end();) {
      if (s->repeat < kMaxRepeats) {
        visit(*s++);
        continue;
      }
      s = std::partition_point(s, row.end(),
                               [kind = s->kind](const Statement& other) {
                                 return other.kind == kind;
                               });
    }
  }

  uint32_t RowOf(Id id) const {
    return id.value < row_of_.size() ? row_of_[id.value] - 1 : kNoRow;
  }
  absl::Span<const Target> TargetsIn(uint32_t row) const {
    if (group_uses_.empty()) return {};
    return targets_[row];
  }
  // O(log uses).
  Application ApplicationOf(const Target& target) const;
  // Calls `visit` with each target of an instruction that is an id.
  template <typename Visit>
  void ForEachTarget(const GroupUse& use, Visit visit) const {
    const Inst inst = module_->inst(use.at);
    const uint32_t step = use.members ? 2 : 1;
    for (uint32_t o = 1; o + step <= inst.operand_count(); o += step) {
      const Id target = inst.id(o);
      if (target.value >= row_of_.size()) continue;
      visit(Application{target,
                        use.members ? inst.operand_word(o + 1) : kNoMember,
                        use.group, use.at, o});
    }
  }
  template <typename Visit>
  void ForEachApplication(uint32_t group, Visit visit) const {
    if (group_uses_.empty()) return;
    for (const uint32_t use : uses_of_[group]) {
      ForEachTarget(group_uses_[use], visit);
    }
  }
  // The items about one member in a row sorted by member; those about the whole
  // target come first.
  template <typename T>
  static absl::Span<const T> OfMember(absl::Span<const T> row,
                                      uint32_t member) {
    const auto begin = std::partition_point(
        row.begin(), row.end(),
        [=](const T& item) { return item.member + 1 < member + 1; });
    const auto end = std::partition_point(
        begin, row.end(), [=](const T& item) { return item.member == member; });
    return row.subspan(static_cast<size_t>(begin - row.begin()),
                       static_cast<size_t>(end - begin));
  }
  static const Statement* Search(absl::Span<const Statement> row,
                                 uint32_t member, grammar::Decoration kind);
  std::optional<Decorated> FindDigested(uint32_t row, uint32_t member,
                                        grammar::Decoration kind) const;
  std::optional<Decorated> FindStated(Id target, uint32_t member,
                                      grammar::Decoration kind) const;
  // Returns false if no decoration of a kind is stated, which is the common
  // case: one load and a bit test.
  bool IsStated(grammar::Decoration kind) const {
    const uint32_t slot = SlotOf(kind);
    return ((used_slots_[slot / 64] >> (slot % 64)) & 1) != 0;
  }
  uint32_t FirstOf(grammar::Decoration kind) const {
    return IsStated(kind) ? lists_[SlotOf(kind)].first : kNone;
  }

  // The row of an id, created on demand; kNoRow if it is not an id.
  uint32_t MakeRow(Id id);
  void Read(const Module& module, InstIndex i);
  void AddStatement(const Module& module, const Inst& inst, uint32_t member,
                    grammar::Decoration kind);
  void AddToList(uint32_t n);
  void ReadGroupUse(const Module& module, const Inst& inst, bool members);
  void SortStatements();
  void NoteRepeats(uint32_t row);
  void SortTargets();
  void DigestRow(uint32_t row);
  void Digest(uint32_t row, uint32_t first, uint32_t last);

  std::vector<uint32_t> row_of_;  // by id, counted from 1; 0: nothing is said
  uint32_t row_count_ = 0;
  bool any_repeated_ = false;
  CompressedRows<Statement> statements_;  // by row of the target
  const Module* module_ = nullptr;
  std::vector<GroupUse> group_uses_;  // in module order
  CompressedRows<uint32_t> uses_of_;  // by row of the group
  CompressedRows<Target> targets_;    // by row of the target
  std::vector<Digested> digests_;     // sorted
  std::vector<Statement> in_order_;   // in module order
  // The used slots of kinds, and their lists.  Kinds that the grammar lacks may
  // use a slot, but have no list: they are never queried.
  std::array<uint64_t, kSlots / 64> used_slots_{};
  std::array<List, kSlots> lists_;
  std::vector<grammar::Decoration> stated_;
  std::vector<uint32_t> seen_;  // by slot: the last digest that had the kind
  uint32_t digest_count_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_DECORATIONS_H_

// The vocabulary of the tables of this folder, which list the allowed targets
// and parameters of decorations, and the checks of their rows.
//
//   constexpr TargetRow kTargetRows[] = {
//       Everywhere(Decoration::kStallEnableALTERA, kFunctions,
//                  "decoration.stall.target", kClusters)};
//   ...
//   CheckRows<kTargetRows>(context);
//
// A decoration of a group is checked for each target of the group.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_DECORATION_DECORATION_ROWS_H_
#define PLUMB_VALIDATE_RULES_DECORATION_DECORATION_ROWS_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "validate/analysis/decorations.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"

namespace plumb {

// The decorations to which a row applies.
class DecorationKinds {
 public:
  constexpr DecorationKinds(Decoration one) : one_(one) {}  // NOLINT: implicit
  template <size_t N>
  constexpr DecorationKinds(const Decoration (&several)[N])  // NOLINT
      : several_(several) {}

  template <typename Visit>
  constexpr void ForEach(Visit visit) const {
    if (several_.empty()) return visit(one_);
    for (const Decoration kind : several_) visit(kind);
  }

 private:
  Decoration one_ = {};
  absl::Span<const Decoration> several_;
};

// A decoration in a message.
inline Arg NameOf(Decoration kind) {
  return Arg::Enumerant(Kind::kDecoration, kind);
}

// The instructions that decorate a whole <id>.
inline constexpr Op kStatingOps[] = {Op::kDecorate};
// The same, and those that decorate a member.
inline constexpr Op kStatingMemberOps[] = {Op::kDecorate, Op::kMemberDecorate};

// --- Targets ---

// The definitions, and members of structures, to which a decoration may apply.
struct Definitions {
  // Whether the definition is allowed; null: only members are.
  bool (*include)(const ModuleContext& context, const Inst& def);
  // Arguments: the decoration; the target; "a member of ", or nothing for the
  // whole; the type of the member.
  absl::string_view text;
  // Whether a member of this type is allowed; null: no member is.
  bool (*member)(const ModuleContext& context, Id type) = nullptr;
};

struct TargetRow {
  DecorationKinds kinds;
  const Definitions* only;
  // Whether the row also applies to members.
  bool checks_members;
  Rule rule;
};

constexpr TargetRow MakeTargetRow(DecorationKinds kinds,
                                  const Definitions& only, bool checks_members,
                                  Rule rule) {
  rule.text = only.text;
  if (rule.severity == Severity::kError) {
    rule =
        only.include == nullptr ? ReliesOn(kStatingOps, rule) : Malformed(rule);
  }
  return {kinds, &only, checks_members, rule};
}
// A row about whole <id>s; other rules check members.
constexpr TargetRow OnWhole(DecorationKinds kinds, const Definitions& only,
                            Rule rule) {
  return MakeTargetRow(kinds, only, false, rule);
}
constexpr TargetRow OnWhole(DecorationKinds kinds, const Definitions& only,
                            absl::string_view id,
                            absl::string_view section = "3.2.19",
                            Severity severity = Severity::kError) {
  return OnWhole(
      kinds, only,
      {.id = id, .section = section, .text = "", .severity = severity});
}
// A row that also applies to members.
constexpr TargetRow Everywhere(DecorationKinds kinds, const Definitions& only,
                               Rule rule) {
  return MakeTargetRow(kinds, only, true, rule);
}
constexpr TargetRow Everywhere(DecorationKinds kinds, const Definitions& only,
                               absl::string_view id, absl::string_view section,
                               Severity severity = Severity::kError) {
  return Everywhere(
      kinds, only,
      {.id = id, .section = section, .text = "", .severity = severity});
}

// Ignores a member unless the row applies to members.
void CheckTargetRow(ModuleContext& context, const TargetRow& row,
                    const Decorated& d);

// --- Members ---

// Decorations that no member may have.
struct MemberRow {
  constexpr MemberRow(DecorationKinds k, absl::string_view id,
                      Severity severity = Severity::kError)
      : kinds(k),
        rule(ReliesOn(
            kStatingOps,
            {id, "3.2.19", "{0} cannot decorate a member of a structure", "",
             severity})) {}

  DecorationKinds kinds;
  Rule rule;
};

// Checks a decoration of a member.
void CheckMemberRow(ModuleContext& context, const MemberRow& row,
                    const Decorated& d);

// --- Storage classes ---

struct StorageClasses {
  absl::Span<const StorageClass> classes;
  // Arguments: the decoration, what it decorates, and the storage class.
  absl::string_view text;
};

// The storage classes in which a decoration may be used.
struct StorageRow {
  constexpr StorageRow(DecorationKinds k, const StorageClasses& storage, Rule r,
                       const Rule* otherwise = nullptr)
      : kinds(k), only(&storage), rule(r), elsewhere(otherwise) {
    rule.text = storage.text;
    if (rule.severity == Severity::kError) rule = ReliesOn(kStatingOps, rule);
  }
  constexpr StorageRow(DecorationKinds k, const StorageClasses& storage,
                       absl::string_view id,
                       absl::string_view section = "3.2.19")
      : StorageRow(k, storage, Rule{.id = id, .section = section, .text = ""}) {
  }

  DecorationKinds kinds;
  const StorageClasses* only;
  Rule rule;
  // The rule reported where `rule` does not apply; null: none.
  const Rule* elsewhere;
};

// Checks a decoration of a whole object.
void CheckStorageRow(ModuleContext& context, const StorageRow& row,
                     const Decorated& d);

// --- Parameters ---

// The allowed numbers of a literal.
struct Numbers {
  uint32_t min = 0;
  uint32_t max = 0xffffffff;
  uint32_t multiple_of = 1;

  constexpr bool Include(uint32_t n) const {
    return n >= min && n <= max && n % multiple_of == 0;
  }
};

// A literal of a decoration; the first parameter is number 0.
struct NumberRow {
  DecorationKinds kinds;
  uint32_t parameter;
  Numbers only;
  Rule rule;  // arguments: the decoration, the number
};

void CheckNumberRow(ModuleContext& context, const NumberRow& row,
                    const Decorated& d);

// An <id> of a decoration.
struct IdRow {
  DecorationKinds kinds;
  uint32_t parameter;
  // Whether a decoration of `d` may refer to the result of an instruction.
  bool (*include)(const ModuleContext& context, const Decorated& d,
                  const Inst& def);
  Rule rule;  // arguments: the decoration, the <id>
};

void CheckIdRow(ModuleContext& context, const IdRow& row, const Decorated& d);

// --- Tables ---

inline void CheckRow(ModuleContext& c, const TargetRow& row,
                     const Decorated& d) {
  if (d.member == kNoMember || row.checks_members) CheckTargetRow(c, row, d);
}
inline void CheckRow(ModuleContext& c, const MemberRow& row,
                     const Decorated& d) {
  if (d.member != kNoMember) CheckMemberRow(c, row, d);
}
inline void CheckRow(ModuleContext& c, const StorageRow& row,
                     const Decorated& d) {
  if (d.member == kNoMember) CheckStorageRow(c, row, d);
}
inline void CheckRow(ModuleContext& c, const NumberRow& row,
                     const Decorated& d) {
  CheckNumberRow(c, row, d);
}
inline void CheckRow(ModuleContext& c, const IdRow& row, const Decorated& d) {
  CheckIdRow(c, row, d);
}

// Maps a kind of decoration to the rows of a table that apply to it.
class RowsByKind {
 public:
  template <typename Row, size_t N>
  constexpr explicit RowsByKind(const Row (&rows)[N]) {
    static_assert(N <= 64);
    for (size_t i = 0; i < N; ++i) {
      rows[i].kinds.ForEach([&](Decoration kind) {
        uint8_t& set = set_of_slot_[Decorations::SlotOf(kind)];
        if (set == 0) set = ++set_count_;
        sets_[set] |= uint64_t{1} << i;
      });
    }
  }

  // The rows that apply to any of these kinds, as bits.
  uint64_t RowsOf(absl::Span<const Decoration> kinds) const {
    uint64_t rows = 0;
    for (const Decoration kind : kinds) {
      rows |= sets_[set_of_slot_[Decorations::SlotOf(kind)]];
    }
    return rows;
  }

 private:
  uint8_t set_count_ = 0;
  uint8_t set_of_slot_[Decorations::kSlots] = {};
  uint64_t sets_[128] = {};  // the first is empty
};

// Checks all decorations of a module by the rows of a table, row by row.  Rows
// about decorations that no instruction applies cost nothing.
template <const auto& kRows>
void CheckRows(ModuleContext& context) {
  static constexpr RowsByKind kByKind(kRows);
  const Decorations& decorations = context.decorations();
  for (uint64_t rows = kByKind.RowsOf(decorations.kinds()); rows != 0;
       rows &= rows - 1) {
    const auto& row = kRows[std::countr_zero(rows)];
    row.kinds.ForEach([&](Decoration kind) {
      decorations.ForEach(kind, [&](const Decorated& d) {
        if (!IsRepeatedDecoration(context, d)) CheckRow(context, row, d);
      });
    });
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DECORATION_DECORATION_ROWS_H_

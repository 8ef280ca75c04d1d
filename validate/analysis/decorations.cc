#include "validate/analysis/decorations.h"

#include <tuple>

namespace plumb {
namespace {

// Targets of more groups have a digest of their decorations.
constexpr size_t kFewGroups = 16;

// Decorations of the whole target precede those of members.
constexpr uint32_t OrderOf(uint32_t member) { return member + 1; }

// By which the statements about an id are sorted: member, then kind.
constexpr uint64_t KeyOf(uint32_t member, Decoration kind) {
  return uint64_t{OrderOf(member)} << 32 | static_cast<uint32_t>(kind);
}

bool IsKnown(Decoration kind) {
  return grammar::EnumerantByValue(Kind::kDecoration,
                                   static_cast<uint32_t>(kind)) != nullptr;
}

bool IsGroup(const Module& module, Id id) {
  const InstIndex def = module.def(id);
  return def != kNoInst && module.record(def).op == Op::kDecorationGroup;
}

// Sorts data that is nearly always in order.
template <typename T, typename Key>
void Sort(absl::Span<T> items, Key key) {
  const auto before = [&](const T& a, const T& b) { return key(a) < key(b); };
  if (!std::is_sorted(items.begin(), items.end(), before)) {
    std::sort(items.begin(), items.end(), before);
  }
}

}  // namespace

void Decorations::Build(const Module& module) {
  row_of_.clear();
  row_count_ = 0;
  any_repeated_ = false;
  in_order_.clear();
  module_ = &module;
  group_uses_.clear();
  digests_.clear();
  used_slots_ = {};
  stated_.clear();
  if (module.decorations().empty()) return;
  row_of_.assign(module.id_bound(), 0);
  for (InstIndex i : module.decorations()) Read(module, i);
  SortStatements();
  if (!group_uses_.empty()) SortTargets();
}

uint32_t Decorations::MakeRow(Id id) {
  if (id.value >= row_of_.size()) return kNoRow;
  uint32_t& row = row_of_[id.value];
  if (row == 0) row = ++row_count_;
  return row - 1;
}

void Decorations::Read(const Module& module, InstIndex i) {
  const Inst inst = module.inst(i);
  switch (inst.op()) {
    case Op::kDecorate:
    case Op::kDecorateId:
    case Op::kDecorateString:
      return AddStatement(module, inst, kNoMember, Decoration{inst.word(2)});
    case Op::kMemberDecorate:
    case Op::kMemberDecorateString:
    case Op::kMemberDecorateIdEXT:
      return AddStatement(module, inst, inst.word(2), Decoration{inst.word(3)});
    case Op::kDecorationGroup:
      MakeRow(inst.result());
      return;
    case Op::kGroupDecorate:
      return ReadGroupUse(module, inst, false);
    case Op::kGroupMemberDecorate:
      return ReadGroupUse(module, inst, true);
    default:
      return;
  }
}

void Decorations::AddStatement(const Module& module, const Inst& inst,
                               uint32_t member, Decoration kind) {
  const Id target(inst.word(1));
  if (MakeRow(target) == kNoRow) return;
  const bool on_group =
      module.Has(Op::kDecorationGroup) && IsGroup(module, target);
  in_order_.push_back(
      {target, member, kind, inst.index(), kNone, /*repeat=*/0, on_group});
  AddToList(static_cast<uint32_t>(in_order_.size()) - 1);
}

void Decorations::AddToList(uint32_t n) {
  const Decoration kind = in_order_[n].kind;
  const uint32_t slot = SlotOf(kind);
  List& list = lists_[slot];
  if (!IsStated(kind)) {
    used_slots_[slot / 64] |= uint64_t{1} << (slot % 64);
    list.first = kNone;
  }
  if (list.first == kNone) {
    if (!IsKnown(kind)) return;
    list.first = n;
    stated_.push_back(kind);
  } else {
    if (in_order_[list.first].kind != kind) return;  // not known
    in_order_[list.last].next = n;
  }
  list.last = n;
}

void Decorations::ReadGroupUse(const Module& module, const Inst& inst,
                               bool members) {
  const Id group = inst.id(0);
  if (!IsGroup(module, group)) return;
  uint32_t first = 0;
  if (!group_uses_.empty()) {
    const GroupUse& last = group_uses_.back();
    // At least the number of its targets.
    first = last.first + module.inst(last.at).operand_count();
  }
  group_uses_.push_back({inst.index(), MakeRow(group), first, members});
  ForEachTarget(group_uses_.back(),
                [&](const Application& a) { MakeRow(a.target); });
}

Decorations::Application Decorations::ApplicationOf(
    const Target& target) const {
  const auto after = std::partition_point(
      group_uses_.begin(), group_uses_.end(),
      [&](const GroupUse& use) { return use.first <= target.number; });
  const GroupUse& use = *(after - 1);
  const uint32_t operand = target.number - use.first;
  return {module_->inst(use.at).id(operand), target.member, use.group, use.at,
          operand};
}

void Decorations::SortStatements() {
  statements_.Build(row_count_, in_order_,
                    [&](const Statement& s) { return RowOf(s.target); });
  for (uint32_t row = 0; row < row_count_; ++row) {
    const absl::Span<Statement> statements = statements_.row(row);
    const auto out_of_order = std::adjacent_find(
        statements.begin(), statements.end(),
        [](const Statement& a, const Statement& b) {
          return KeyOf(a.member, a.kind) >= KeyOf(b.member, b.kind);
        });
    if (out_of_order == statements.end()) continue;  // nor repeated
    std::sort(statements.begin(), statements.end(),
              [](const Statement& a, const Statement& b) {
                const uint64_t key_a = KeyOf(a.member, a.kind);
                const uint64_t key_b = KeyOf(b.member, b.kind);
                return key_a != key_b ? key_a < key_b : a.at < b.at;
              });
    NoteRepeats(row);
  }
}

void Decorations::NoteRepeats(uint32_t row) {
  const absl::Span<Statement> statements = statements_.row(row);
  for (size_t i = 1; i < statements.size(); ++i) {
    const Statement& last = statements[i - 1];
    Statement& s = statements[i];
    if (KeyOf(last.member, last.kind) != KeyOf(s.member, s.kind)) continue;
    any_repeated_ = true;
    s.repeat = static_cast<uint8_t>(std::min(last.repeat + 1u, kMaxRepeats));
    const auto read = std::partition_point(
        in_order_.begin(), in_order_.end(),
        [&](const Statement& earlier) { return earlier.at < s.at; });
    read->repeat = s.repeat;
  }
}

void Decorations::SortTargets() {
  uses_of_.Start(row_count_);
  targets_.Start(row_count_);
  for (const GroupUse& use : group_uses_) {
    uses_of_.Count(use.group);
    ForEachTarget(
        use, [&](const Application& a) { targets_.Count(RowOf(a.target)); });
  }
  uses_of_.Allocate();
  targets_.Allocate();
  for (uint32_t u = 0; u < group_uses_.size(); ++u) {
    const GroupUse& use = group_uses_[u];
    uses_of_.Add(use.group, u);
    ForEachTarget(use, [&](const Application& a) {
      targets_.Add(RowOf(a.target), {a.member, use.first + a.operand});
    });
  }
  seen_.assign(kSlots, 0);
  digest_count_ = 0;
  for (uint32_t row = 0; row < row_count_; ++row) {
    const absl::Span<Target> targets = targets_.row(row);
    Sort(targets, [](const Target& t) {
      return std::make_tuple(OrderOf(t.member), t.number);
    });
    if (targets.size() > kFewGroups) DigestRow(row);
  }
}

void Decorations::DigestRow(uint32_t row) {
  const absl::Span<const Target> targets = targets_.items();
  const uint32_t end = targets_.end_of(row);
  for (uint32_t first = targets_.begin_of(row); first != end;) {
    uint32_t last = first + 1;
    while (last != end && targets[last].member == targets[first].member) {
      ++last;
    }
    if (last - first > kFewGroups) Digest(row, first, last);
    first = last;
  }
}

// Records the first decoration of each kind in the groups of the targets
// [first, last).  Only kinds in the grammar are queried, so there are no more.
void Decorations::Digest(uint32_t row, uint32_t first, uint32_t last) {
  ++digest_count_;
  const auto begin = static_cast<ptrdiff_t>(digests_.size());
  for (uint32_t t = first; t != last; ++t) {
    const Target& target = targets_.items()[t];
    ForEachInGroup(ApplicationOf(target).group, [&](const Statement& s) {
      uint32_t& seen = seen_[SlotOf(s.kind)];
      if (s.repeat != 0 || seen == digest_count_ || !IsKnown(s.kind)) return;
      seen = digest_count_;
      const auto i = static_cast<uint32_t>(&s - statements_.items().data());
      digests_.push_back({row, target.member, s.kind, i, t});
    });
  }
  std::sort(
      digests_.begin() + begin, digests_.end(),
      [](const Digested& a, const Digested& b) { return a.kind < b.kind; });
}

const Decorations::Statement* Decorations::Search(
    absl::Span<const Statement> row, uint32_t member, Decoration kind) {
  // Most ids have few decorations.
  constexpr size_t kFew = 8;
  if (row.size() > kFew) {
    const uint64_t key = KeyOf(member, kind);
    const auto at = std::partition_point(
        row.begin(), row.end(),
        [&](const Statement& s) { return KeyOf(s.member, s.kind) < key; });
    row = row.subspan(static_cast<size_t>(at - row.begin()), 1);
  }
  for (const Statement& s : row) {
    if (s.kind == kind && s.member == member) return &s;
  }
  return nullptr;
}

std::optional<Decorated> Decorations::FindStated(Id target, uint32_t member,
                                                 Decoration kind) const {
  const uint32_t row = RowOf(target);
  if (row == kNoRow) return std::nullopt;
  if (const Statement* s = Search(statements_[row], member, kind)) {
    return Direct(*s);
  }
  const absl::Span<const Target> targets = OfMember(TargetsIn(row), member);
  if (targets.size() > kFewGroups) return FindDigested(row, member, kind);
  for (const Target& t : targets) {
    const Application a = ApplicationOf(t);
    const Statement* s = Search(statements_[a.group], kNoMember, kind);
    if (s != nullptr) return From(*s, a);
  }
  return std::nullopt;
}

std::optional<Decorated> Decorations::FindDigested(uint32_t row,
                                                   uint32_t member,
                                                   Decoration kind) const {
  const auto key = std::make_tuple(row, OrderOf(member), kind);
  const auto at = std::partition_point(
      digests_.begin(), digests_.end(), [&](const Digested& d) {
        return std::make_tuple(d.row, OrderOf(d.member), d.kind) < key;
      });
  if (at == digests_.end() ||
      std::make_tuple(at->row, OrderOf(at->member), at->kind) != key) {
    return std::nullopt;
  }
  return From(statements_.items()[at->statement],
              ApplicationOf(targets_.items()[at->target]));
}

uint32_t Decorations::StatementCount(Id target) const {
  const uint32_t row = RowOf(target);
  if (row == kNoRow) return 0;
  return static_cast<uint32_t>(OfMember(statements_[row], kNoMember).size());
}

}  // namespace plumb

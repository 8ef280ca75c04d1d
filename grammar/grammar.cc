// Look-ups in the generated tables that are not worth inlining.  See
// grammar.h, and hash.h for the layout of the name tables.
//
// Tested by grammar_test.cc.
#include "grammar/grammar.h"

#include <algorithm>

#include "absl/strings/match.h"

namespace plumb::grammar {
namespace internal {

const EnumerantInfo* SparseEnumerant(Kind kind, uint32_t value) {
  const KindInfo& info = Info(kind);
  const uint64_t hash = HashValue(value, static_cast<uint32_t>(kind));
  const uint16_t row =
      FindRow(kSparseEnumerants, kSparseEnumerantSlotCount - 1, hash,
              [&](uint16_t candidate) {
                return kEnumerants[candidate].value == value &&
                       uint32_t{candidate} - info.first_enumerant <
                           info.enumerant_count;
              });
  return row == kEmptySlot ? nullptr : &kEnumerants[row];
}

}  // namespace internal

namespace {

using internal::NamedRow;

// The row with a name in [first, first + count), or kEmptySlot.
uint16_t FindNamed(const NamedRow* rows, const NameSlot* slots, int slot_count,
                   absl::string_view name, uint32_t seed, uint32_t first,
                   uint32_t count) {
  const uint16_t found = FindRow(slots, static_cast<uint32_t>(slot_count - 1),
                                 HashName(name, seed), [&](uint16_t candidate) {
                                   const NamedRow& row = rows[candidate];
                                   return row.row - first < count &&
                                          IsSameName(Text(row.name), name);
                                 });
  return found == kEmptySlot ? kEmptySlot : rows[found].row;
}

absl::string_view OwnName(const OperandPattern& pattern, const KindInfo& kind) {
  return Text(pattern.name.size != 0 ? pattern.name : kind.name);
}

// The number of the operand with this name, or kNoOperand.
uint32_t FindOperand(absl::Span<const OperandPattern> patterns,
                     absl::string_view name) {
  uint32_t number = 0;
  for (const OperandPattern& pattern : patterns) {
    const KindInfo& kind = Info(pattern.kind);
    if (OwnName(pattern, kind) == name) return number;
    number += kind.category == Category::kComposite ? kind.base_count : 1;
  }
  return kNoOperand;
}

}  // namespace

absl::string_view NameOf(const OperandPattern& pattern) {
  return OwnName(pattern, Info(pattern.kind));
}

OperandIndex OperandByName(Op op, absl::string_view name) {
  return FindOperand(Operands(Info(op)), name);
}

ExtOperandIndex OperandByName(ExtInst inst, absl::string_view name) {
  const uint32_t number = FindOperand(Operands(Info(inst)), name);
  return number == kNoOperand ? kNoExtOperand : ExtOperandIndex{number};
}

absl::string_view Release() { return internal::kRelease; }

Op OpFromName(absl::string_view name) {
  const uint16_t found =
      FindRow(internal::kOpSlots, internal::kOpSlotCount - 1, HashName(name),
              [&](uint16_t candidate) {
                return IsSameName(Text(internal::kOpNames[candidate]), name);
              });
  return found == kEmptySlot ? kNoOp : internal::kOpOfName[found];
}

absl::Span<const Name> OpNames() { return {internal::kOpNames, kOpNameCount}; }

Op OpOfName(int i) { return internal::kOpOfName[i]; }

const EnumerantInfo* EnumerantByName(Kind kind, absl::string_view name) {
  const KindInfo& info = Info(kind);
  const uint16_t row = FindNamed(
      internal::kEnumerantNames, internal::kEnumerantNameSlots,
      internal::kEnumerantNameSlotCount, name, static_cast<uint32_t>(kind),
      info.first_enumerant, info.enumerant_count);
  return row == kEmptySlot ? nullptr : &internal::kEnumerants[row];
}

absl::Span<const Requirement> Requirements() {
  return {internal::kRequirements, kRequirementCount};
}

int ExtensionCount() { return kExtensionCount; }

Extension ExtensionFromName(absl::string_view name) {
  static_assert(static_cast<uint16_t>(Extension::kNone) == kEmptySlot);
  return Extension{
      FindRow(internal::kExtensionSlots, internal::kExtensionSlotCount - 1,
              HashName(name), [&](uint16_t candidate) {
                return Text(internal::kExtensions[candidate]) == name;
              })};
}

absl::string_view NameOf(Extension extension) {
  return Text(internal::kExtensions[static_cast<uint16_t>(extension)]);
}

absl::Span<const ExtInstSetInfo> ExtInstSets() {
  return {internal::kExtInstSets, kExtInstSetCount};
}

ExtInstSet ExtInstSetFromName(absl::string_view name) {
  // A module imports a handful of sets, and there are about twenty: not worth
  // a hash table.  A full name takes precedence over a prefix
  // ("NonSemantic.Shader.DebugInfo.100").
  ExtInstSet versioned = ExtInstSet::kNone;
  for (uint8_t i = 0; i < kExtInstSetCount; ++i) {
    const ExtInstSetInfo& set = internal::kExtInstSets[i];
    const absl::string_view set_name = Text(set.name);
    if (!absl::StartsWith(name, set_name)) continue;
    if (name.size() == set_name.size()) return ExtInstSet{i};
    if (set.versioned && name[set_name.size()] == '.') {
      versioned = ExtInstSet{i};
    }
  }
  return versioned;
}

ExtInst ExtInstFromNumber(ExtInstSet set, uint32_t number) {
  static_assert(static_cast<uint16_t>(ExtInst::kNone) == kEmptySlot);
  if (set == ExtInstSet::kNone) return ExtInst::kNone;
  const ExtInstSetInfo& info = Info(set);
  if (number < info.slot_count) {
    return ExtInst{internal::kExtInstSlots[info.first_slot + number]};
  }
  const ExtInstInfo* first = internal::kExtInsts + info.first_instruction;
  const ExtInstInfo* last = first + info.instruction_count;
  const ExtInstInfo* it = std::lower_bound(
      first, last, number, [](const ExtInstInfo& inst, uint32_t value) {
        return inst.number < value;
      });
  if (it == last || it->number != number) return ExtInst::kNone;
  return ExtInst{static_cast<uint16_t>(it - internal::kExtInsts)};
}

ExtInst ExtInstFromName(ExtInstSet set, absl::string_view name) {
  if (set == ExtInstSet::kNone) return ExtInst::kNone;
  const ExtInstSetInfo& info = Info(set);
  return ExtInst{FindNamed(internal::kExtInstNames, internal::kExtInstNameSlots,
                           internal::kExtInstNameSlotCount, name,
                           static_cast<uint32_t>(set), info.first_instruction,
                           info.instruction_count)};
}

}  // namespace plumb::grammar

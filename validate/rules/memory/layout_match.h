// Structures of equal layout: an option allows a store of one through a
// pointer to the other (ValidatorOptions::relax_struct_store).
#ifndef PLUMB_VALIDATE_RULES_MEMORY_LAYOUT_MATCH_H_
#define PLUMB_VALIDATE_RULES_MEMORY_LAYOUT_MATCH_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "validate/engine/family.h"

namespace plumb {

// A number for the layout decoration of a member: 0 if it has none, otherwise
// the decoration's literal plus one.
inline uint64_t LayoutOf(const ModuleContext& context, Id structure,
                         uint32_t member, Decoration kind) {
  const auto found = context.decorations().Find(structure, member, kind);
  if (!found) return 0;
  const Inst statement = context.module().inst(found->statement);
  return found->parameter < statement.operand_count()
             ? uint64_t{statement.operand_word(found->parameter)} + 1
             : 1;
}

// Whether two types are the same, or are structures with equally many members
// whose types match and whose offsets are equal.  Linear in the pairs of
// structures compared and their members.
inline bool HaveSameLayout(const ModuleContext& context, Id a, Id b) {
  constexpr Decoration kLayouts[] = {
      Decoration::kOffset, Decoration::kMatrixStride, Decoration::kRowMajor,
      Decoration::kColMajor};
  absl::flat_hash_set<std::pair<uint32_t, uint32_t>> seen;
  std::vector<std::pair<Id, Id>> open = {{a, b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left == right || !seen.emplace(left.value, right.value).second) {
      continue;
    }
    const TypeInfo& type = context.types().Get(left);
    const TypeInfo& other = context.types().Get(right);
    if (type.poisoned() || other.poisoned()) continue;
    if (!type.Is(type_trait::kStruct) || !other.Is(type_trait::kStruct) ||
        type.count != other.count) {
      return false;
    }
    for (uint32_t m = 0; m < type.count; ++m) {
      for (const Decoration kind : kLayouts) {
        if (LayoutOf(context, left, m, kind) !=
            LayoutOf(context, right, m, kind)) {
          return false;
        }
      }
      open.emplace_back(context.types().MemberOf(context.module(), left, m),
                        context.types().MemberOf(context.module(), right, m));
    }
  }
  return true;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_MEMORY_LAYOUT_MATCH_H_

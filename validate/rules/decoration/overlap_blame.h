// Which number is wrong where parts of an explicit layout overlap: an offset,
// or a stride that is larger than it has to be.  As people and compilers place
// members in order, each right behind the one before, what does not lie so is
// blamed.  For diagnostics: whether a layout is wrong does not depend on it.
//
// Tested by testdata/mistakes/wrong_offset.spvasm and wrong_stride.spvasm.
#ifndef PLUMB_VALIDATE_RULES_DECORATION_OVERLAP_BLAME_H_
#define PLUMB_VALIDATE_RULES_DECORATION_OVERLAP_BLAME_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/type_table.h"
#include "validate/analysis/type_layouts.h"

namespace plumb {

class OverlapBlame {
 public:
  // All must outlive this.
  OverlapBlame(const TypeTable& types, const TypeLayouts& layouts,
               AlignmentKind alignment)
      : types_(types), layouts_(layouts), alignment_(alignment) {}

  // Whether the former of two members that overlap is the wrong one: the one
  // that is out of order, or that would not overlap if it came right after
  // `before`, the end of those before the two.  O(1).
  bool IsFormer(absl::Span<const MemberLayout> members, uint32_t former,
                uint32_t latter, uint64_t before) const;

  // The stride, or offset within, by which a member reaches into what begins at
  // `limit`, if it would not with the least that its parts can have; else none.
  StatedNumber NumberThatReaches(const MemberLayout& member,
                                 uint64_t limit) const;

  // The offset of the member of a structure that reaches out of some bytes, if
  // there is room for it in front of or between the others; else none, as for
  // any other type.  O(n log n) in the members.
  StatedNumber OffsetThatReaches(Id type, uint64_t room) const;

 private:
  bool CouldMoveUp(const MemberLayout& member, uint64_t before,
                   uint64_t limit) const;
  StatedNumber MatrixStrideThatReaches(const MemberLayout& member,
                                       uint64_t room) const;
  StatedNumber ArrayStrideThatReaches(const MemberLayout& member,
                                      uint64_t room) const;
  TypeLayout LayoutOf(const MemberLayout& member) const {
    return layouts_.With(member.matrix, member.type);
  }

  const TypeTable& types_;
  const TypeLayouts& layouts_;
  const AlignmentKind alignment_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DECORATION_OVERLAP_BLAME_H_

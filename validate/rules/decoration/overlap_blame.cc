#include "validate/rules/decoration/overlap_blame.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"

namespace plumb {
namespace {

namespace tt = type_trait;

// Whether a member is not between its neighbours, which are in order.
bool IsOutOfOrder(absl::Span<const MemberLayout> members, uint32_t m) {
  StatedNumber before, after;
  before.known = after.known = true;
  after.value = UINT64_MAX;
  if (m > 0) before = members[m - 1].offset;
  if (m + 1 < members.size()) after = members[m + 1].offset;
  const uint64_t offset = members[m].offset.value;
  return before.known && after.known && before.value <= after.value &&
         (offset < before.value || after.value < offset);
}

}  // namespace

bool OverlapBlame::IsFormer(absl::Span<const MemberLayout> members,
                            uint32_t former, uint32_t latter,
                            uint64_t before) const {
  const bool is_former_out = IsOutOfOrder(members, former);
  if (is_former_out != IsOutOfOrder(members, latter)) return is_former_out;
  return CouldMoveUp(members[former], before, members[latter].offset.value);
}

// Whether a member that overlaps with what begins at `limit` would not if it
// came right after the end of those before it.
bool OverlapBlame::CouldMoveUp(const MemberLayout& member, uint64_t before,
                               uint64_t limit) const {
  const TypeLayout layout = LayoutOf(member);
  const uint64_t place = RoundUp(before, layout.alignments.Of(alignment_));
  return place < member.offset.value && place + layout.size <= limit;
}

StatedNumber OverlapBlame::NumberThatReaches(const MemberLayout& member,
                                             uint64_t limit) const {
  const uint64_t room = limit - member.offset.value;
  const StatedNumber offset = OffsetThatReaches(member.type, room);
  if (offset.stated()) return offset;
  const StatedNumber stride = MatrixStrideThatReaches(member, room);
  return stride.stated() ? stride : ArrayStrideThatReaches(member, room);
}

StatedNumber OverlapBlame::MatrixStrideThatReaches(const MemberLayout& member,
                                                   uint64_t room) const {
  const TypeLayout layout = LayoutOf(member);
  const StatedNumber& stride = member.matrix.stride;
  if (layout.matrix == kNoId || !stride.known) return {};
  const TypeLayout vector =
      layouts_.VectorOf(layout.matrix, member.matrix.row_major);
  MatrixLayout least = member.matrix;
  least.stride.value = RoundUp(vector.size, layout.alignments.Of(alignment_));
  return least.stride.value < stride.value &&
                 layouts_.With(least, member.type).size <= room
             ? stride
             : StatedNumber();
}

StatedNumber OverlapBlame::ArrayStrideThatReaches(const MemberLayout& member,
                                                  uint64_t room) const {
  const TypeInfo& type = types_.Get(member.type);
  const TypeLayout layout = LayoutOf(member);
  if (!type.Is(tt::kArray) || layout.unbounded) return {};
  const StatedNumber stride = layouts_.StrideOf(member.type);
  if (!stride.known || stride.value == 0) return {};
  const uint64_t element = layouts_.With(member.matrix, type.element).size;
  const uint64_t steps = (layout.size - element) / stride.value;
  const uint64_t least = RoundUp(element, layout.alignments.Of(alignment_));
  return least < stride.value && steps * least + element <= room
             ? stride
             : StatedNumber();
}

StatedNumber OverlapBlame::OffsetThatReaches(Id type, uint64_t room) const {
  if (!types_.Get(type).Is(tt::kStruct)) return {};
  std::vector<MemberLayout> members;
  layouts_.ReadMembers(type, &members);
  const auto begin_of = [](const MemberLayout& m) { return m.offset.value; };
  const auto end_of = [&](const MemberLayout& m) {
    return begin_of(m) + LayoutOf(m).size;
  };
  const auto last = absl::c_max_element(
      members, [&](const MemberLayout& a, const MemberLayout& b) {
        return end_of(a) < end_of(b);
      });
  if (last == members.end() || !last->offset.known) return {};
  const MemberLayout member = *last;
  members.erase(last);
  absl::c_sort(members, [&](const MemberLayout& a, const MemberLayout& b) {
    return begin_of(a) < begin_of(b);
  });
  const TypeLayout layout = LayoutOf(member);
  uint64_t place = 0;
  for (const MemberLayout& other : members) {
    if (place + layout.size <= begin_of(other)) break;
    place = RoundUp(std::max(place, end_of(other)),
                    layout.alignments.Of(alignment_));
  }
  return place < begin_of(member) && place + layout.size <= room
             ? member.offset
             : StatedNumber();
}

}  // namespace plumb

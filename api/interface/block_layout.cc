#include "api/interface/block_layout.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/interface/module_interface.h"
#include "api/resolve/type_text.h"
#include "validate/facts/object_types.h"

namespace plumb {
namespace {

using nlohmann::ordered_json;

// Structures in structures, as deep as a person reads.
constexpr int kMaxDepth = 8;

}  // namespace

BlockLayout::BlockLayout(const ModuleContext& context, IdText* ids)
    : context_(context),
      ids_(ids),
      names_(context.module()),
      left_(kMaxDescribedMembers) {
  layouts_.Build(context.module(), context.types(), context.constants(),
                 context.decorations(), context.memory_model());
}

ordered_json BlockLayout::Describe(
    Id structure, const std::function<void(uint32_t, ordered_json*)>& note) {
  left_ = kMaxDescribedMembers;
  ordered_json block;
  block["type"] = TypeText(context_.module(), structure, ids_);
  block["size"] = HasRuntimeArray(context_.types().Get(structure))
                      ? ordered_json()
                      : ordered_json(layouts_.Get(structure).size);
  block["members"] = Members(structure, 0);
  uint32_t number = 0;
  if (note) {
    for (ordered_json& member : block["members"]) note(number++, &member);
  }
  if (left_ < 0) block["is_cut"] = true;
  return block;
}

ordered_json BlockLayout::Members(Id structure, int depth) {
  std::vector<MemberLayout> members;
  layouts_.ReadMembers(structure, &members);
  ordered_json list = ordered_json::array();
  for (uint32_t m = 0; m < members.size(); ++m) {
    if (--left_ < 0) break;
    list.push_back(Member(structure, m, members[m], depth));
  }
  return list;
}

ordered_json BlockLayout::Member(Id structure, uint32_t number,
                                 const MemberLayout& member, int depth) {
  const TypeLayout layout = layouts_.With(member.matrix, member.type);
  ordered_json json;
  if (const absl::string_view name = names_.Get(structure, number);
      !name.empty()) {
    json["name"] = std::string(name);
  }
  json["type"] = TypeText(context_.module(), member.type, ids_);
  if (auto length = LengthOf(context_, member.type)) {
    json["length"] = *std::move(length);
  }
  if (member.offset.known) json["offset"] = member.offset.value;
  json["size"] = layout.unbounded ? ordered_json() : ordered_json(layout.size);
  if (const StatedNumber stride = layouts_.StrideOf(member.type);
      stride.known) {
    json["array_stride"] = stride.value;
  }
  if (member.matrix.stride.known) {
    json["matrix_stride"] = member.matrix.stride.value;
    json["row_major"] = member.matrix.row_major;
  }
  const Id inner = StructureIn(member.type);
  if (inner != kNoId && depth < kMaxDepth) {
    json["members"] = Members(inner, depth + 1);
  }
  return json;
}

std::optional<ordered_json> BlockLayout::LengthOf(const ModuleContext& context,
                                                  Id type) {
  const TypeInfo& info = context.types().Get(type);
  if (info.poisoned()) return std::nullopt;
  if (info.Is(type_trait::kRuntimeArray)) return ordered_json();
  if (!info.Is(type_trait::kArray)) return std::nullopt;
  const ScalarConstant length = plumb::LengthOf(context, type);
  return length.known ? ordered_json(length.value) : ordered_json();
}

Id BlockLayout::StructureIn(Id type) const {
  const Id element = InnermostElement(context_, type);
  const TypeInfo& info = context_.types().Get(element);
  return !info.poisoned() && info.Is(type_trait::kStruct) ? element : kNoId;
}

}  // namespace plumb

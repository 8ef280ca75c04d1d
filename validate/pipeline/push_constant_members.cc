#include "validate/pipeline/push_constant_members.h"

#include "validate/analysis/type_layouts.h"

namespace plumb {

std::vector<PushConstantMember> UsedPushConstants(const Stage& stage) {
  const PushConstantBlock& block = *stage.push_constants();
  const ModuleContext& context = stage.context();
  TypeLayouts layouts;
  layouts.Build(context.module(), context.types(), context.constants(),
                context.decorations(), context.memory_model());
  std::vector<MemberLayout> members;
  layouts.ReadMembers(block.type, &members);
  std::vector<PushConstantMember> used;
  for (const uint32_t number : block.used_members) {
    if (number >= members.size() || !members[number].offset.known) continue;
    const MemberLayout& member = members[number];
    const TypeLayout layout = layouts.With(member.matrix, member.type);
    used.push_back({number, member.type, member.offset.value,
                    member.offset.value + layout.size});
  }
  return used;
}

}  // namespace plumb

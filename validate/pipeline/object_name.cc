#include "validate/pipeline/object_name.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

using grammar::Op;

uint64_t KeyOf(Id id, uint32_t member) {
  return uint64_t{id.value} << 32 | (member + 1);
}

}  // namespace

ObjectNames::ObjectNames(const Module& module) {
  namespace name = grammar::operand::Name;
  namespace member_name = grammar::operand::MemberName;
  for (const InstIndex i : module.names()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kName) {
      names_.emplace(KeyOf(inst.id(name::kTarget), kNoMember),
                     inst.string(name::kName));
    } else if (inst.op() == Op::kMemberName) {
      names_.emplace(KeyOf(inst.id(member_name::kType),
                           inst.operand_word(member_name::kMember)),
                     inst.string(member_name::kName));
    }
  }
}

absl::string_view ObjectNames::Get(Id id, uint32_t member) const {
  const auto found = names_.find(KeyOf(id, member));
  return found == names_.end() ? "" : found->second;
}

Arg DescribeObject(PipelineContext& pipeline, const Stage& stage,
                   absl::string_view direction, const InterfaceObject& object) {
  std::string text = absl::StrCat(stage.name(), " ");
  if (object.is_patch) absl::StrAppend(&text, "Patch ");
  if (object.is_per_primitive) absl::StrAppend(&text, "PerPrimitiveEXT ");
  if (object.is_per_vertex) absl::StrAppend(&text, "PerVertexKHR ");
  absl::StrAppend(&text, direction, " {}");
  if (object.builtin) {
    const auto* const info = grammar::EnumerantByValue(
        grammar::Kind::kBuiltIn, static_cast<uint32_t>(*object.builtin));
    absl::StrAppend(&text, " (",
                    info == nullptr ? "BuiltIn" : grammar::Text(info->name),
                    ")");
  } else {
    absl::StrAppend(&text, " at location ", object.location);
    if (object.component != 0) {
      absl::StrAppend(&text, ", component ", object.component);
    }
  }
  const bool is_member = object.block != kNoId;
  return PipelineContext::In(
      stage,
      Arg::Named(pipeline.Keep(std::move(text)),
                 is_member ? object.block : object.variable, object.member));
}

}  // namespace plumb

#include "validate/pipeline/object_name.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

using grammar::Op;

// Empty if it has none.
absl::string_view NameOf(const Stage& stage, const InterfaceObject& object) {
  namespace name = grammar::operand::Name;
  namespace member_name = grammar::operand::MemberName;
  const Module& module = stage.module();
  for (const InstIndex i : module.names()) {
    const Inst inst = module.inst(i);
    if (object.block == kNoId) {
      if (inst.op() == Op::kName && inst.id(name::kTarget) == object.variable) {
        return inst.string(name::kName);
      }
    } else if (inst.op() == Op::kMemberName &&
               inst.id(member_name::kType) == object.block &&
               inst.operand_word(member_name::kMember) == object.member) {
      return inst.string(member_name::kName);
    }
  }
  return "";
}

}  // namespace

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

bool HaveSameName(const Stage& a_stage, const InterfaceObject& a,
                  const Stage& b_stage, const InterfaceObject& b) {
  const absl::string_view name = NameOf(a_stage, a);
  return !name.empty() && name == NameOf(b_stage, b);
}

}  // namespace plumb

#include "validate/rules/builtin/builtin_names.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

namespace operand = grammar::operand;
using grammar::Op;

// The name of the decorated object; empty if it has none.
std::string NameOf(const Module& module, const Decorated& decorated) {
  for (const InstIndex i : module.names()) {
    const Inst inst = module.inst(i);
    if (inst.op() == Op::kName && decorated.member == kNoMember &&
        inst.id(operand::Name::kTarget) == decorated.target) {
      return std::string(inst.string(operand::Name::kName));
    }
    if (inst.op() == Op::kMemberName && decorated.member != kNoMember &&
        inst.id(operand::MemberName::kType) == decorated.target &&
        inst.operand_word(operand::MemberName::kMember) == decorated.member) {
      return std::string(inst.string(operand::MemberName::kName));
    }
  }
  return "";
}

}  // namespace

bool HasConflictingName(const Module& module, const Decorated& decorated,
                        grammar::BuiltIn builtin) {
  const std::string name = absl::AsciiStrToLower(NameOf(module, decorated));
  const grammar::EnumerantInfo* const info = grammar::EnumerantByValue(
      grammar::Kind::kBuiltIn, static_cast<uint32_t>(builtin));
  if (name.empty() || info == nullptr) return false;
  const std::string word = absl::AsciiStrToLower(grammar::Text(info->name));
  absl::string_view expected = word;
  // Extensions adopt each other's built-ins with another suffix.
  for (const absl::string_view suffix : {"khr", "ext", "nv"}) {
    if (absl::ConsumeSuffix(&expected, suffix)) break;
  }
  return !absl::StrContains(name, expected);
}

}  // namespace plumb

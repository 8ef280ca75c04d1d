#include "api/resolve/arg_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "api/resolve/type_text.h"
#include "core/message_template.h"
#include "grammar/grammar.h"
#include "grammar/operand_name.h"
#include "grammar/operands.h"
#include "parse/disassembly/disassembler.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using grammar::Category;
using grammar::Requirement;

// "A", "A or B", "A, B or C".
template <typename T, typename ToText>
std::string Alternatives(absl::Span<const T> items, ToText to_text) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    const char* separator = i == 0 ? "" : i + 1 == items.size() ? " or " : ", ";
    absl::StrAppend(&text, separator, to_text(items[i]));
  }
  return text;
}

// "vec4<f32> (%v4float)"; a structure has only its name.
std::string TypeAndName(const Module& module, Id type, InstIndex near,
                        IdText* ids) {
  std::string text = TypeText(module, type, ids);
  const InstIndex def = module.def(type);
  if (def == kNoInst || module.record(def).op != grammar::Op::kTypeStruct) {
    absl::StrAppend(&text, " (", ids->Text(type, near), ")");
  }
  return text;
}

// "operand Base", "operand 1", "the operand": as the grammar calls it.
std::string OperandText(absl::Span<const grammar::OperandPattern> patterns,
                        uint32_t operand) {
  if (patterns.empty()) return "the operand";
  const auto at = std::min(operand, static_cast<uint32_t>(patterns.size() - 1));
  return grammar::OperandInText(grammar::NameOf(patterns[at]), operand - at);
}

// Which operand an argument names.
grammar::OperandIndex OperandOf(const Arg& arg) {
  return static_cast<uint32_t>(arg.number >> 32);
}

// The name of an enumerant, or its number if it has none.
std::string EnumerantText(Kind kind, uint32_t value) {
  const Category category = grammar::Info(kind).category;
  const bool known = category == Category::kBitEnum
                         ? (value & ~grammar::KnownMask(kind)) == 0
                         : grammar::EnumerantByValue(kind, value) != nullptr;
  if (!known) return absl::StrCat(value);
  std::string text;
  AppendEnumerant(kind, value, &text);
  return text;
}

// "capability Kernel or Addresses".
std::string CapabilitiesText(const Requirement& requirement) {
  return absl::StrCat(
      "capability ",
      Alternatives(grammar::Capabilities(requirement), [](Capability c) {
        return EnumerantText(Kind::kCapability, static_cast<uint32_t>(c));
      }));
}

// "version 1.3 or extension SPV_X".
std::string VersionText(const Requirement& requirement) {
  std::vector<std::string> parts;
  if (requirement.min_version != grammar::kNeverCore) {
    parts.push_back(
        absl::StrCat("version 1.", uint32_t{requirement.min_version}));
  }
  if (requirement.extension_count != 0) {
    parts.push_back(absl::StrCat(
        "extension ",
        Alternatives(grammar::Extensions(requirement),
                     [](Extension e) { return grammar::NameOf(e); })));
  }
  return absl::StrJoin(parts, " or ");
}

}  // namespace

std::string RequirementText(uint16_t index, Arg::UnmetParts unmet) {
  const Requirement& requirement = grammar::RequirementAt(index);
  std::vector<std::string> parts;
  if (unmet.capability) parts.push_back(CapabilitiesText(requirement));
  if (unmet.version) parts.push_back(VersionText(requirement));
  return absl::StrJoin(parts, ", and ");
}

namespace {

// The text of the argument with the name in place of "{}".
std::string NamedText(const Arg& arg, InstIndex near, IdText* ids) {
  constexpr uint32_t kWhole = 0xffffffff;
  const auto member = static_cast<uint32_t>(arg.number >> 32);
  std::string name = ids->Text(Id(static_cast<uint32_t>(arg.number)), near);
  if (member != kWhole) name = absl::StrCat("member ", member, " of ", name);
  return absl::StrReplaceAll(arg.text, {{"{}", name}});
}

// All of the argument, however long.
std::string WholeArgText(const Module& module, const Arg& arg, InstIndex near,
                         IdText* ids) {
  const uint32_t number = static_cast<uint32_t>(arg.number);
  switch (arg.kind) {
    case Arg::Kind::kNone:
      return "";
    case Arg::Kind::kId:
      return number == 0 ? "no <id>" : ids->Text(Id(number), near);
    case Arg::Kind::kNamed:
      return NamedText(arg, near, ids);
    case Arg::Kind::kType:
      if (number == 0) return "no type";
      return TypeAndName(module, Id(number), near, ids);
    case Arg::Kind::kOp:
      return absl::StrCat(grammar::NameOf(static_cast<grammar::Op>(number)));
    case Arg::Kind::kEnumerant:
      return EnumerantText(arg.operand_kind, number);
    case Arg::Kind::kNumber:
      return absl::StrCat(arg.number);
    case Arg::Kind::kHex:
      return absl::StrCat("0x", absl::Hex(arg.number, absl::kZeroPad8));
    case Arg::Kind::kText:
      return absl::StrCat(arg.text);
    case Arg::Kind::kOperand:
      return OperandText(
          grammar::Operands(grammar::Info(static_cast<grammar::Op>(number))),
          OperandOf(arg));
    case Arg::Kind::kExtOperand:
      return OperandText(
          grammar::Operands(
              grammar::Info(static_cast<grammar::ExtInst>(number))),
          OperandOf(arg).value - grammar::operand::ExtInst::kOperands.value);
    case Arg::Kind::kRequirement:
      return RequirementText(arg.requirement(), arg.unmet_parts());
  }
  return "";
}

}  // namespace

std::string ArgText(const Module& module, const Arg& arg, InstIndex near,
                    IdText* ids) {
  std::string text = WholeArgText(module, arg, near, ids);
  if (text.size() > kMaxArgSize) text = CutText(text, kMaxArgSize);
  return text;
}

std::string MessageText(const Module& module, absl::string_view text,
                        const Args& args, InstIndex near, IdText* ids) {
  return MessageText(
      [&](uint16_t) {
        return NamedIds{&module, ids};
      },
      text, args, /*near_module=*/0, near);
}

std::string MessageText(absl::FunctionRef<NamedIds(uint16_t)> module_at,
                        absl::string_view text, const Args& args,
                        uint16_t near_module, InstIndex near) {
  return FillTemplate(text, [&](const Placeholder& p, std::string* message) {
    const Arg& arg = args[p.argument];
    if (p.ending.empty()) {
      const NamedIds named = module_at(arg.module);
      AppendPrintable(
          ArgText(*named.module, arg,
                  arg.module == near_module ? near : kNoInst, named.ids),
          message);
    } else if (arg.kind != Arg::Kind::kNumber || arg.number != 1) {
      absl::StrAppend(message, p.ending);
    }
  });
}

}  // namespace plumb

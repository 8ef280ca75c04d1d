#include "parse/disassembler.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"
#include "parse/generator_names.h"
#include "parse/number_text.h"

namespace plumb {
namespace {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::ExtInst;
using grammar::ExtInstSet;
using grammar::Kind;
using grammar::Op;

// The column of the opcodes, and the text between a result and its opcode.
constexpr size_t kOpcodeColumn = 15;
constexpr absl::string_view kEquals = " = ";

void AppendImmediate(uint32_t word, std::string* out) {
  absl::StrAppend(out, "!0x", absl::Hex(word, absl::kZeroPad8));
}

// One instruction has less text than 4 GiB.
TextRange MakeRange(size_t begin, size_t size) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + size)};
}

void AppendView(absl::string_view text, std::string* out) {
  out->append(text.data(), text.size());
}

}  // namespace

void AppendQuoted(absl::string_view string, std::string* out) {
  out->push_back('"');
  for (const char c : string) {
    if (c == '"' || c == '\\') out->push_back('\\');
    out->push_back(c);
  }
  out->push_back('"');
}

void AppendEnumerant(Kind kind, uint32_t value, std::string* out) {
  // One name for several bits is used only if the bits have no names.
  const bool is_mask = grammar::Info(kind).category == Category::kBitEnum &&
                       (value & ~grammar::KnownMask(kind)) == 0;
  const EnumerantInfo* whole = grammar::EnumerantByValue(kind, value);
  if (!is_mask || value == 0) {
    return whole == nullptr ? AppendImmediate(value, out)
                            : AppendView(grammar::Text(whole->name), out);
  }
  std::string names;
  for (uint32_t rest = value; rest != 0; rest &= rest - 1) {
    const EnumerantInfo* bit =
        grammar::EnumerantByValue(kind, rest & (0 - rest));
    if (bit == nullptr) {
      return whole == nullptr ? AppendImmediate(value, out)
                              : AppendView(grammar::Text(whole->name), out);
    }
    absl::StrAppend(&names, names.empty() ? "" : "|", grammar::Text(bit->name));
  }
  out->append(names);
}

Disassembler::Disassembler(const Module& module, DisassemblerOptions options)
    : module_(module), options_(options) {
  if (options_.friendly_names) names_.emplace(module);
  for (const InstIndex i : module.ext_inst_imports()) {
    const Inst import = module.inst(i);
    sets_.emplace_back(import.result(),
                       grammar::ExtInstSetFromName(import.string(1)));
  }
  std::sort(sets_.begin(), sets_.end());
}

std::string Disassembler::Disassemble() const {
  std::string text;
  text.reserve(module_.words().size() * 12);
  if (options_.header) AppendHeader(&text);
  for (uint32_t i = 0; i < module_.size(); ++i) {
    AppendInstruction(InstIndex(i), &text);
    text.push_back('\n');
  }
  return text;
}

void Disassembler::AppendHeader(std::string* out) const {
  const ModuleHeader& header = module_.header();
  const uint32_t generator = header.generator >> 16;
  const absl::string_view name = GeneratorName(generator);
  absl::StrAppend(out, "; SPIR-V\n; Version: ", header.major_version(), ".",
                  header.minor_version(), "\n; Generator: ");
  if (name.empty()) {
    absl::StrAppend(out, "Unknown(", generator, ")");
  } else {
    AppendView(name, out);
  }
  absl::StrAppend(out, "; ", header.generator & 0xffff,
                  "\n; Bound: ", header.bound, "\n; Schema: ", header.schema,
                  "\n");
}

std::string Disassembler::IdText(Id id) const {
  return names_.has_value() ? absl::StrCat("%", names_->Name(id))
                            : absl::StrCat("%", module_.original_id(id));
}

void Disassembler::AppendInstruction(InstIndex index, std::string* out,
                                     std::vector<TextRange>* operands) const {
  const Inst inst = module_.inst(index);
  const grammar::OpInfo& info = inst.info();
  if (operands != nullptr) {
    operands->assign(inst.operand_count(), MakeRange(out->size(), 0));
  }
  if (info.has_result) {
    // A result that is no usable id is not in the record, but in the words.
    const uint32_t operand = info.has_result_type ? 1 : 0;
    const std::string result = IdText(inst.id(operand));
    const size_t width = result.size() + kEquals.size();
    if (options_.indent && width < kOpcodeColumn) {
      out->append(kOpcodeColumn - width, ' ');
    }
    if (operands != nullptr) {
      (*operands)[operand] = MakeRange(out->size(), result.size());
    }
    out->append(result);
    AppendView(kEquals, out);
  } else if (options_.indent) {
    out->append(kOpcodeColumn, ' ');
  }
  AppendView(grammar::Text(info.name), out);
  for (uint32_t i = 0; i < inst.operand_count(); ++i) {
    if (inst.kind(i) == Kind::kIdResult) continue;
    out->push_back(' ');
    const size_t begin = out->size();
    AppendOperand(inst, i, out);
    if (operands != nullptr)
      (*operands)[i] = MakeRange(begin, out->size() - begin);
  }
}

void Disassembler::AppendOperand(const Inst& inst, uint32_t operand,
                                 std::string* out) const {
  const Kind kind = inst.kind(operand);
  const uint32_t word = inst.operand_word(operand);
  if (IsIdKind(kind)) {
    out->append(IdText(Id(word)));
    return;
  }
  switch (kind) {
    case Kind::kLiteralString:
      return AppendQuoted(inst.string(operand), out);
    case Kind::kLiteralFloat:
      return AppendFloat32(word, out);
    case Kind::kLiteralContextDependentNumber:
      return AppendTypedLiteral(module_, inst.result_type(),
                                inst.operand_words(operand), out);
    case Kind::kLiteralInteger:
      if (inst.op() == Op::kSwitch) {
        return AppendTypedLiteral(module_, module_.type_of(inst.id(0)),
                                  inst.operand_words(operand), out);
      }
      absl::StrAppend(out, word);
      return;
    case Kind::kLiteralExtInstInteger:
      return AppendExtInst(inst, operand, out);
    case Kind::kLiteralSpecConstantOpInteger: {
      const Op op = grammar::OpFromOpcode(word);
      if (op == grammar::kNoOp) return AppendImmediate(word, out);
      return AppendView(grammar::NameOf(op).substr(2), out);
    }
    default:
      return AppendEnumerant(kind, word, out);
  }
}

void Disassembler::AppendExtInst(const Inst& inst, uint32_t operand,
                                 std::string* out) const {
  const uint32_t number = inst.operand_word(operand);
  const ExtInstSet set = SetOf(inst.id(operand - 1));
  const ExtInst row = set == ExtInstSet::kNone
                          ? ExtInst::kNone
                          : grammar::ExtInstFromNumber(set, number);
  if (row == ExtInst::kNone) {
    absl::StrAppend(out, number);
  } else {
    AppendView(grammar::Text(grammar::Info(row).name), out);
  }
}

ExtInstSet Disassembler::SetOf(Id import) const {
  const auto at = std::lower_bound(
      sets_.begin(), sets_.end(), import,
      [](const auto& entry, Id id) { return entry.first < id; });
  return at != sets_.end() && at->first == import ? at->second
                                                  : ExtInstSet::kNone;
}

}  // namespace plumb

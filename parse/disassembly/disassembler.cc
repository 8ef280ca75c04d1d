// See disassembler.h.
#include "parse/disassembly/disassembler.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "core/call_context.h"
#include "core/literal_string.h"
#include "grammar/grammar.h"
#include "parse/disassembly/nested_layout.h"
#include "parse/disassembly/number_text.h"
#include "parse/generator_names.h"
#include "parse/printable_text.h"
#include "parse/spec_constant_op.h"
#include "parse/text/float_literal.h"

namespace plumb {
namespace {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::ExtInst;

// The column of the opcodes, and the text between a result and its opcode.
constexpr uint32_t kOpcodeColumn = 15;
// For words outside instructions.
constexpr uint32_t kWordsPerLine = 8;
// A cancellation is polled for once per so many instructions.
constexpr uint32_t kPolledInstructions = 4096;
constexpr absl::string_view kEquals = " = ";

void AppendImmediate(uint32_t word, std::string* out) {
  absl::StrAppend(out, "!0x", absl::Hex(word, absl::kZeroPad8));
}

void AppendImmediate(uint32_t word, TextSink* out) {
  out->Put('!');
  out->AppendHex(word);
}

// Immediate words, each after a blank.
void AppendWords(absl::Span<const uint32_t> words, TextSink* out) {
  for (const uint32_t word : words) {
    out->Put(' ');
    AppendImmediate(word, out);
  }
}

// The text of one instruction is less than 4 GiB.
TextRange MakeRange(size_t begin, size_t size) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + size)};
}

void AppendView(absl::string_view text, std::string* out) {
  out->append(text.data(), text.size());
}

// Whether a string has the words that its text assembles to: ended by zero
// bytes up to the end of the last word.
bool IsPlainString(absl::Span<const uint32_t> words) {
  const size_t size = LiteralString(words).text().size();
  if (size / 4 + 1 != words.size()) return false;
  return (uint64_t{words.back()} >> (8 * (size % 4))) == 0;
}

// The number of words of an operand of this kind; 0 if it depends on the
// operand itself.
uint32_t WordsOf(Kind kind) {
  switch (kind) {
    case Kind::kLiteralString:
    case Kind::kLiteralContextDependentNumber:
    case Kind::kLiteralInteger:
      return 0;
    case Kind::kLiteralInteger64:
      return 2;
    default:
      return 1;
  }
}

// Whether an OpTypeFloat with an encoding has the width of the encoding.
bool HasWidthOfEncoding(const Inst& type) {
  const uint32_t width = EncodingWidth(type.word(3));
  return width == 0 || width == type.word(2);
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
  const EnumerantInfo* const whole = grammar::EnumerantByValue(kind, value);
  const auto append_whole = [&] {
    whole == nullptr ? AppendImmediate(value, out)
                     : AppendView(grammar::Text(whole->name), out);
  };
  if (!is_mask || value == 0) return append_whole();
  std::string names;
  for (uint32_t rest = value; rest != 0; rest &= rest - 1) {
    const EnumerantInfo* const bit =
        grammar::EnumerantByValue(kind, rest & (0 - rest));
    if (bit == nullptr) return append_whole();
    absl::StrAppend(&names, names.empty() ? "" : "|", grammar::Text(bit->name));
  }
  out->append(names);
}

Disassembler::Disassembler(const Module& module, DisassemblerOptions options)
    : module_(module), options_(options) {
  if (options_.friendly_names) names_.emplace(module);
  if (options_.comment) decorations_ = TargetDecorations(module);
  for (const InstIndex i : module.ext_inst_imports()) {
    const Inst import = module.inst(i);
    sets_.emplace_back(import.result(),
                       grammar::ExtInstSetFromName(import.string(1)));
  }
  std::sort(sets_.begin(), sets_.end());
}

std::string Disassembler::Disassemble(const std::vector<bool>& as_words,
                                      std::vector<size_t>* begins) const {
  std::string text;
  if (begins == nullptr) {
    text.reserve(module_.words().size() * 14 + 256);
  } else {
    // The module is damaged, and the text of words that are not instructions
    // can be several times as long.
    text.reserve(TextSize(as_words));
    begins->assign(module_.size(), 0);
  }
  {
    TextSink out(&text);
    if (options_.header) AppendHeader(&out);
    AppendInstructions(as_words, begins, &out);
  }
  return text;
}

size_t Disassembler::TextSize(const std::vector<bool>& as_words) const {
  size_t size = 0;
  Write([&](absl::string_view part) { size += part.size(); }, as_words);
  return size;
}

void Disassembler::Write(WritePart write,
                         const std::vector<bool>& as_words) const {
  std::string part;
  {
    TextSink out(&part, &write);
    if (options_.header) AppendHeader(&out);
    AppendInstructions(as_words, nullptr, &out);
  }
  if (!part.empty()) write(part);
}

void Disassembler::AppendInstructions(const std::vector<bool>& as_words,
                                      std::vector<size_t>* begins,
                                      TextSink* out) const {
  const bool nested = options_.nested_indent || options_.reorder_blocks;
  const NestedLayout layout =
      nested ? NestedLayout(module_, options_.reorder_blocks) : NestedLayout();
  const uint32_t plain_from = FindPlainWords(as_words);
  SectionHeadings headings;
  CommentColumn column;
  for (uint32_t i = 0; i < module_.size(); ++i) {
    if (i % kPolledInstructions == 0) ThrowIfCancelled();
    out->EndLine();
    const InstIndex index = layout.At(i);
    const Inst inst = module_.inst(index);
    const uint32_t first = module_.record(index).first_word;
    const uint32_t end = first + inst.word_count();
    const uint32_t end_before =
        index.value == 0 ? kHeaderWords : EndOf(InstIndex(index.value - 1));
    if (first > end_before) {
      AppendUnknown(end_before, first, plain_from, out);
      column.Reset();
    }
    if (options_.comment) {
      AppendHeading(headings.HeadingBefore(inst.op()), inst.result(), out);
    }
    if (begins != nullptr) (*begins)[index.value] = out->size();
    if (first >= plain_from || IsMarked(as_words, index) ||
        (options_.unknown_as_numbers && IsUnknownExtInst(inst))) {
      AppendUnknown(first, end, plain_from, out);
      column.Reset();
      continue;
    }
    if (options_.nested_indent && inst.op() == Op::kLabel) out->Put('\n');
    AppendLine(index, options_.nested_indent ? layout.DepthAt(i) : 0, &column,
               out);
  }
  const uint32_t end =
      module_.size() == 0 ? kHeaderWords : EndOf(InstIndex(module_.size() - 1));
  AppendUnknown(end, static_cast<uint32_t>(module_.words().size()), plain_from,
                out);
}

uint32_t Disassembler::EndOf(InstIndex index) const {
  return module_.record(index).first_word + module_.word_count(index);
}

// The first of the words that can only be printed one by one: those at the end
// that are not a whole instruction, and the words before them that would parse
// them as operands.
uint32_t Disassembler::FindPlainWords(const std::vector<bool>& as_words) const {
  const absl::Span<const uint32_t> words = module_.words();
  const auto end = static_cast<uint32_t>(words.size());
  uint32_t i = module_.size();
  uint32_t at = i == 0 ? kHeaderWords : EndOf(InstIndex(i - 1));
  while (at < end && words[at] >> 16 != 0 && words[at] >> 16 <= end - at) {
    at += words[at] >> 16;
  }
  if (at >= end) return end;
  for (; i > 0; --i) {
    const InstRecord& record = module_.record(InstIndex(i - 1));
    const bool stands_alone = EndOf(InstIndex(i - 1)) == at &&
                              grammar::Info(record.op).fixed_layout &&
                              !IsMarked(as_words, InstIndex(i - 1));
    if (stands_alone) return at;
    at = record.first_word;
  }
  return kHeaderWords;
}

// Words outside instructions, or of instructions to be printed as words.
void Disassembler::AppendUnknown(uint32_t first, uint32_t end,
                                 uint32_t plain_from, TextSink* out) const {
  const absl::Span<const uint32_t> words = module_.words();
  uint32_t at = first;
  while (at < std::min(end, plain_from)) {
    const uint32_t count = words[at] >> 16;
    if (options_.indent) out->Append(kOpcodeColumn, ' ');
    out->Append("OpUnknown(");
    out->AppendNumber(words[at] & 0xffff);
    out->Append(", ");
    out->AppendNumber(count);
    out->Put(')');
    AppendWordsOfUnknown(words.subspan(at + 1, count - 1), out);
    out->EndLine();
    at += count;
  }
  for (uint32_t n = 1; at < end; ++at, ++n) {
    AppendImmediate(words[at], out);
    const bool ends_line = at + 1 == end || n % kWordsPerLine == 0;
    out->Put(ends_line ? '\n' : ' ');
    if (ends_line) out->EndLine();
  }
}

void Disassembler::AppendWordsOfUnknown(absl::Span<const uint32_t> words,
                                        TextSink* out) const {
  if (options_.unknown_as_numbers) {
    for (const uint32_t word : words) {
      out->Put(' ');
      out->AppendNumber(word);
    }
    out->Append("  ; note: ID bound may be incorrect after reassembly");
  } else {
    AppendWords(words, out);
  }
  out->Put('\n');
}

// Whether the set of an OpExtInst is known, and has no instruction of its
// number.
bool Disassembler::IsUnknownExtInst(const Inst& inst) const {
  if (inst.op() != Op::kExtInst || inst.word_count() < 5) return false;
  const ExtInstSet set = SetOf(Id(inst.word(3)));
  return set != ExtInstSet::kNone &&
         grammar::ExtInstFromNumber(set, inst.word(4)) == ExtInst::kNone;
}

std::string Disassembler::HeaderText() const {
  std::string text;
  {
    TextSink out(&text);
    AppendHeader(&out);
  }
  return text;
}

void Disassembler::AppendHeader(TextSink* out) const {
  const ModuleHeader& header = module_.header();
  const uint32_t generator = header.generator >> 16;
  const absl::string_view name = GeneratorName(generator);
  out->Append(absl::StrCat("; SPIR-V\n; Version: ", header.major_version(), ".",
                           header.minor_version(), "\n; Generator: "));
  if (name.empty()) {
    out->Append(absl::StrCat("Unknown(", generator, ")"));
  } else {
    out->Append(name);
  }
  out->Append(absl::StrCat("; ", header.generator & 0xffff, "\n; Bound: ",
                           header.bound, "\n; Schema: ", header.schema, "\n"));
  if ((header.version & 0xff0000ff) == 0) return;
  out->Append("; Version word: ");
  out->AppendHex(header.version);
  out->Put('\n');
}

void Disassembler::AppendHeading(Heading heading, Id function,
                                 TextSink* out) const {
  if (heading == Heading::kNone) return;
  if (heading == Heading::kFunction && options_.nested_indent) out->Put('\n');
  out->Put('\n');
  if (options_.indent) out->Append(kOpcodeColumn, ' ');
  out->Append(HeadingText(heading));
  if (heading == Heading::kFunction) {
    const absl::string_view name =
        names_.has_value() ? names_->TextOf(function) : absl::string_view();
    if (name.empty()) {
      out->AppendNumber(module_.original_id(function));
    } else {
      out->Append(name.substr(1));
    }
  }
  out->Put('\n');
}

void Disassembler::AppendColor(Color color, TextSink* out) const {
  if (!options_.color) return;
  switch (color) {
    case Color::kReset:
      return out->Append("\x1b[0m");
    case Color::kResult:
      return out->Append("\x1b[34m");
    case Color::kId:
      return out->Append("\x1b[33m");
    case Color::kNumber:
      return out->Append("\x1b[31m");
    case Color::kString:
      return out->Append("\x1b[32m");
    case Color::kGrey:
      return out->Append("\x1b[1;30m");
  }
}

std::string Disassembler::IdText(Id id) const {
  return names_.has_value() ? absl::StrCat("%", names_->Name(id))
                            : absl::StrCat("%", module_.original_id(id));
}

void Disassembler::AppendId(Id id, TextSink* out) const {
  const absl::string_view name =
      names_.has_value() ? names_->TextOf(id) : absl::string_view();
  if (!name.empty()) return out->Append(name);
  out->Put('%');
  out->AppendNumber(module_.original_id(id));
}

void Disassembler::AppendInstruction(InstIndex index, std::string* out,
                                     std::vector<TextRange>* operands) const {
  TextSink sink(out);
  AppendInst(module_.inst(index), 0, &sink, operands);
}

// An instruction and the comments after it.
void Disassembler::AppendLine(InstIndex index, uint32_t depth,
                              CommentColumn* column, TextSink* out) const {
  const size_t begin = out->size();
  AppendInst(module_.inst(index), depth, out, nullptr);
  if ((options_.comment || options_.offsets) &&
      !AppendComments(index, begin, column, out)) {
    column->Reset();
  }
  out->Put('\n');
}

// Appends the comments of the instruction whose text starts at `begin`. Returns
// whether there are any.
bool Disassembler::AppendComments(InstIndex index, size_t begin,
                                  CommentColumn* column, TextSink* out) const {
  const Inst inst = module_.inst(index);
  bool is_first = true;
  const auto separate = [&] {
    if (!is_first) return out->Put(',');
    is_first = false;
    const absl::string_view line = out->From(begin);
    const size_t width =
        options_.color ? WidthWithoutColors(line) : line.size();
    out->Append(column->ColumnAfter(width) - width, ' ');
    out->Put(';');
  };
  if (options_.offsets) {
    separate();
    out->Put(' ');
    AppendColor(Color::kGrey, out);
    out->AppendHex(module_.record(index).first_word * 4);
    AppendColor(Color::kReset, out);
  }
  if (options_.comment && inst.op() == Op::kName) {
    separate();
    out->Append(" id %");
    out->AppendNumber(module_.original_id(inst.id(0)));
  }
  if (options_.comment && inst.result() != kNoId) {
    for (const auto& [target, decoration] : decorations_.Of(inst.result())) {
      if (index < decoration) break;
      separate();
      AppendOperands(module_.inst(decoration), 1, out, nullptr);
    }
  }
  return !is_first;
}

// "%result = ", aligned so that opcodes are in one column for each depth.
void Disassembler::AppendResult(Id id, uint32_t depth, TextSink* out,
                                TextRange* range) const {
  AppendColor(Color::kResult, out);
  const size_t begin = out->size();
  AppendId(id, out);
  size_t at = begin;
  if (options_.indent) {
    const size_t width = out->size() - begin + kEquals.size();
    if (width < kOpcodeColumn) {
      out->InsertBlanks(begin, kOpcodeColumn - width);
      at += kOpcodeColumn - width;
    }
  }
  if (range != nullptr) *range = MakeRange(at, out->size() - at);
  AppendColor(Color::kReset, out);
  out->Append(kEquals);
  out->Append(depth, ' ');
}

void Disassembler::AppendInst(const Inst& inst, uint32_t depth, TextSink* out,
                              std::vector<TextRange>* operands) const {
  const grammar::OpInfo& info = inst.info();
  if (operands != nullptr) {
    operands->assign(inst.operand_count(), MakeRange(out->size(), 0));
  }
  if (info.has_result) {
    // A result that is not a valid id is in the words, but not in the record.
    const uint32_t operand = info.has_result_type ? 1 : 0;
    AppendResult(inst.id(operand), depth, out,
                 operands == nullptr ? nullptr : &(*operands)[operand]);
  } else {
    out->Append((options_.indent ? kOpcodeColumn : 0) + depth, ' ');
  }
  out->Append(grammar::Text(info.name));
  AppendOperands(inst, 0, out, operands);
}

// The operands from number `first` on, each after a blank.
void Disassembler::AppendOperands(const Inst& inst, uint32_t first,
                                  TextSink* out,
                                  std::vector<TextRange>* operands) const {
  const absl::Span<const Operand> parts = inst.operands();
  bool readable = true;  // false from the first immediate on
  for (uint32_t i = first; i < parts.size(); ++i) {
    const Kind kind = parts[i].kind;
    if (kind == Kind::kIdResult) continue;
    const size_t begin = out->size() + 1;
    if (IsIdKind(kind) && !IsInvalidId(inst.word(parts[i].word))) {
      out->Put(' ');
      AppendColor(Color::kId, out);
      AppendId(Id(inst.word(parts[i].word)), out);
      AppendColor(Color::kReset, out);
    } else if (readable && !IsIdKind(kind)) {
      out->Put(' ');
      readable = AppendOperand(inst, i, out);
    } else {
      readable = false;
      AppendWords(inst.operand_words(i), out);
    }
    if (operands != nullptr) {
      (*operands)[i] = MakeRange(begin, out->size() - begin);
    }
  }
  if (parts.empty() || WordsOf(parts.back().kind) == 0) return;
  // Words that the grammar does not allow.
  const uint32_t used = parts.back().word + WordsOf(parts.back().kind);
  if (used < inst.word_count()) AppendWords(inst.words().subspan(used), out);
}

bool Disassembler::AppendOperand(const Inst& inst, uint32_t operand,
                                 TextSink* out) const {
  const Kind kind = inst.kind(operand);
  switch (kind) {
    case Kind::kLiteralString:
      if (!IsPlainString(inst.operand_words(operand))) break;
      AppendString(inst, operand, out);
      return true;
    case Kind::kLiteralInteger:
      if (inst.op() != Op::kSwitch) {
        AppendColor(Color::kNumber, out);
        out->AppendNumber(inst.operand_word(operand));
        AppendColor(Color::kReset, out);
        AppendColor(Color::kReset, out);
        return true;
      }
      return AppendLiteral(inst, operand, out);
    case Kind::kLiteralInteger64:
    case Kind::kLiteralFloat:
    case Kind::kLiteralContextDependentNumber:
      return AppendLiteral(inst, operand, out);
    case Kind::kLiteralExtInstInteger:
      return AppendExtInst(inst, operand, out);
    case Kind::kLiteralSpecConstantOpInteger:
      return AppendNested(inst.operand_word(operand), out);
    default:
      if (inst.op() == Op::kTypeFloat && !HasWidthOfEncoding(inst)) break;
      return AppendEnum(kind, inst.operand_word(operand), out);
  }
  out->DropLast();  // the blank
  AppendWords(inst.operand_words(operand), out);
  return false;
}

void Disassembler::AppendString(const Inst& inst, uint32_t operand,
                                TextSink* out) const {
  out->Put('"');
  AppendColor(Color::kString, out);
  absl::string_view string = inst.string(operand);
  std::string printable;
  if (options_.printable_strings && !IsPrintable(string)) {
    printable = options_.keep_line_ends ? PrintableLines(string)
                                        : PrintableText(string);
    string = printable;
  }
  for (const char c : string) {
    if (c == '"' || c == '\\') out->Put('\\');
    out->Put(c);
  }
  AppendColor(Color::kReset, out);
  out->Put('"');
  AppendColor(Color::kReset, out);
}

bool Disassembler::AppendLiteral(const Inst& inst, uint32_t operand,
                                 TextSink* out) const {
  std::string text;  // numbers are short, so this does not allocate
  if (inst.kind(operand) == Kind::kLiteralFloat) {
    AppendFloat32(inst.operand_word(operand), &text);
  } else if (inst.kind(operand) == Kind::kLiteralInteger64) {
    const absl::Span<const uint32_t> words = inst.operand_words(operand);
    const uint64_t bits = uint64_t{words[1]} << 32 | words[0];
    absl::StrAppend(&text, static_cast<int64_t>(bits));
  } else {
    const bool is_case = inst.op() == Op::kSwitch;
    Id type = is_case ? module_.type_of(inst.id(0)) : inst.result_type();
    // When the text is assembled, later declarations do not count.
    const bool is_known =
        IsAbove(type, inst) &&
        (!is_case || (IsAbove(inst.id(0), inst) &&
                      module_.record(module_.def(type)).op == Op::kTypeInt));
    if (!is_known) type = kNoId;
    AppendTypedLiteral(module_, type, inst.operand_words(operand), &text);
  }
  AppendColor(Color::kNumber, out);
  out->Append(text);
  AppendColor(Color::kReset, out);
  AppendColor(Color::kReset, out);
  return text[0] != '!';
}

bool Disassembler::AppendNested(uint32_t opcode, TextSink* out) const {
  const Op op = grammar::OpFromOpcode(opcode);
  if (op == grammar::kNoOp || !IsSpecConstantOp(op)) {
    AppendImmediate(opcode, out);
    return false;
  }
  AppendColor(Color::kNumber, out);
  out->Append(grammar::Text(grammar::Info(op).name).substr(2));
  AppendColor(Color::kReset, out);
  return true;
}

bool Disassembler::AppendEnum(Kind kind, uint32_t value, TextSink* out) const {
  const EnumerantInfo* const whole = grammar::EnumerantByValue(kind, value);
  if (whole != nullptr && (grammar::Info(kind).category != Category::kBitEnum ||
                           (value & (value - 1)) == 0)) {
    out->Append(grammar::Text(whole->name));
    AppendColor(Color::kReset, out);
    return true;
  }
  std::string text;
  AppendEnumerant(kind, value, &text);
  out->Append(text);
  AppendColor(Color::kReset, out);
  return text[0] != '!';
}

bool Disassembler::AppendExtInst(const Inst& inst, uint32_t operand,
                                 TextSink* out) const {
  const uint32_t number = inst.operand_word(operand);
  const Id import = inst.id(operand - 1);
  if (!IsAbove(import, inst) ||
      module_.record(module_.def(import)).op != Op::kExtInstImport) {
    AppendImmediate(number, out);
    return false;
  }
  const ExtInstSet set = SetOf(import);
  const ExtInst row = set == ExtInstSet::kNone
                          ? ExtInst::kNone
                          : grammar::ExtInstFromNumber(set, number);
  AppendColor(Color::kNumber, out);
  if (row == ExtInst::kNone) {
    out->AppendNumber(number);
  } else {
    out->Append(grammar::Text(grammar::Info(row).name));
  }
  AppendColor(Color::kReset, out);
  return true;
}

// Whether the instruction that defines `id` precedes `inst`.
bool Disassembler::IsAbove(Id id, const Inst& inst) const {
  const InstIndex def = module_.def(id);
  return def != kNoInst &&
         module_.inst(def).words().data() < inst.words().data();
}

ExtInstSet Disassembler::SetOf(Id import) const {
  const auto at = std::lower_bound(
      sets_.begin(), sets_.end(), import,
      [](const auto& entry, Id id) { return entry.first < id; });
  return at != sets_.end() && at->first == import ? at->second
                                                  : ExtInstSet::kNone;
}

}  // namespace plumb

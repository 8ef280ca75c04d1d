// The text as a whole, and its instructions.  See assembler.h.
//
// Instructions whose operands are one word each in a fixed layout take a fast
// path that records no operands: the module shares one list between all of
// them.
//
// Tested by assembler_test.cc.
#include "parse/text/assembler.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "core/call_context.h"
#include "core/literal_string.h"
#include "core/op_role.h"
#include "parse/text/syntax_rules.h"

namespace plumb {
namespace {

using grammar::OpInfo;

// The generator in the header: 0, until the tool is registered.
constexpr uint32_t kGenerator = 0;

constexpr size_t kMaxTextSize = std::numeric_limits<uint32_t>::max() - 1;
constexpr uint32_t kMaxSuggestions = 64;
// The pass that finds the numbers in use polls for a cancellation once per so
// many tokens.
constexpr size_t kPolledTokens = 1 << 15;

constexpr uint32_t kNothing = 0;   // index of IdFact
constexpr uint32_t kPoisoned = 1;  // index of IdFact

}  // namespace

bool Assembler::Assemble(absl::string_view text, const AssembleOptions& options,
                         Module* module, DiagnosticList* diagnostics) {
  ModuleBuilder builder(module);
  builder_ = &builder;
  diagnostics_ = diagnostics;
  failed_ = false;
  has_raw_words_ = false;
  raw_words_.clear();
  if (text.size() > kMaxTextSize) {
    diagnostics->Add(SyntaxRule("asm.text.size"), Place::WholeModule(),
                     {uint64_t{text.size()}, uint64_t{kMaxTextSize}});
    return false;
  }
  Start(options.extended ? PlainText(text) : text, options);
  if (options.preserve_numeric_ids) ReadNumericIds();
  Advance();
  poll_at_ = current().begin;
  for (;;) {
    if (current().begin >= poll_at_) PollCancellation();
    ParseCommonInstructions();
    if (current().kind() == TokenKind::kEnd) break;
    ParseInstruction();
  }
  Buffer<uint32_t>& words = builder.owned_words();
  words.ResizeUninitialized(next_word_);
  ModuleHeader header;
  header.version = options.version.value_or(
      0x00010000 | uint32_t{Info(options.env).spirv_minor} << 8);
  header.generator = options.generator.value_or(kGenerator);
  header.bound = std::max(ids_.original_bound(), options.bound.value_or(0));
  const bool has_ids = ids_.original_bound() > 1;
  if (!has_ids && options.bound.has_value()) header.bound = *options.bound;
  header.schema = options.schema.value_or(0);
  builder.set_header(header);
  builder.SetIdBound(ids_.bound());
  if (!ids_.originals().empty()) {
    builder.set_original_ids(ids_.originals());
    if (has_raw_words_) Error(SyntaxRule("asm.id.sparse"), Token());
  }
  builder.set_text(text);
  builder.Finish();
  return !failed_;
}

void Assembler::PollCancellation() {
  ThrowIfCancelled();
  const auto left = static_cast<size_t>(scanner_.end() - current().begin);
  poll_at_ = current().begin + std::min(left, kPolledBytes);
}

void Assembler::Start(absl::string_view text, const AssembleOptions& options) {
  text_ = text;
  options_ = options;
  absl::ConsumePrefix(&text, "\xef\xbb\xbf");  // a byte order mark
  lexer_ = Lexer(text);
  scanner_.Start(text);
  current() = Token();
  previous() = Token();
  op_ = grammar::kNoOp;
  suggestions_left_ = kMaxSuggestions;
  ids_.Start(text_, options.preserve_numeric_ids);
  facts_.clear();
  facts_.resize(2);
  facts_[kPoisoned].kind = IdFact::Kind::kPoisoned;
  fact_of_id_.clear();
  if (!reported_.empty()) reported_.clear();
  // As in typical disassembly: about 9 bytes per word, 40 per instruction.
  const size_t word_estimate = text.size() / 10 + 256;
  builder_->Reserve(static_cast<uint32_t>(word_estimate),
                    static_cast<uint32_t>(text.size() / 40 + 16));
  Buffer<uint32_t>& words = builder_->owned_words();
  words.reserve(word_estimate);
  words.ResizeUninitialized(words.capacity());
  words_ = words.data();
  capacity_ = words.size();
  next_word_ = kHeaderWords;
  id_capacity_ = 0;
}

// A copy of the text in which comments and directives of the extended dialect
// are plain comments.
absl::string_view Assembler::PlainText(absl::string_view text) {
  directives_.clear();
  extended_text_ = WithPlainComments(text, &directives_);
  for (const DirectiveLine& line : directives_) {
    diagnostics_->Add(SyntaxRule("asm.directive.ignored"),
                      Place::Input(line.begin, line.end));
  }
  return extended_text_;
}

void Assembler::GrowWords(size_t count) {
  Buffer<uint32_t>& words = builder_->owned_words();
  words.ResizeUninitialized(next_word_ + count);
  words.ResizeUninitialized(words.capacity());
  words_ = words.data();
  capacity_ = words.size();
}

// The pass that finds the numbers in use.
void Assembler::ReadNumericIds() {
  Lexer lexer = lexer_;
  size_t token_count = 0;
  for (Token t = lexer.Next(); t.kind() != TokenKind::kEnd; t = lexer.Next()) {
    if (++token_count % kPolledTokens == 0) ThrowIfCancelled();
    if (t.kind() != TokenKind::kId || t.malformed()) continue;
    switch (ids_.TakeNumber(t.rest())) {
      case IdTable::Number::kZero:
        ReportOnce(SyntaxRule("asm.id.zero"), t, t.rest());
        break;
      case IdTable::Number::kTooLarge:
        ReportOnce(SyntaxRule("asm.id.too-large"), t, t.rest(),
                   {uint64_t{IdTable::kMaxNumber}});
        break;
      case IdTable::Number::kNone:
      case IdTable::Number::kFits:
        break;
    }
  }
}

void Assembler::ParseInstruction() {
  const char* const begin = current().begin;
  result_ = Token();
  if (current().kind() == TokenKind::kImmediate) {
    ParseImmediateInstruction();
    return;
  }
  if (options_.extended && IsLabelDefinition(current())) return ParseLabel();
  const Op op = ParseOpcode();
  if (op == grammar::kNoOp) return;
  const OpInfo& info = grammar::Info(op);
  op_ = op;
  first_word_ = next_word_;
  is_raw_ = false;
  ReserveWords(size_t{info.operand_count} + 1);
  words_[next_word_++] = 0;  // word count and opcode are known at the end
  const Patterns patterns = grammar::Operands(info);
  const bool parsed = CheckResult(info) && CheckVersion(info) &&
                      (info.fixed_layout ? ParseFixedOperands(patterns)
                                         : ParsePatterns(patterns)) &&
                      FinishInstruction(info);
  if (!parsed) {
    AbandonInstruction();
  } else if (!is_raw_) {
    builder_->AddOrigin(static_cast<uint32_t>(begin - text_.data()));
  }
}

// "name:" for "%name = OpLabel".
void Assembler::ParseLabel() {
  const Token token = current();
  const absl::string_view name =
      token.text().substr(0, token.text().size() - 1);
  Advance();
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
  if (!is_name) {
    ReportOnce(SyntaxRule("asm.id.name"), token, name);
    builder_->AddUnread(Op::kLabel, kNoId);
    return;
  }
  op_ = Op::kLabel;
  first_word_ = next_word_;
  is_raw_ = false;
  ReserveWords(2);
  words_[next_word_++] = 0;  // as for any instruction
  Put(ids_.Intern(name).value);
  if (FinishInstruction(grammar::Info(op_))) {
    builder_->AddOrigin(static_cast<uint32_t>(token.begin - text_.data()));
  }
}

// Reads "%result =" and the opcode.  kNoOp if there is nothing else to parse.
Op Assembler::ParseOpcode() {
  if (current().kind() == TokenKind::kId) {
    const Token id = current();
    if (!lexer_.EqualsFollows() && !LacksEquals(id)) {
      StrayTokenError(id);
      return grammar::kNoOp;
    }
    if (id.malformed()) TokenError(id);
    result_ = id;
    // The "=" is not made into a token.
    if (lexer_.EqualsFollows()) lexer_.ConsumeEquals();
    Advance();
  } else if (!LooksLikeOpcode(current())) {
    StrayTokenError(current());
    return grammar::kNoOp;
  }
  opcode_begin_ = current().begin;
  if (LooksLikeOpcode(current())) {
    const Op op = grammar::OpFromName(current().text());
    if (op != grammar::kNoOp) {
      Advance();
      return op;
    }
    if (current().text() == "OpUnknown") {
      ParseUnknownInstruction();
      return grammar::kNoOp;
    }
    op_ = UnknownOpcode(SyntaxRule("asm.opcode.unknown"), current(), true);
    Advance();
  } else {
    op_ = UnknownOpcode(SyntaxRule("asm.opcode.expected"), current(), true);
    if (current().kind() != TokenKind::kId) Advance();
    SkipLine();
  }
  first_word_ = next_word_;
  AbandonInstruction();
  return grammar::kNoOp;
}

bool Assembler::CheckResult(const OpInfo& info) {
  const bool has_result = result_.kind() == TokenKind::kId;
  if (has_result == info.has_result) return true;
  if (!has_result && ResultLacksEquals()) return true;
  return Error(has_result ? SyntaxRule("asm.result.unexpected")
                          : SyntaxRule("asm.result.missing"),
               has_result ? result_ : OpcodeToken(), {op_});
}

// Checks that the target has the opcode.  Validation checks capabilities and
// extensions.
bool Assembler::CheckVersion(const OpInfo& info) {
  if (HasVersion(info)) return true;
  const grammar::Requirement& need = grammar::RequirementAt(info.requirement);
  const uint32_t minor = Info(options_.env).spirv_minor;
  return ReportOnce(SyntaxRule("asm.opcode.version"), OpcodeToken(),
                    OpcodeToken().text(),
                    {op_, uint32_t{need.min_version}, minor});
}

bool Assembler::HasRequiredVersion(const OpInfo& info) const {
  const grammar::Requirement& need = grammar::RequirementAt(info.requirement);
  return need.capability_count != 0 || need.extension_count != 0 ||
         need.min_version == grammar::kNeverCore ||
         need.min_version <= Info(options_.env).spirv_minor;
}

bool Assembler::ParseFixedOperands(Patterns patterns) {
  for (const grammar::OperandPattern& pattern : patterns) {
    if (IsIdUse(pattern.kind) && IsAtName()) {
      ReadName();
    } else if (pattern.kind == grammar::Kind::kIdResult) {
      if (!ParseResult()) return false;
    } else if (current().kind() == TokenKind::kImmediate) {
      return ParseRawOperands(pattern);
    } else if (!ParseValue(pattern, pattern.kind)) {
      return false;
    }
  }
  return true;
}

bool Assembler::FinishInstruction(const OpInfo& info) {
  if (!IsValidInstruction()) {
    const uint32_t count = WordInInstruction();
    if (count > kMaxWordCount) {
      return Error(SyntaxRule("asm.instruction.too-long"), OpcodeToken(),
                   {count, kMaxWordCount});
    }
    if (next_word_ > kMaxWords) {
      Error(SyntaxRule("asm.module.size"), OpcodeToken());
      current() = Token();
      return false;
    }
    if (!CheckEncoding()) return false;
  }
  AddInstruction(info);
  return true;
}

// Whether an OpTypeFloat has the width that its encoding requires.
bool Assembler::CheckEncoding() {
  const uint32_t* const words = words_ + first_word_;
  const uint32_t width = EncodingWidth(words[3]);
  if (width == 0 || width == words[2] || is_raw_) return true;
  return Error(SyntaxRule("asm.type.encoding-width"), previous(),
               {width, words[2]});
}

// Records the facts about the result that literals and extended instructions
// need.
void Assembler::NoteDefinition() {
  const uint32_t* const words = words_ + first_word_;
  const uint32_t count = WordInInstruction();
  if (count < 3) return;  // ended early by an immediate
  // The first definition of an id counts, as in the module.
  if (builder_->module().def(Id(words[1])) != kNoInst) return;
  IdFact fact;
  fact.id = words[1];
  if (op_ == Op::kTypeInt) {
    fact.kind = IdFact::Kind::kInteger;
    fact.width = words[2];
    fact.is_signed = count > 3 && words[3] != 0;
  } else if (op_ == Op::kTypeFloat) {
    absl::optional<uint32_t> encoding;
    if (count > 3) encoding = words[3];
    fact.kind = IdFact::Kind::kFloat;
    fact.width = words[2];
    fact.format = FindFloatFormat(fact.width, encoding);
  } else {
    fact.kind = IdFact::Kind::kImport;
    fact.set = grammar::ExtInstSetFromName(
        LiteralString(absl::MakeConstSpan(words + 2, count - 2)).text());
  }
  SetFact(words[1], fact);
}

void Assembler::SetFact(uint32_t id, const IdFact& fact) {
  if (id >= fact_of_id_.size()) {
    // Raw words may hold any number; only ids of names are looked up.
    if (id >= ids_.bound()) return;
    fact_of_id_.resize(std::max<size_t>(id + 1, fact_of_id_.size() * 2),
                       kNothing);
  }
  if (fact.kind == IdFact::Kind::kPoisoned) {
    fact_of_id_[id] = kPoisoned;
    return;
  }
  fact_of_id_[id] = static_cast<uint32_t>(facts_.size());
  facts_.push_back(fact);
}

void Assembler::PoisonResult() {
  if (result_.kind() != TokenKind::kId || result_.malformed()) return;
  SetFact(ids_.Intern(result_.rest()).value, facts_[kPoisoned]);
}

// Reverts an instruction with an error, and continues with the next one.
void Assembler::AbandonInstruction() {
  const Id target = UnreadTarget();
  if (op_ != grammar::kNoOp) next_word_ = first_word_;
  builder_->DropOperands();
  PoisonResult();
  NoteUnread(target);
  op_ = grammar::kNoOp;
  Recover();
}

// The first operand of an annotation or an execution mode, if it was read.
Id Assembler::UnreadTarget() const {
  if (op_ == grammar::kNoOp || next_word_ < first_word_ + 2) return kNoId;
  return HasTarget(op_) ? Id(words_[first_word_ + 1]) : kNoId;
}

void Assembler::NoteUnread(Id target) {
  const bool has_id = result_.kind() == TokenKind::kId && !result_.malformed();
  builder_->AddUnread(op_, has_id ? ids_.Intern(result_.rest()) : kNoId,
                      target);
}

void Assembler::Recover() {
  while (!IsAtInstructionEnd() && !IsAtMisspeltOpcode(Kind::kIdRef)) {
    SkipToken();
  }
}

// Skips a token.
void Assembler::SkipToken() {
  if (current().kind() == TokenKind::kString) {
    if (IsRunaway(current())) EndStringWithLine();
    if (current().malformed()) TokenError(current());
  }
  Advance();
}

}  // namespace plumb

// Errors: the rule that a wrong token violates, and suggestions.  See
// assembler.h.  All of this is cold.
//
// Tested by assembler_error_test.cc.
#include <algorithm>
#include <functional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "grammar/operand_name.h"
#include "grammar/operands.h"
#include "parse/spec_constant_op.h"
#include "parse/suggest.h"
#include "parse/text/assembler.h"
#include "parse/text/id_suggestion.h"
#include "parse/text/operand_locator.h"
#include "parse/text/syntax_rules.h"

namespace plumb {

using grammar::OperandPattern;

namespace {

// An operand in a message; if the pattern is for several operands, the one
// with a number.  Parameters of enumerants have no names.
std::string NameOfOperand(const OperandPattern& pattern, uint32_t number) {
  if (pattern.kind == Kind::kIdResultType) return "operand Result Type";
  return grammar::OperandInText(Text(pattern.name), number);
}

// The missing part at the place of an operand.
std::string MissingPart(const OperandPattern& pattern, uint32_t number) {
  if (pattern.kind == Kind::kIdResultType || pattern.name.size != 0) {
    const std::string name = NameOfOperand(pattern, number);
    return absl::StrCat("its ", absl::StripPrefix(name, "the "));
  }
  if (IsIdUse(pattern.kind)) return "an operand that is an id";
  if (pattern.kind == Kind::kLiteralInteger) {
    return "an operand that is an integer";
  }
  return absl::StrCat("its operand ", NameOf(pattern.kind));
}

bool IsIntegerWidth(uint32_t width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

// The opcode name with the closest spelling to `word`, or empty; without "Op",
// only opcodes that an OpSpecConstantOp may contain.
absl::string_view ClosestOpcode(absl::string_view word, bool has_prefix) {
  Suggestion suggestion(word);
  int i = 0;
  for (grammar::Name name : grammar::OpNames()) {
    const Op op = grammar::OpOfName(i++);
    if (has_prefix) {
      suggestion.Offer(Text(name));
    } else if (IsSpecConstantOp(op)) {
      suggestion.Offer(Text(name).substr(2));
    }
  }
  return suggestion.best();
}

}  // namespace

Place Assembler::PlaceOf(const Token& token) const {
  if (token.begin == nullptr) return Place::WholeModule();
  return Place::Input(static_cast<uint32_t>(token.begin - text_.data()),
                      static_cast<uint32_t>(token.end - text_.data()));
}

Token Assembler::TokenAfterOpcode(int count) const {
  const auto offset = static_cast<size_t>(opcode_begin_ - text_.data());
  Lexer lexer(text_.substr(offset));
  Token token = lexer.Next();
  for (; count > 0; --count) token = lexer.Next();
  return token;
}

Token Assembler::TokenAt(InstIndex inst, OperandIndex operand) const {
  const TextRange range =
      TokenOfOperand(text_, builder_->module().origin(inst), operand);
  return Lexer(text_.substr(range.begin, range.end - range.begin)).Next();
}

bool Assembler::Error(const Rule& rule, const Token& token,
                      std::initializer_list<Arg> args) {
  diagnostics_->Add(rule, PlaceOf(token), args);
  failed_ = true;
  return false;
}

bool Assembler::ReportOnce(const Rule& rule, const Token& token,
                           absl::string_view name,
                           std::initializer_list<Arg> args) {
  if (!reported_.emplace(&rule, name, 0).second) return false;
  return Error(rule, token, args);
}

bool Assembler::ReportOncePerId(const Rule& rule, const Token& token,
                                uint32_t id) {
  if (!reported_.emplace(&rule, absl::string_view(), id).second) return false;
  return Error(rule, token);
}

// A token that is invalid by itself.
bool Assembler::TokenError(const Token& token) {
  switch (token.kind()) {
    case TokenKind::kString: {
      // Recovery reads the token again.
      Token quote = token;
      quote.end = quote.begin + 1;
      return ReportOncePerId(SyntaxRule("asm.string.unterminated"), quote,
                             PlaceOf(quote).begin);
    }
    case TokenKind::kId:
      return ReportOnce(SyntaxRule("asm.id.name"), token, token.text());
    default:
      return Error(SyntaxRule("asm.token.character"), token,
                   {Arg::Hex(static_cast<unsigned char>(*token.begin))});
  }
}

bool Assembler::StartsLine(const Token& token) const {
  const char* p = token.begin;
  while (p != text_.data() && (p[-1] == ' ' || p[-1] == '\t')) --p;
  return p == text_.data() || p[-1] == '\n';
}

// An instruction usually has its own line, so an id and an opcode with a
// result at the start of a line begin an instruction even without the "=".
bool Assembler::IsAtResultWithoutEquals() const {
  if (!StartsLine(current())) return false;
  const Token opcode = OpcodeInLine(current());
  if (!LooksLikeOpcode(opcode)) return false;
  const Op op = grammar::OpFromName(opcode.text());
  return op == grammar::kNoOp || grammar::Info(op).has_result;
}

Token Assembler::OpcodeInLine(const Token& id) const {
  Lexer ahead = lexer_;
  Token next = ahead.Next();
  const bool is_mark =
      next.kind() == TokenKind::kPunctuation ||
      (next.kind() == TokenKind::kWord && absl::ascii_ispunct(*next.begin));
  if (is_mark) next = ahead.Next();
  if (is_mark && next.kind() == TokenKind::kEquals) next = ahead.Next();
  return OnOneLine(id, next) ? next : Token();
}

// So does a word that is not valid here.
bool Assembler::IsAtMisspeltOpcode(Kind kind) const {
  if (current().kind() != TokenKind::kWord || !StartsLine(current())) {
    return false;
  }
  const grammar::Category category = grammar::Info(kind).category;
  if (category != grammar::Category::kValueEnum &&
      category != grammar::Category::kBitEnum) {
    return !options_.extended || IsIdUse(kind);
  }
  const absl::string_view word = current().text();
  return grammar::EnumerantByName(kind, word.substr(0, word.find('|'))) ==
         nullptr;
}

bool Assembler::IsRunaway(const Token& token) const {
  const char* const end = text_.data() + text_.size();
  if (token.kind() != TokenKind::kString || token.malformed() ||
      token.end == end || *token.end == ';' ||
      absl::ascii_isspace(static_cast<unsigned char>(*token.end))) {
    return false;
  }
  return token.text().find('\n') != absl::string_view::npos;
}

void Assembler::EndStringWithLine() {
  const absl::string_view text = current().text();
  const char* const end = text.data() + std::min(text.find('\n'), text.size());
  current() = Token(TokenKind::kString, text.data(), end, true);
  lexer_.MoveTo(end);
}

// Reports text directly before a quote, if that is a closing one, and
// continues in the next line.
bool Assembler::UnopenedString(const Token& token) {
  const char* const end = text_.data() + text_.size();
  if (token.kind() == TokenKind::kString || token.end == end ||
      *token.end != '"') {
    return false;
  }
  Error(SyntaxRule("asm.string.unopened"), token);
  const auto offset = static_cast<size_t>(token.begin - text_.data());
  lexer_.MoveTo(text_.data() +
                std::min(text_.find('\n', offset), text_.size()));
  Advance();
  return true;
}

// The number of the current operand among those of a pattern.
uint32_t Assembler::NumberIn(const OperandPattern& pattern) const {
  namespace ext_inst = grammar::operand::ExtInst;
  if (pattern.quantifier != grammar::Quantifier::kAny) return 0;
  const uint32_t read = builder_->operand_count() - 1;
  const auto next_number = [&](Patterns patterns, uint32_t others) {
    const std::less<const OperandPattern*> before;
    const bool is_one =
        !before(&pattern, patterns.begin()) && before(&pattern, patterns.end());
    if (!is_one) return 0u;
    return read - others - static_cast<uint32_t>(&pattern - patterns.begin());
  };
  if (IsExtInst(op_) && read >= ext_inst::kOperands) {
    const uint32_t* const words = words_ + first_word_ + 1;
    const grammar::ExtInst inst = grammar::ExtInstFromNumber(
        FactOf(words[ext_inst::kSet]).set, words[ext_inst::kInstruction]);
    if (inst != grammar::ExtInst::kNone) {
      return next_number(grammar::Operands(grammar::Info(inst)),
                         ext_inst::kOperands);
    }
  }
  return next_number(grammar::Operands(grammar::Info(op_)), 0);
}

bool Assembler::MissingOperand(const OperandPattern& pattern) {
  Token gap = previous();
  gap.begin = gap.end;
  Error(SyntaxRule("asm.operand.missing"), gap,
        {op_, diagnostics_->Keep(MissingPart(pattern, NumberIn(pattern)))});
  NoteMissingType();
  return false;
}

bool Assembler::ExtendedToken(const Token& token) {
  if (options_.extended) return false;
  Token rest = token;
  if (IsExtendedComment(token)) {
    Error(SyntaxRule("asm.extended.comment"), token);
    SuggestComment(token);
  } else if (IsDirective(token)) {
    Error(SyntaxRule("asm.extended.directive"), token);
  } else if (IsLabelDefinition(token)) {
    return !Error(SyntaxRule("asm.extended.label"), token);
  } else {
    return false;
  }
  // The rest of the line belongs to it.
  const size_t begin = static_cast<size_t>(token.begin - text_.data());
  rest.begin = text_.data() + std::min(text_.find('\n', begin), text_.size());
  lexer_.Rewind(rest);
  return true;
}

bool Assembler::OperandError(const OperandPattern& pattern, Kind kind) {
  if (ExtendedToken(current())) {
    Advance();
    return false;
  }
  if (IsAtInstructionEnd() || IsAtMisspeltOpcode(kind)) {
    return MissingOperand(pattern);
  }
  if (IsRunaway(current())) EndStringWithLine();
  if (current().malformed()) return TokenError(current());
  const absl::string_view name =
      diagnostics_->Keep(NameOfOperand(pattern, NumberIn(pattern)));
  if (absl::StartsWith(current().text(), ",")) return CommaError(current());
  if (IsIdUse(kind)) {
    Error(SyntaxRule("asm.operand.id"), current(), {name});
    SuggestId(current());
    return false;
  }
  switch (kind) {
    case Kind::kLiteralInteger:
      return Error(SyntaxRule("asm.operand.integer"), current(), {name});
    case Kind::kLiteralString:
      if (UnopenedString(current())) return false;
      Error(SyntaxRule("asm.operand.string"), current(), {name});
      if (current().kind() == TokenKind::kWord) {
        SuggestText("", current(), absl::StrCat("\"", current().text(), "\""));
      }
      return false;
    case Kind::kLiteralExtInstInteger:
    case Kind::kLiteralSpecConstantOpInteger:
      return Error(SyntaxRule("asm.operand.instruction"), current(), {name});
    case Kind::kLiteralContextDependentNumber:
      if (!options_.extended &&
          ValueOfConstantName(current().text()).has_value()) {
        return Error(SyntaxRule("asm.extended.name"), current());
      }
      [[fallthrough]];
    case Kind::kLiteralFloat:
      return Error(SyntaxRule("asm.operand.number"), current(), {name});
    default:
      return Error(SyntaxRule("asm.operand.enumerant"), current(),
                   {name, NameOf(kind)});
  }
}

bool Assembler::LiteralFailure(LiteralError error, const IdFact& type) {
  const bool is_float = type.kind == IdFact::Kind::kFloat;
  // A range error of a type with an invalid width is an error of the width.
  if (error == LiteralError::kRange && !is_float &&
      !IsIntegerWidth(type.width)) {
    error = LiteralError::kWidth;
  }
  switch (error) {
    case LiteralError::kSyntax: {
      std::string rewritten;
      if (!is_float && RewriteInteger(current().text(), &rewritten)) {
        return Error(SyntaxRule("asm.extended.literal"), current());
      }
      Error(is_float ? SyntaxRule("asm.literal.float")
                     : SyntaxRule("asm.literal.integer"),
            current());
      SuggestWithoutSuffix(current(), is_float);
      return false;
    }
    case LiteralError::kNegative:
      return Error(SyntaxRule("asm.literal.negative"), current());
    case LiteralError::kRange:
      if (is_float) {
        return Error(SyntaxRule("asm.literal.float-range"), current(),
                     {type.width});
      }
      return Error(SyntaxRule("asm.literal.integer-range"), current(),
                   {type.is_signed ? "a signed" : "an unsigned", type.width});
    case LiteralError::kWidth:
    case LiteralError::kNone:
      break;
  }
  return LiteralWidthError(type);
}

// The error is in the type, however many literals it has.
bool Assembler::LiteralWidthError(const IdFact& type) {
  const Rule& rule = SyntaxRule("asm.literal.width");
  if (!reported_.emplace(&rule, absl::string_view(), type.id).second) {
    return false;
  }
  const Module& module = builder_->module();
  const InstIndex def = module.def(Id(type.id));
  if (def == kNoInst) return Error(rule, current(), {type.width});
  constexpr OperandIndex kWidth = 1;
  // The type is reported already.
  builder_->AddUnread(module.record(def).op, Id(type.id));
  return Error(rule, TokenAt(def, kWidth), {type.width});
}

bool Assembler::LiteralTypeError(const Rule& rule, const Token& token,
                                 uint32_t type_id) {
  if (!reported_.emplace(&rule, absl::string_view(), type_id).second) {
    return false;
  }
  const bool is_defined = builder_->module().def(Id(type_id)) != kNoInst;
  if (is_defined || has_raw_words_) {
    Error(rule, token);
    SuggestBoolean(token, type_id);
    return false;
  }
  // The id is reported already too.
  builder_->AddUnread(Op::kTypeInt, Id(type_id));
  Error(SyntaxRule("asm.id.undefined"), token);
  if (MaySuggest()) {
    Suggest(ClosestResult(builder_->module(), text_, token.text(), kNoInst),
            token);
  }
  return false;
}

bool Assembler::SelectorError(uint32_t selector, Id type_id) {
  const Rule& rule = SyntaxRule("asm.switch.selector");
  const Module& module = builder_->module();
  const InstIndex def = module.def(Id(selector));
  if (def == kNoInst || type_id == kNoId || module.def(type_id) != kNoInst) {
    return LiteralTypeError(rule, FirstOperandToken(), selector);
  }
  // The type is missing.
  return LiteralTypeError(rule, TokenAt(def, 0), type_id.value);
}

bool Assembler::LacksEquals(const Token& id) {
  const Token opcode = OpcodeInLine(id);
  if (!LooksLikeOpcode(opcode)) return false;
  Error(SyntaxRule("asm.result.equals"), id);
  SuggestEquals(id, opcode);
  lexer_.MoveTo(opcode.begin);
  return true;
}

bool Assembler::ResultLacksEquals() {
  const auto offset = static_cast<size_t>(opcode_begin_ - text_.data());
  const size_t line_feed = text_.substr(0, offset).rfind('\n');
  const size_t line = line_feed == text_.npos ? 0 : line_feed + 1;
  Lexer lexer(text_.substr(line, offset - line));
  const Token id = lexer.Next();
  if (!id.IsName() || lexer.Next().kind() != TokenKind::kEnd) return false;
  Error(SyntaxRule("asm.result.equals"), id);
  result_ = id;
  const Module& module = builder_->module();
  if (module.size() > 0) {
    const InstRecord& before = module.record(InstIndex(module.size() - 1));
    builder_->AddUnread(before.op, before.result);
    ReportTakenResult(before.op, id);
  }
  return true;
}

// If the previous instruction requires the id, one of its operands is missing.
void Assembler::ReportTakenResult(Op op, const Token& id) {
  const Patterns patterns = grammar::Operands(grammar::Info(op));
  if (patterns.empty() ||
      patterns.back().quantifier != grammar::Quantifier::kOne ||
      !IsIdUse(patterns.back().kind)) {
    return;
  }
  const size_t id_begin = static_cast<size_t>(id.begin - text_.data());
  const absl::string_view before =
      absl::StripTrailingAsciiWhitespace(text_.substr(0, id_begin));
  const char* const end = before.data() + before.size();
  Error(SyntaxRule("asm.operand.missing"),
        Token(TokenKind::kWord, end, end, false),
        {op, diagnostics_->Keep(MissingPart(patterns.back(), 0))});
}

// Whether a word can only be the name of a label in the extended dialect.
bool Assembler::IsLabelWithoutColon(const Token& token) const {
  if (!options_.extended || token.kind() != TokenKind::kWord ||
      !StartsLine(token)) {
    return false;
  }
  Lexer ahead = lexer_;
  const Token next = ahead.Next();
  return (next.kind() == TokenKind::kEnd || !OnOneLine(token, next)) &&
         ClosestOpcode(token.text(), true).empty();
}

// A token that cannot start an instruction.
void Assembler::StrayTokenError(Token token) {
  if (ExtendedToken(token)) {
    if (IsLabelDefinition(token)) {
      const absl::string_view text = token.text();
      builder_->AddUnread(Op::kLabel,
                          ids_.Intern(text.substr(0, text.size() - 1)));
    }
    op_ = grammar::kNoOp;
    return Advance();
  }
  const bool is_operand = op_ != grammar::kNoOp && !StartsLine(token) &&
                          token.kind() != TokenKind::kEquals &&
                          !lexer_.EqualsFollows();
  if (!token.malformed() && is_operand) {
    if (absl::StartsWith(token.text(), "|")) {
      Error(SyntaxRule("asm.mask.blank"), token);
      SuggestJoinedMask(token.begin, token);
      op_ = grammar::kNoOp;
      return Recover();
    }
    // An operand too many for the instruction before it.
    Error(SyntaxRule("asm.instruction.extra-operand"), token, {op_});
    SuggestRemoval(token);
    op_ = grammar::kNoOp;
    return Recover();
  }
  result_ = Token();
  op_ = grammar::kNoOp;
  if (token.malformed()) {
    TokenError(token);
  } else if (IsLabelWithoutColon(token)) {
    Error(SyntaxRule("asm.label.colon"), token);
    builder_->AddUnread(Op::kLabel, ids_.Intern(token.text()));
    Advance();
    return;
  } else if ((token.kind() == TokenKind::kWord ||
              token.kind() == TokenKind::kNumber) &&
             lexer_.EqualsFollows()) {
    return ResultWithoutPercent(token);
  } else {
    op_ = UnknownOpcode(SyntaxRule("asm.instruction.start"), token, true);
    if (StartsLine(token)) Advance();
    SkipLine();
  }
  NoteUnread();
  op_ = grammar::kNoOp;
  if (token.malformed()) Advance();
  Recover();
}

// "name = OpFoo ...".
void Assembler::ResultWithoutPercent(Token token) {
  ReportOnce(SyntaxRule("asm.id.name"), token, token.text());
  lexer_.ConsumeEquals();
  Advance();
  const Op op = grammar::OpFromName(current().text());
  builder_->AddUnread(op, ids_.Intern(token.text()));
  SkipLine();
  Recover();
}

void Assembler::SkipLine() {
  while (current().kind() != TokenKind::kEnd && !StartsLine(current())) {
    SkipToken();
  }
}

void Assembler::Suggest(absl::string_view name, const Token& token) {
  if (name.empty()) return;
  diagnostics_->AddGuess("did you mean {0}", PlaceOf(token), {name});
}

Op Assembler::UnknownOpcode(const Rule& rule, const Token& token,
                            bool has_prefix) {
  const size_t before = diagnostics_->size();
  ReportOnce(rule, token, token.text());
  const bool suggest = diagnostics_->size() != before &&
                       token.kind() == TokenKind::kWord && MaySuggest();
  if (!suggest) return grammar::kNoOp;
  absl::string_view best = ClosestOpcode(token.text(), has_prefix);
  constexpr size_t kEnough = 5;  // letters that suffice
  if (best.empty() && has_prefix && token.text().size() >= kEnough) {
    best = ClosestOpcode(absl::StrCat("Op", token.text()), has_prefix);
  }
  Suggest(best, token);
  return best.empty() ? grammar::kNoOp : grammar::OpFromName(best);
}

bool Assembler::UnknownEnumerant(const Token& part, Kind kind) {
  if (ExtendedToken(part)) {
    Advance();
    return false;
  }
  const size_t before = diagnostics_->size();
  ReportOnce(SyntaxRule("asm.enumerant.unknown"), part, part.text(),
             {NameOf(kind)});
  if (diagnostics_->size() == before || !MaySuggest()) return false;
  Suggestion suggestion(part.text());
  for (const grammar::EnumerantInfo& enumerant : grammar::Enumerants(kind)) {
    suggestion.Offer(Text(enumerant.name));
  }
  Suggest(suggestion.best(), part);
  return false;
}

bool Assembler::UnknownExtInst(grammar::ExtInstSet set) {
  const size_t before = diagnostics_->size();
  ReportOnce(SyntaxRule("asm.ext-inst.unknown"), current(), current().text());
  if (diagnostics_->size() == before || !MaySuggest()) return false;
  Suggestion suggestion(current().text());
  const grammar::ExtInstSetInfo& info = grammar::Info(set);
  for (uint16_t i = 0; i < info.instruction_count; ++i) {
    const auto inst = static_cast<grammar::ExtInst>(info.first_instruction + i);
    suggestion.Offer(Text(grammar::Info(inst).name));
  }
  Suggest(suggestion.best(), current());
  return false;
}

}  // namespace plumb

// Instructions inside instructions, and raw words.  See assembler.h.
//
// If an immediate ("!5") replaces a token, the layout is lost: all tokens up
// to the next opcode or "%result =" are written word by word.
//
// Tested by assembler_test.cc.
#include <algorithm>
#include <array>

#include "parse/spec_constant_op.h"
#include "parse/text/assembler.h"
#include "parse/text/integer_literal.h"
#include "parse/text/string_literal.h"
#include "parse/text/syntax_rules.h"

namespace plumb {

using grammar::ExtInst;
using grammar::OperandPattern;

// The instruction of an OpExtInst and its operands; word 3 is the set.  `rest`
// are the patterns of the operands if the instruction is unknown.
bool Assembler::ParseExtInst(const OperandPattern& pattern, Patterns rest) {
  if (current().kind() == TokenKind::kImmediate) {
    return ParseRawOperands(pattern);
  }
  const uint32_t set_id = words_[first_word_ + 3];
  const IdFact& fact = FactOf(set_id);
  if (fact.kind == IdFact::Kind::kPoisoned) return false;
  if (fact.kind != IdFact::Kind::kImport) {
    return LiteralTypeError(SyntaxRule("asm.ext-inst.set"), previous(), set_id);
  }
  uint32_t number = 0;
  ExtInst inst = ExtInst::kNone;
  if (current().kind() == TokenKind::kNumber) {
    if (ParseUint32(current().text(), &number) != LiteralError::kNone) {
      return OperandError(pattern, Kind::kLiteralExtInstInteger);
    }
    if (fact.set != ExtInstSet::kNone) {
      inst = grammar::ExtInstFromNumber(fact.set, number);
    }
  } else if (current().kind() != TokenKind::kWord ||
             LooksLikeOpcode(current())) {
    return OperandError(pattern, Kind::kLiteralExtInstInteger);
  } else if (fact.set == ExtInstSet::kNone) {
    return ReportOnce(SyntaxRule("asm.ext-inst.number"), current(),
                      current().text());
  } else {
    inst = grammar::ExtInstFromName(fact.set, current().text());
    if (inst == ExtInst::kNone) return UnknownExtInst(fact.set);
    number = grammar::Info(inst).number;
  }
  builder_->AddOperand(WordInInstruction(), Kind::kLiteralExtInstInteger);
  Put(number);
  Advance();
  if (inst == ExtInst::kNone) return ParsePatterns(rest);
  const grammar::ExtInstInfo& info = grammar::Info(inst);
  builder_->UseRequirement(info.requirement);
  if (!ParsePatterns(grammar::Operands(info))) return false;
  // A later version of a non-semantic set may have added operands, all ids.
  const grammar::ExtInstSetInfo& set = grammar::Info(fact.set);
  const bool may_have_grown = set.non_semantic && set.versioned;
  return is_raw_ || !may_have_grown || ParsePatterns(rest);
}

// The opcode by its name without "Op"; kNoOp if there is none.
Op Assembler::OpFromBareName(absl::string_view name) {
  std::array<char, 80> whole = {'O', 'p'};  // longer than any opcode's name
  if (name.size() + 2 > whole.size()) return grammar::kNoOp;
  std::copy(name.begin(), name.end(), whole.begin() + 2);
  return grammar::OpFromName(absl::string_view(whole.data(), name.size() + 2));
}

// The opcode in an OpSpecConstantOp, and its operands.
bool Assembler::ParseSpecConstantOp(const OperandPattern& pattern) {
  if (current().kind() == TokenKind::kImmediate) {
    return ParseRawOperands(pattern);
  }
  if (LooksLikeOpcode(current()) && OnOneLine(previous(), current())) {
    Error(SyntaxRule("asm.spec-constant-op.prefix"), current());
    Advance();
    return false;
  }
  if (current().kind() != TokenKind::kWord || LooksLikeOpcode(current())) {
    return OperandError(pattern, Kind::kLiteralSpecConstantOpInteger);
  }
  const absl::string_view bare = current().text();
  const Op op = OpFromBareName(bare);
  if (op == grammar::kNoOp) {
    UnknownOpcode(SyntaxRule("asm.spec-constant-op.unknown"), current(), false);
    return false;
  }
  if (!IsSpecConstantOp(op)) {
    return ReportOnce(SyntaxRule("asm.spec-constant-op.opcode"), current(),
                      bare, {op});
  }
  const grammar::OpInfo& info = grammar::Info(op);
  builder_->UseRequirement(info.requirement);
  builder_->AddOperand(WordInInstruction(),
                       Kind::kLiteralSpecConstantOpInteger);
  Put(info.opcode);
  Advance();
  return ParsePatterns(grammar::Operands(info).subspan(2));
}

bool Assembler::ParseRawOperands(const OperandPattern& pattern) {
  is_raw_ = true;
  has_raw_words_ = true;
  builder_->DropOperands();
  const Token opcode = OpcodeToken();
  const bool has_result = result_.kind() == TokenKind::kId;
  NoteRawWord(first_word_, has_result ? result_.begin : opcode.begin,
              opcode.end);
  if (!ParseRawWord()) return false;
  // The result precedes "=", so its place in the words is known.
  const bool result_follows =
      pattern.kind == Kind::kIdResultType && grammar::Info(op_).has_result;
  if (result_follows && !ParseResult()) return false;
  return ParseRawWords();
}

bool Assembler::ParseRawWords() {
  while (!IsAtInstructionEnd()) {
    if (!ParseRawWord()) return false;
  }
  return true;
}

bool Assembler::ParseRawWord() {
  const Token token = current();
  const size_t word = next_word_;
  if (!PutRawToken()) return false;
  NoteRawWord(word, token.begin, token.end);
  Advance();
  return true;
}

void Assembler::NoteRawWord(size_t word, const char* begin, const char* end) {
  raw_words_.push_back({static_cast<uint32_t>(word),
                        static_cast<uint32_t>(begin - text_.data()),
                        static_cast<uint32_t>(end - text_.data())});
}

bool Assembler::PutRawToken() {
  switch (current().kind()) {
    case TokenKind::kImmediate: {
      uint32_t value = 0;
      if (current().rest().substr(0, 1) == "-" ||
          ParseUint32(current().rest(), &value) != LiteralError::kNone) {
        return Error(SyntaxRule("asm.immediate.value"), current());
      }
      Put(value);
      break;
    }
    case TokenKind::kNumber:
      if (!ParseRawNumber()) return false;
      break;
    case TokenKind::kId:
      if (current().malformed()) return TokenError(current());
      Put(ids_.Intern(current().rest()).value);
      break;
    case TokenKind::kString: {
      if (IsRunaway(current())) EndStringWithLine();
      if (current().malformed()) return TokenError(current());
      ReserveWords(MaxStringWords(current().text().size()));
      bool has_nul = false;
      next_word_ +=
          WriteString(current().text(), words_ + next_word_, &has_nul);
      if (has_nul) return Error(SyntaxRule("asm.string.nul"), current());
      break;
    }
    case TokenKind::kEquals:
      Error(SyntaxRule("asm.immediate.equals"), previous());
      Advance();
      if (LooksLikeOpcode(current())) Advance();
      return false;
    case TokenKind::kBad:
      return TokenError(current());
    default:
      return Error(SyntaxRule("asm.raw.token"), current());
  }
  return true;
}

// A number of unknown type: a 32-bit integer, otherwise a float.
bool Assembler::ParseRawNumber() {
  uint32_t value = 0;
  const bool is_signed = *current().begin == '-';
  LiteralError error = ParseInteger(current().text(), 32, is_signed, &value);
  if (error == LiteralError::kSyntax) {
    const FloatFormat* const format = FindFloatFormat(32, absl::nullopt);
    error = ParseFloat(current().text(), *format, &value);
    if (error == LiteralError::kSyntax) {
      return Error(SyntaxRule("asm.raw.token"), current());
    }
  }
  if (error != LiteralError::kNone) {
    return Error(SyntaxRule("asm.raw.number"), current());
  }
  Put(value);
  return true;
}

// An instruction whose opcode is an immediate.
void Assembler::ParseImmediateInstruction() {
  op_ = grammar::kNoOp;
  opcode_begin_ = current().begin;
  has_raw_words_ = true;
  if (!ParseRawWords()) AbandonInstruction();
}

// OpUnknown(opcode, words) operands.
void Assembler::ParseUnknownInstruction() {
  op_ = grammar::kNoOp;
  has_raw_words_ = true;
  const Token opcode_token = current();
  Advance();
  if (result_.kind() == TokenKind::kId) {
    Error(SyntaxRule("asm.result.unknown-op"), OpcodeToken());
    AbandonInstruction();
    return;
  }
  uint32_t opcode = 0;
  uint32_t announced = 0;
  first_word_ = next_word_;
  if (ParseUnknownHead(&opcode, &announced)) {
    NoteRawWord(first_word_, opcode_token.begin, opcode_token.end);
    Put(announced << 16 | opcode);
    if (ParseRawWords()) {
      const uint32_t count = WordInInstruction();
      if (count == announced) return;
      Error(SyntaxRule("asm.unknown-op.words"), OpcodeToken(),
            {count, announced});
    }
  }
  next_word_ = first_word_;
  AbandonInstruction();
}

bool Assembler::ParseUnknownHead(uint32_t* opcode, uint32_t* word_count) {
  const auto take = [this](absl::string_view mark) {
    if (current().text() != mark) return false;
    Advance();
    return true;
  };
  const auto number = [this](uint32_t* value) {
    if (current().kind() != TokenKind::kNumber ||
        ParseUint32(current().text(), value) != LiteralError::kNone ||
        *value > 0xffff) {
      return false;
    }
    Advance();
    return true;
  };
  return (take("(") && number(opcode) && take(",") && number(word_count) &&
          take(")")) ||
         Error(SyntaxRule("asm.unknown-op.form"), current());
}

}  // namespace plumb

// Instructions of the common forms.  See assembler.h.
//
// A common instruction has no error and nothing rare: no immediate, no mask of
// several bits, no literal of an OpSwitch, no token without a blank behind it.
// It is over where another one begins; how that one begins is read on the way.
// As soon as something else turns up, what has been written is forgotten and
// the instruction is left to ParseInstruction().  Ids that have got their
// numbers by then get the same ones there, since operands are read in the same
// order.
//
// Tested by assembler_test.cc and, against the longer way,
// assembler_common_test.cc.
#include <bit>

#include "parse/spec_constant_op.h"
#include "parse/text/assembler.h"
#include "parse/text/integer_literal.h"
#include "parse/text/string_literal.h"

namespace plumb {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::OperandPattern;
using grammar::OpInfo;
using grammar::Quantifier;

// Goes on from the token at hand, which becomes the one that the first uncommon
// instruction begins with.
void Assembler::ParseCommonInstructions() {
  if (!common_forms_) return;
  Lexer lexer = lexer_;
  lexer.Rewind(current());
  Head head;
  if (!TryHead(&lexer, &head)) return;
  const char* const begin = head.begin;
  Head next;
  while (!head.is_end && TryInstruction(&lexer, head, &next)) head = next;
  if (head.begin == begin) return;  // the tokens at hand are still right
  lexer_.MoveTo(head.begin);
  Advance();
}

// Whether an instruction begins here, or the text ends.  The lexer is moved to
// the opcode.
bool Assembler::TryHead(Lexer* lexer, Head* head) const {
  head->begin = lexer->SkipToToken();
  head->is_end = lexer->at_end();
  head->has_result = false;
  if (head->is_end || lexer->IsAtOpcode()) return true;
  if (!lexer->TakeName(&head->result) || !lexer->EqualsFollows()) return false;
  lexer->TakeEquals();
  head->has_result = true;
  return true;
}

bool Assembler::TryInstruction(Lexer* lexer, const Head& head, Head* next) {
  op_ = grammar::OpFromName(lexer->TakeToBlank());
  if (op_ == grammar::kNoOp) return false;
  const OpInfo& info = grammar::Info(op_);
  if (info.has_result != head.has_result || !HasVersion(info)) return false;
  first_word_ = next_word_;
  is_raw_ = false;
  Put(0);  // word count and opcode are known at the end
  if (TryOperands(lexer, grammar::Operands(info), head, !info.fixed_layout,
                  next) &&
      IsSoundInstruction()) {
    AddInstruction(info);
    builder_->AddOrigin(static_cast<uint32_t>(head.begin - text_.data()));
    return true;
  }
  next_word_ = first_word_;
  builder_->DropOperands();
  return false;
}

// Reads operands up to the head of the next instruction.
bool Assembler::TryOperands(Lexer* lexer, Patterns patterns, const Head& head,
                            bool add_operands, Head* next) {
  while (!patterns.empty()) {
    const OperandPattern& pattern = patterns.front();
    if (pattern.quantifier != Quantifier::kOne) {
      // Where the instruction may be over, so may be all that is left of it.
      const char* const begin = lexer->SkipToToken();
      if (TryHead(lexer, next)) return true;
      lexer->MoveTo(begin);
    }
    if (pattern.quantifier != Quantifier::kAny) patterns.remove_prefix(1);
    const grammar::KindInfo& info = grammar::Info(pattern.kind);
    if (pattern.kind == Kind::kCountedPairIdRefLiteralInteger) return false;
    if (info.category == Category::kComposite) {
      for (const Kind base : grammar::Bases(info)) {
        builder_->AddOperand(WordInInstruction(), base);
        if (!TryOperand(lexer, base, head, &patterns)) return false;
      }
      continue;
    }
    if (add_operands) builder_->AddOperand(WordInInstruction(), pattern.kind);
    if (!TryOperand(lexer, pattern.kind, head, &patterns)) return false;
  }
  return TryHead(lexer, next);
}

// `rest` are the operands that follow, to which those are added that the
// operand brings.
inline bool Assembler::TryOperand(Lexer* lexer, Kind kind, const Head& head,
                                  Patterns* rest) {
  switch (grammar::Info(kind).category) {
    case Category::kId: {
      absl::string_view name = head.result;
      if (kind != Kind::kIdResult && !lexer->TakeNameToBlank(&name)) {
        return false;
      }
      const Id id = ids_.Intern(name);
      Put(id.value);
      return id != kNoId;
    }
    case Category::kValueEnum:
    case Category::kBitEnum:
      return TryEnumerant(lexer, kind, rest);
    default:
      return TryLiteral(lexer, kind, rest);
  }
}

bool Assembler::TryLiteral(Lexer* lexer, Kind kind, Patterns* rest) {
  absl::string_view text;
  switch (kind) {
    case Kind::kLiteralInteger: {
      uint32_t value = 0;
      if (op_ == Op::kSwitch || !lexer->TakeNumberToBlank(&text) ||
          ParseUint32(text, &value) != LiteralError::kNone) {
        return false;
      }
      Put(value);
      return true;
    }
    case Kind::kLiteralString:
      if (!lexer->TakePlainString(&text)) return false;
      ReserveWords(MaxStringWords(text.size()));
      next_word_ += WritePlainString(text, words_ + next_word_);
      return true;
    case Kind::kLiteralContextDependentNumber:
      return TryTypedLiteral(lexer);
    case Kind::kLiteralExtInstInteger:
      return TryExtInst(lexer, rest);
    case Kind::kLiteralSpecConstantOpInteger:
      return TrySpecConstantOp(lexer, rest);
    default:
      return false;
  }
}

bool Assembler::TryEnumerant(Lexer* lexer, Kind kind, Patterns* rest) {
  const EnumerantInfo* const enumerant =
      FindEnumerant(kind, lexer->TakeToBlank());
  if (enumerant == nullptr) return false;
  Put(enumerant->value);
  if (enumerant->parameter_count == 0) return true;
  // Parameters come before what is left, of which there is rarely anything; and
  // a name for several bits would have those of each bit.
  const bool is_plain = grammar::Info(kind).category == Category::kValueEnum ||
                        std::has_single_bit(enumerant->value);
  if (!rest->empty() || !is_plain) return false;
  *rest = grammar::Parameters(*enumerant);
  return true;
}

// The name of an extended instruction; word 3 is the set.
bool Assembler::TryExtInst(Lexer* lexer, Patterns* rest) {
  const IdFact& fact = FactOf(words_[first_word_ + 3]);
  if (fact.kind != IdFact::Kind::kImport ||
      fact.set == grammar::ExtInstSet::kNone) {
    return false;
  }
  const grammar::ExtInst inst =
      grammar::ExtInstFromName(fact.set, lexer->TakeToBlank());
  if (inst == grammar::ExtInst::kNone) return false;
  const grammar::ExtInstInfo& info = grammar::Info(inst);
  builder_->UseRequirement(info.requirement);
  Put(info.number);
  *rest = grammar::Operands(info);
  return true;
}

// The opcode that an OpSpecConstantOp carries.
bool Assembler::TrySpecConstantOp(Lexer* lexer, Patterns* rest) {
  const Op op = OpFromBareName(lexer->TakeToBlank());
  if (op == grammar::kNoOp || !IsSpecConstantOp(op)) return false;
  const OpInfo& info = grammar::Info(op);
  builder_->UseRequirement(info.requirement);
  Put(info.opcode);
  *rest = grammar::Operands(info).subspan(2);
  return true;
}

// A literal of OpConstant or OpSpecConstant, whose result type is in word 1.
bool Assembler::TryTypedLiteral(Lexer* lexer) {
  const IdFact& type = FactOf(words_[first_word_ + 1]);
  absl::string_view text;
  if (!lexer->TakeNumberToBlank(&text)) return false;
  LiteralError error = LiteralError::kWidth;
  uint32_t count = 0;
  if (type.kind == IdFact::Kind::kInteger && type.width <= kMaxIntegerWidth) {
    count = IntegerWords(type.width);
    ReserveWords(count);
    error = ParseInteger(text, type.width, type.is_signed, words_ + next_word_);
  } else if (type.kind == IdFact::Kind::kFloat && type.format != nullptr) {
    count = IntegerWords(type.width);
    ReserveWords(count);
    error = ParseFloat(text, *type.format, words_ + next_word_);
  }
  next_word_ += count;
  return error == LiteralError::kNone;
}

}  // namespace plumb

// Instructions of the common forms.  See assembler.h.
//
// A common instruction has no error and nothing rare: no immediate, no mask of
// several bits, no literal of an OpSwitch, no opcode in an OpSpecConstantOp. It
// is over where another one begins; how that one begins is read on the way.  As
// soon as something else turns up, what has been written is forgotten and the
// instruction is left to ParseInstruction().  Ids that have got their numbers
// by then get the same ones there, since operands are read in the same order.
//
// Tested by assembler_test.cc and, against the longer way,
// assembler_common_test.cc.
#include <bit>

#include "parse/assembler.h"
#include "parse/integer_literal.h"
#include "parse/string_literal.h"

namespace plumb {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::Kind;
using grammar::Op;
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
  if (head->is_end || lexer->OpcodeFollows()) return true;
  if (!lexer->TakeName(&head->result) || !lexer->EqualsFollows()) return false;
  lexer->TakeEquals();
  head->has_result = true;
  return true;
}

bool Assembler::TryInstruction(Lexer* lexer, const Head& head, Head* next) {
  absl::string_view name;
  if (!lexer->TakeWord(&name)) return false;
  op_ = grammar::OpFromName(name);
  if (op_ == grammar::kNoOp) return false;
  const OpInfo& info = grammar::Info(op_);
  if (info.has_result != head.has_result || !HasVersion(info)) return false;
  first_word_ = next_word_;
  is_raw_ = false;
  Put(0);  // word count and opcode are known at the end
  if (TryOperands(lexer, grammar::Operands(info), head, !info.fixed_layout,
                  next) &&
      IsSoundInstruction() && FinishInstruction(info)) {
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
bool Assembler::TryOperand(Lexer* lexer, Kind kind, const Head& head,
                           Patterns* rest) {
  if (IsIdUse(kind)) return TryName(lexer);
  absl::string_view text;
  switch (kind) {
    case Kind::kIdResult:
      Put(ids_.Intern(head.result).value);
      return true;
    case Kind::kLiteralInteger: {
      uint32_t value = 0;
      if (op_ == Op::kSwitch || !lexer->TakeNumber(&text) ||
          ParseUint32(text, &value) != LiteralError::kNone) {
        return false;
      }
      Put(value);
      return true;
    }
    case Kind::kLiteralString: {
      if (!lexer->TakeString(&text)) return false;
      ReserveWords(MaxStringWords(text.size()));
      bool has_nul = false;
      next_word_ += WriteString(text, words_ + next_word_, &has_nul);
      return !has_nul;
    }
    case Kind::kLiteralContextDependentNumber:
      return TryTypedLiteral(lexer);
    case Kind::kLiteralExtInstInteger:
      return TryExtInst(lexer, rest);
    default:
      return TryEnumerant(lexer, kind, rest);
  }
}

bool Assembler::TryName(Lexer* lexer) {
  absl::string_view name;
  if (!lexer->TakeName(&name)) return false;
  Put(ids_.Intern(name).value);
  return true;
}

bool Assembler::TryEnumerant(Lexer* lexer, Kind kind, Patterns* rest) {
  const Category category = grammar::Info(kind).category;
  absl::string_view name;
  if ((category != Category::kValueEnum && category != Category::kBitEnum) ||
      !lexer->TakeWord(&name)) {
    return false;
  }
  const EnumerantInfo* const enumerant = FindEnumerant(kind, name);
  if (enumerant == nullptr) return false;
  Put(enumerant->value);
  if (enumerant->parameter_count == 0) return true;
  // Parameters come before what is left, of which there is rarely anything; and
  // a name for several bits would have those of each bit.
  const bool is_plain =
      category == Category::kValueEnum || std::has_single_bit(enumerant->value);
  if (!rest->empty() || !is_plain) return false;
  *rest = grammar::Parameters(*enumerant);
  return true;
}

// The name of an extended instruction; word 3 is the set.
bool Assembler::TryExtInst(Lexer* lexer, Patterns* rest) {
  const IdFact& fact = FactOf(words_[first_word_ + 3]);
  absl::string_view name;
  if (fact.kind != IdFact::Kind::kImport ||
      fact.set == grammar::ExtInstSet::kNone ||
      grammar::Info(fact.set).non_semantic || !lexer->TakeWord(&name)) {
    return false;
  }
  const grammar::ExtInst inst = grammar::ExtInstFromName(fact.set, name);
  if (inst == grammar::ExtInst::kNone) return false;
  const grammar::ExtInstInfo& info = grammar::Info(inst);
  builder_->UseRequirement(info.requirement);
  Put(info.number);
  *rest = grammar::Operands(info);
  return true;
}

// A literal of OpConstant or OpSpecConstant, whose result type is in word 1.
bool Assembler::TryTypedLiteral(Lexer* lexer) {
  const IdFact& type = FactOf(words_[first_word_ + 1]);
  absl::string_view text;
  if (!lexer->TakeNumber(&text)) return false;
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

// Operands by kind.  See assembler.h.
//
// Recursion is as deep as the grammar nests parameters of enumerants, whatever
// the text is.
//
// Tested by assembler_test.cc.
#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "core/literal_string.h"
#include "parse/no_storage_class.h"
#include "parse/text/assembler.h"
#include "parse/text/integer_literal.h"
#include "parse/text/string_literal.h"
#include "parse/text/syntax_rules.h"
#include "parse/utf8.h"

namespace plumb {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::OperandPattern;
using grammar::Quantifier;

namespace {

bool IsConstantData(grammar::Op op) {
  return op == grammar::Op::kConstantDataKHR ||
         op == grammar::Op::kSpecConstantDataKHR;
}

}  // namespace

bool Assembler::ParsePatterns(Patterns patterns) {
  for (size_t i = 0; i < patterns.size(); ++i) {
    const OperandPattern& pattern = patterns[i];
    if (pattern.kind == Kind::kLiteralExtInstInteger) {
      return ParseExtInst(pattern, patterns.subspan(i + 1));
    }
    if (pattern.kind == Kind::kLiteralSpecConstantOpInteger) {
      return ParseSpecConstantOp(pattern);
    }
    if (pattern.quantifier == Quantifier::kOne) {
      if (IsIdUse(pattern.kind) && IsAtName()) {  // fast path: most of them
        builder_->AddOperand(WordInInstruction(), pattern.kind);
        ReadName();
        continue;
      }
      if (!ParseOperand(pattern)) return false;
    } else {
      while (!IsAtInstructionEnd() && !IsAtMisspeltOpcode(pattern.kind)) {
        if (!ParseOperand(pattern)) return false;
        if (is_raw_ || pattern.quantifier == Quantifier::kOptional) break;
      }
    }
    if (is_raw_) return true;
  }
  return true;
}

bool Assembler::ParseOperand(const OperandPattern& pattern) {
  if (pattern.kind == Kind::kCountedPairIdRefLiteralInteger) {
    return ParseCountedPairs(pattern);
  }
  const grammar::KindInfo& info = grammar::Info(pattern.kind);
  if (info.category != Category::kComposite) {
    return ParseSingleOperand(pattern, pattern.kind);
  }
  for (Kind base : grammar::Bases(info)) {
    if (!ParseSingleOperand(pattern, base)) return false;
    if (is_raw_) return true;
  }
  return true;
}

// The number of pairs, and the pairs.
bool Assembler::ParseCountedPairs(const OperandPattern& pattern) {
  if (!ParseSingleOperand(pattern, Kind::kLiteralInteger)) return false;
  if (is_raw_) return true;
  for (uint32_t left = words_[next_word_ - 1]; left > 0; --left) {
    for (const Kind kind : {Kind::kIdRef, Kind::kLiteralInteger}) {
      if (!ParseSingleOperand(pattern, kind)) return false;
      if (is_raw_) return true;
    }
  }
  return true;
}

bool Assembler::ParseSingleOperand(const OperandPattern& pattern, Kind kind) {
  if (kind == Kind::kIdResult) {
    builder_->AddOperand(WordInInstruction(), kind);
    return ParseResult();
  }
  if (current().kind() == TokenKind::kImmediate) {
    return ParseRawOperands(pattern);
  }
  builder_->AddOperand(WordInInstruction(), kind);
  return ParseValue(pattern, kind);
}

bool Assembler::ParseValue(const OperandPattern& pattern, Kind kind) {
  if (IsIdUse(kind)) return ParseId(pattern);
  const Category category = grammar::Info(kind).category;
  if (category == Category::kValueEnum) return ParseValueEnum(pattern, kind);
  if (category == Category::kBitEnum) return ParseBitEnum(pattern, kind);
  switch (kind) {
    case Kind::kLiteralInteger:
      if (op_ == grammar::Op::kSwitch) return ParseSwitchLiteral(pattern);
      return ParseLiteralInteger(pattern);
    case Kind::kLiteralInteger64:
      return ParseLiteralInteger64(pattern);
    case Kind::kLiteralString:
      return ParseString(pattern);
    case Kind::kLiteralContextDependentNumber:
      return ParseConstantLiteral(pattern);
    case Kind::kLiteralFloat: {
      IdFact type;
      type.kind = IdFact::Kind::kFloat;
      type.width = 32;
      type.format = FindFloatFormat(32, absl::nullopt);
      return ParseTypedLiteral(pattern, type);
    }
    default:
      return OperandError(pattern, kind);
  }
}

bool Assembler::ParseId(const OperandPattern& pattern) {
  if (!IsAtName()) return OperandError(pattern, Kind::kIdRef);
  ReadName();
  return true;
}

bool Assembler::ParseResult() {
  if (result_.malformed()) return false;
  Put(ids_.Intern(result_.rest()).value);
  return true;
}

bool Assembler::ParseLiteralInteger(const OperandPattern& pattern) {
  if (current().kind() != TokenKind::kNumber) {
    const bool takes_string = current().kind() == TokenKind::kString &&
                              !current().malformed() && !IsRunaway(current()) &&
                              IsConstantData(op_);
    return takes_string ? ParseDataString()
                        : OperandError(pattern, Kind::kLiteralInteger);
  }
  uint32_t value = 0;
  const LiteralError error = ReadInteger(32, false, &value);
  if (error != LiteralError::kNone) {
    IdFact type;
    type.kind = IdFact::Kind::kInteger;
    type.width = 32;
    return LiteralFailure(error, type);
  }
  Put(value);
  Advance();
  return true;
}

bool Assembler::ParseLiteralInteger64(const OperandPattern& pattern) {
  if (current().kind() != TokenKind::kNumber) {
    return OperandError(pattern, Kind::kLiteralInteger);
  }
  constexpr uint32_t kWidth = 64;
  ReserveWords(IntegerWords(kWidth));
  const LiteralError error = ReadInteger(kWidth, true, words_ + next_word_);
  if (error != LiteralError::kNone) {
    IdFact type;
    type.kind = IdFact::Kind::kInteger;
    type.width = kWidth;
    type.is_signed = true;
    return LiteralFailure(error, type);
  }
  next_word_ += IntegerWords(kWidth);
  Advance();
  return true;
}

LiteralError Assembler::ReadInteger(uint32_t width, bool is_signed,
                                    uint32_t* words) {
  const absl::string_view text = current().text();
  const LiteralError error = width == 32 && !is_signed
                                 ? ParseUint32(text, words)
                                 : ParseInteger(text, width, is_signed, words);
  std::string rewritten;
  if (error != LiteralError::kSyntax || !options_.extended ||
      !RewriteInteger(text, &rewritten)) {
    return error;
  }
  return ParseInteger(rewritten, width, is_signed, words);
}

// A string in the data of a constant: its bytes, padded with zeros to whole
// words, each of which is an operand.
bool Assembler::ParseDataString() {
  ReserveWords(MaxStringWords(current().text().size()));
  bool has_nul = false;
  size_t count = WriteString(current().text(), words_ + next_word_, &has_nul);
  // The zero byte at the end of a literal string is not part of it.
  if (count > 1 && words_[next_word_ + count - 1] == 0) --count;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      builder_->AddOperand(WordInInstruction(), Kind::kLiteralInteger);
    }
    ++next_word_;
  }
  if (has_nul) return Error(SyntaxRule("asm.string.nul"), current());
  Advance();
  return true;
}

bool Assembler::ParseString(const OperandPattern& pattern) {
  if (current().kind() != TokenKind::kString || current().malformed() ||
      IsRunaway(current())) {
    return OperandError(pattern, Kind::kLiteralString);
  }
  ReserveWords(MaxStringWords(current().text().size()));
  bool has_nul = false;
  const size_t count =
      WriteString(current().text(), words_ + next_word_, &has_nul);
  if (has_nul) return Error(SyntaxRule("asm.string.nul"), current());
  CheckIsUtf8({words_ + next_word_, count});
  next_word_ += count;
  Advance();
  return true;
}

// Checks the string that current() is.
void Assembler::CheckIsUtf8(absl::Span<const uint32_t> words) {
  if (IsAscii(current().text())) return;
  if (IsValidUtf8(LiteralString(words).text())) return;
  diagnostics_->Add(SyntaxRule("asm.string.utf8"), PlaceOf(current()));
}

// A literal of OpConstant or OpSpecConstant, whose result type is in word 1.
bool Assembler::ParseConstantLiteral(const OperandPattern& pattern) {
  const uint32_t type_id = words_[first_word_ + 1];
  const IdFact& type = FactOf(type_id);
  if (type.kind == IdFact::Kind::kPoisoned) return false;
  if (type.kind != IdFact::Kind::kInteger &&
      type.kind != IdFact::Kind::kFloat) {
    if (IsAtInstructionEnd()) return OperandError(pattern, pattern.kind);
    return LiteralTypeError(SyntaxRule("asm.literal.type"), FirstOperandToken(),
                            type_id);
  }
  return ParseTypedLiteral(pattern, type);
}

// A literal of OpSwitch, whose selector is in word 1.
bool Assembler::ParseSwitchLiteral(const OperandPattern& pattern) {
  const uint32_t selector = words_[first_word_ + 1];
  if (FactOf(selector).kind == IdFact::Kind::kPoisoned) return false;
  const Id type_id = builder_->module().type_of(Id(selector));
  const IdFact& type = FactOf(type_id.value);
  if (type.kind == IdFact::Kind::kPoisoned) return false;
  if (type.kind != IdFact::Kind::kInteger) {
    return SelectorError(selector, type_id);
  }
  return ParseTypedLiteral(pattern, type);
}

bool Assembler::ParseTypedLiteral(const OperandPattern& pattern,
                                  const IdFact& type) {
  const bool is_float = type.kind == IdFact::Kind::kFloat;
  if (current().kind() == TokenKind::kWord && options_.extended && !is_float) {
    return ParseConstantName(pattern, type);
  }
  if (current().kind() != TokenKind::kNumber) {
    return OperandError(pattern, Kind::kLiteralContextDependentNumber);
  }
  LiteralError error = LiteralError::kWidth;
  uint32_t count = 1;
  ReserveWords(IntegerWords(kMaxIntegerWidth));
  if (!is_float) {
    count = IntegerWords(std::min(type.width, kMaxIntegerWidth));
    error = ReadInteger(type.width, type.is_signed, words_ + next_word_);
  } else if (type.format != nullptr) {
    count = IntegerWords(type.width);
    error = ParseFloat(current().text(), *type.format, words_ + next_word_);
  }
  if (error != LiteralError::kNone) return LiteralFailure(error, type);
  next_word_ += count;
  Advance();
  return true;
}

// A constant by the name of a scope or of bits of a mask.
bool Assembler::ParseConstantName(const OperandPattern& pattern,
                                  const IdFact& type) {
  const absl::optional<uint32_t> value = ValueOfConstantName(current().text());
  if (!value.has_value()) {
    return OperandError(pattern, Kind::kLiteralContextDependentNumber);
  }
  ReserveWords(IntegerWords(kMaxIntegerWidth));
  const LiteralError error = ParseInteger(absl::StrCat(*value), type.width,
                                          type.is_signed, words_ + next_word_);
  if (error != LiteralError::kNone) return LiteralFailure(error, type);
  next_word_ += IntegerWords(type.width);
  Advance();
  return true;
}

// By name, or by number for values without a known name.
const EnumerantInfo* Assembler::FindEnumerant(Kind kind,
                                              absl::string_view name) {
  const EnumerantInfo* const found = grammar::EnumerantByName(kind, name);
  if (found != nullptr) builder_->UseRequirement(found->requirement);
  return found;
}

bool Assembler::ParseValueEnum(const OperandPattern& pattern, Kind kind) {
  const EnumerantInfo* enumerant = nullptr;
  if (current().kind() == TokenKind::kWord) {
    if (LooksLikeOpcode(current())) return OperandError(pattern, kind);
    enumerant = FindEnumerant(kind, current().text());
    if (enumerant == nullptr) return UnknownEnumerant(current(), kind);
  } else if (current().kind() == TokenKind::kNumber) {
    // "1D" and similar are names too.
    enumerant = FindEnumerant(kind, current().text());
    uint32_t value = 0;
    if (enumerant == nullptr &&
        ParseUint32(current().text(), &value) == LiteralError::kNone) {
      enumerant = grammar::EnumerantByValue(kind, value);
      if (IsNoStorageClass(op_, kind, value)) {
        Put(value);
        Advance();
        return true;
      }
      if (enumerant == nullptr) {
        return ReportOnce(SyntaxRule("asm.enumerant.value"), current(),
                          current().text(), {grammar::NameOf(kind)});
      }
      builder_->UseRequirement(enumerant->requirement);
    }
    if (enumerant == nullptr) return UnknownEnumerant(current(), kind);
  } else {
    return OperandError(pattern, kind);
  }
  Put(enumerant->value);
  Advance();
  return enumerant->parameter_count == 0 ||
         ParsePatterns(grammar::Parameters(*enumerant));
}

bool Assembler::ParseBitEnum(const OperandPattern& pattern, Kind kind) {
  const bool is_mask =
      (current().kind() == TokenKind::kWord && !LooksLikeOpcode(current())) ||
      current().kind() == TokenKind::kNumber;
  if (!is_mask) return OperandError(pattern, kind);
  uint32_t mask = 0;
  bool has_parameters = false;
  if (!FindMask(kind, &mask, &has_parameters)) return false;
  Put(mask);
  Advance();
  return !has_parameters || ParseMaskParameters(kind, mask);
}

// The value of the mask at current().
bool Assembler::FindMask(Kind kind, uint32_t* mask, bool* has_parameters) {
  Token part = current();
  for (;;) {
    const absl::string_view rest(
        part.begin, static_cast<size_t>(current().end - part.begin));
    const size_t size = std::min(rest.find('|'), rest.size());
    part.end = part.begin + size;
    const EnumerantInfo* enumerant = FindEnumerant(kind, part.text());
    uint32_t number = 0;
    if (enumerant != nullptr) {
      *mask |= enumerant->value;
      *has_parameters |= enumerant->parameter_count != 0;
    } else if (size == 0) {
      return EmptyMaskError(current());
    } else if (ParseUint32(part.text(), &number) == LiteralError::kNone) {
      if ((number & ~grammar::KnownMask(kind)) != 0) {
        return ReportOnce(SyntaxRule("asm.enumerant.value"), part, part.text(),
                          {grammar::NameOf(kind)});
      }
      *mask |= number;
      *has_parameters = true;  // possibly
      for (uint32_t bits = number; bits != 0; bits &= bits - 1) {
        const EnumerantInfo* bit =
            grammar::EnumerantByValue(kind, bits & (~bits + 1));
        if (bit != nullptr) builder_->UseRequirement(bit->requirement);
      }
    } else {
      return UnknownEnumerant(part, kind);
    }
    if (size == rest.size()) return true;
    part.begin = part.end + 1;
  }
}

// The parameters of the bits of a mask, lowest bit first.
bool Assembler::ParseMaskParameters(Kind kind, uint32_t mask) {
  for (uint32_t bits = mask; bits != 0; bits &= bits - 1) {
    const EnumerantInfo* const enumerant =
        grammar::EnumerantByValue(kind, bits & (~bits + 1));
    if (enumerant == nullptr || enumerant->parameter_count == 0) continue;
    if (!ParsePatterns(grammar::Parameters(*enumerant))) return false;
    if (is_raw_) return true;
  }
  return true;
}

}  // namespace plumb

// Instructions of the common forms.  See assembler.h.
//
// A common instruction has no error and no rare part: no immediate, no mask of
// several bits, no literal of an OpSwitch, no token without a blank after it.
// It ends where another one begins, whose head is read on the way.  If
// anything else is found, the words written so far are discarded and
// ParseInstruction() parses the instruction.  Ids that already have numbers
// get the same ones there, because operands are read in the same order.
//
// The code for every instruction is inlined into one loop, so that the
// position in the text stays in a register.
//
// Tested by assembler_test.cc and, against the longer way,
// assembler_common_test.cc.
#include <bit>
#include <cstring>
#include <utility>

#include "absl/base/attributes.h"
#include "parse/spec_constant_op.h"
#include "parse/text/assembler.h"
#include "parse/text/byte_runs.h"
#include "parse/text/integer_literal.h"
#include "parse/text/short_word.h"
#include "parse/text/string_literal.h"

namespace plumb {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::OperandPattern;
using grammar::OpInfo;
using grammar::Quantifier;

namespace {

// Four bytes as a number, to compare them at once.
uint32_t FourBytes(const char* p) {
  uint32_t v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
bool IsSpaceAndPercent(const char* p) { return std::memcmp(p, " %", 2) == 0; }

// The first byte after a token, in its line or at the start of the next one; a
// blank if that is further away.
char ByteAfter(const char* window) {
  if (window[0] == ' ') return window[1];
  return window[0] == '\n' ? window[1 + LeadingSpaces(window + 1)] : ' ';
}

bool IsShort(absl::string_view word) {
  return word.size() - 1 < ShortWord::kMaxSize;
}

}  // namespace

// Starts at the current token, and leaves the first token of the first
// uncommon instruction as the current one.
void Assembler::ParseCommonInstructions() {
  if (!common_forms_) return;
  Head heads[2];
  Head* head = &heads[0];
  Head* next = &heads[1];
  const char* const begin = current().begin;
  if (!ReadHead(begin, head)) return;
  // At poll_at_, the caller polls for a cancellation.
  while (head->begin < poll_at_ && TryInstruction(*head, next)) {
    std::swap(head, next);
  }
  if (head->begin == begin) return;  // the current tokens are still right
  lexer_.MoveTo(head->begin);
  Advance();
}

// Whether an instruction starts at the next token, or the text ends.
ABSL_ATTRIBUTE_ALWAYS_INLINE
inline bool Assembler::ReadHead(const char* at, Head* head) const {
  const char* window = scanner_.Window(at);
  // Most instructions end with their line, and the next line begins with a few
  // spaces.
  if (window[0] == '\n') {
    at += 1 + LeadingSpaces(window + 1);
    window = scanner_.Window(at);
  }
  if (window[0] == 'O') {
    head->begin = at;
    head->opcode = at;
    head->has_result = false;
    return internal::LooksLikeOpcode(window, window + TextScanner::kWindow);
  }
  if (window[0] == '%') {
    const uint32_t size = LeadingNameBytes(window + 1);
    if (size != 0 && FourBytes(window + 1 + size) == FourBytes(" = O")) {
      head->begin = at;
      head->opcode = at + 1 + size + 3;
      head->has_result = true;
      head->result = absl::string_view(at + 1, size);
      return true;
    }
  }
  return ReadOtherHead(at, head);
}

bool Assembler::ReadOtherHead(const char* at, Head* head) const {
  const char* const end = scanner_.end();
  at = SkipLines(at, end);
  head->begin = at;
  head->opcode = at;
  head->has_result = false;
  if (at == end || internal::LooksLikeOpcode(at, end)) return true;
  if (*at != '%') return false;
  const char* const name_end = FindNameEnd(at + 1, end);
  head->result =
      absl::string_view(at + 1, static_cast<size_t>(name_end - at - 1));
  if (head->result.empty() || !EndsWord(name_end, end)) return false;
  const char* const equals = SkipLines(name_end, end);
  if (equals == end || *equals != '=') return false;
  head->has_result = true;
  head->opcode = SkipLines(equals + 1, end);
  return true;
}

// Whether the following token is, at a glance, neither the head of an
// instruction nor the end of the text.
inline bool Assembler::IsAtOperand(const char* at) const {
  const char* const window = scanner_.Window(at);
  if (window[0] != ' ' || IsSkipped(window[1]) || window[1] == 'O') {
    return false;
  }
  if (window[1] != '%') return window[1] != '\0';
  const char* const name_end = at + 2 + LeadingVisible(window + 2);
  const char behind = ByteAfter(scanner_.Window(name_end));
  return behind != '=' && !IsSkipped(behind);
}

ABSL_ATTRIBUTE_ALWAYS_INLINE
inline grammar::Op Assembler::ReadOpcode(const char** at) {
  const char* const begin = *at;
  const char* const window = scanner_.Window(begin);
  if (window[0] != 'O' || window[1] != 'p') return grammar::kNoOp;
  // The characters after "Op" distinguish them.
  const absl::string_view rest = scanner_.Run(begin + 2, window + 2);
  const absl::string_view name(begin, rest.size() + 2);
  *at = begin + name.size();
  if (!IsShort(rest)) return grammar::OpFromName(name);
  const ShortWord word = LoadShortWord(window + 2, rest.size());
  const Op* const known = opcodes_.Find(word, 0);
  if (known != nullptr) return *known;
  const Op op = grammar::OpFromName(name);
  if (op != grammar::kNoOp) opcodes_.Keep(word, 0, op);
  return op;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE
inline bool Assembler::TryInstruction(const Head& head, Head* next) {
  const char* at = head.opcode;
  op_ = ReadOpcode(&at);
  if (op_ == grammar::kNoOp) return false;
  const OpInfo& info = grammar::Info(op_);
  if (info.has_result != head.has_result || !HasVersion(info)) return false;
  first_word_ = next_word_;
  is_raw_ = false;
  Put(0);  // word count and opcode are known at the end
  if (TryOperands(at, grammar::Operands(info), head, !info.fixed_layout,
                  next) &&
      IsValidInstruction()) {
    AddInstruction(info);
    builder_->AddOrigin(static_cast<uint32_t>(head.begin - text_.data()));
    return true;
  }
  next_word_ = first_word_;
  builder_->DropOperands();
  return false;
}

// Reads operands up to the head of the next instruction.
ABSL_ATTRIBUTE_ALWAYS_INLINE
inline bool Assembler::TryOperands(const char* at, Patterns patterns,
                                   const Head& head, bool add_operands,
                                   Head* next) {
  const OperandPattern* pattern = patterns.data();
  const OperandPattern* end = pattern + patterns.size();
  while (pattern != end) {
    const Quantifier quantifier = pattern->quantifier;
    const Kind kind = pattern->kind;
    // If the current pattern is optional, so are the remaining ones: the
    // instruction may end here.
    if (quantifier != Quantifier::kOne && !IsAtOperand(at) &&
        ReadHead(at, next)) {
      return true;
    }
    if (quantifier != Quantifier::kAny) ++pattern;
    const Category category = grammar::Info(kind).category;
    if (category == Category::kId) {
      if (add_operands) builder_->AddOperand(WordInInstruction(), kind);
      at = TryId(at, kind, head);
    } else {
      Patterns rest(pattern, static_cast<size_t>(end - pattern));
      at = TryOtherOperand(at, kind, head, add_operands, &rest);
      pattern = rest.data();
      end = pattern + rest.size();
    }
    if (at == nullptr) return false;
  }
  return ReadHead(at, next);
}

// `rest` are the patterns of the remaining operands, to which those of the
// operand's parameters are added.
ABSL_ATTRIBUTE_ALWAYS_INLINE
inline const char* Assembler::TryOtherOperand(const char* at, Kind kind,
                                              const Head& head,
                                              bool add_operands,
                                              Patterns* rest) {
  const Category category = grammar::Info(kind).category;
  if (category == Category::kComposite) {
    return TryComposite(at, kind, head, rest);
  }
  if (add_operands) builder_->AddOperand(WordInInstruction(), kind);
  const bool is_enumerant =
      category == Category::kValueEnum || category == Category::kBitEnum;
  return is_enumerant ? TryEnumerant(at, kind, rest)
                      : TryLiteral(at, kind, rest);
}

const char* Assembler::TryComposite(const char* at, Kind kind, const Head& head,
                                    Patterns* rest) {
  if (kind == Kind::kCountedPairIdRefLiteralInteger) return nullptr;
  for (const Kind base : grammar::Bases(grammar::Info(kind))) {
    if (at == nullptr) break;
    if (grammar::Info(base).category == Category::kId) {
      builder_->AddOperand(WordInInstruction(), base);
      at = TryId(at, base, head);
    } else {
      at = TryOtherOperand(at, base, head, /*add_operands=*/true, rest);
    }
  }
  return at;
}

// The result, which is in the head, or a used id.
ABSL_ATTRIBUTE_ALWAYS_INLINE
inline const char* Assembler::TryId(const char* at, Kind kind,
                                    const Head& head) {
  absl::string_view name = head.result;
  const char* window = nullptr;
  if (kind == Kind::kIdResult) {
    window = scanner_.Window(name.data());
  } else {
    window = scanner_.Window(at);
    size_t before = 2;  // of the name
    if (!IsSpaceAndPercent(window)) {
      at = scanner_.SkipToToken(at);
      window = scanner_.Window(at);
      if (*window != '%') return nullptr;
      before = 1;
    }
    window += before;
    name = scanner_.Run(at + before, window);
    at = name.data() + name.size();
  }
  const Id id = ids_.Intern(name, window);
  Put(id.value);
  return id != kNoId ? at : nullptr;
}

const char* Assembler::TryLiteral(const char* at, Kind kind, Patterns* rest) {
  at = scanner_.SkipToToken(at);
  switch (kind) {
    case Kind::kLiteralInteger:
      return TryLiteralInteger(at);
    case Kind::kLiteralString: {
      absl::string_view text;
      const char* const end = lexer_.unterminated_seen()
                                  ? nullptr
                                  : scanner_.PlainString(at, &text);
      if (end == nullptr) return nullptr;
      ReserveWords(MaxStringWords(text.size()));
      next_word_ += WritePlainString(text, words_ + next_word_);
      return end;
    }
    case Kind::kLiteralContextDependentNumber:
      return TryTypedLiteral(at);
    case Kind::kLiteralExtInstInteger:
      return TryExtInst(at, rest);
    case Kind::kLiteralSpecConstantOpInteger:
      return TrySpecConstantOp(at, rest);
    default:
      return nullptr;
  }
}

inline const char* Assembler::TryLiteralInteger(const char* at) {
  const absl::string_view text = scanner_.Run(at);
  uint32_t value = 0;
  if (op_ == Op::kSwitch || !StartsNumber(text)) return nullptr;
  if (!ReadShortDecimal(text, &value) &&
      ParseUint32(text, &value) != LiteralError::kNone) {
    return nullptr;
  }
  Put(value);
  return text.data() + text.size();
}

// Nearly all numbers are decimal with a few digits.
inline bool Assembler::ReadShortDecimal(absl::string_view text,
                                        uint32_t* value) const {
  return text.size() <= 8 &&
         ParseShortDecimal(LoadBytes(scanner_.Window(text.data())), text.size(),
                           value);
}

const char* Assembler::TryEnumerant(const char* at, Kind kind, Patterns* rest) {
  const absl::string_view name = scanner_.Run(scanner_.SkipToToken(at));
  const EnumerantInfo* const enumerant = ReadEnumerant(kind, name);
  if (enumerant == nullptr) return nullptr;
  builder_->UseRequirement(enumerant->requirement);
  Put(enumerant->value);
  at = name.data() + name.size();
  if (enumerant->parameter_count == 0) return at;
  // Parameters precede the remaining operands, of which there are rarely any;
  // and a name for several bits would have the parameters of each bit.
  const bool is_plain = grammar::Info(kind).category == Category::kValueEnum ||
                        std::has_single_bit(enumerant->value);
  if (!rest->empty() || !is_plain) return nullptr;
  *rest = grammar::Parameters(*enumerant);
  return at;
}

inline const EnumerantInfo* Assembler::ReadEnumerant(Kind kind,
                                                     absl::string_view name) {
  if (!IsShort(name)) return grammar::EnumerantByName(kind, name);
  const ShortWord word =
      LoadShortWord(scanner_.Window(name.data()), name.size());
  const auto context = static_cast<uint32_t>(kind);
  const EnumerantInfo* const* const known = enumerants_.Find(word, context);
  if (known != nullptr) return *known;
  const EnumerantInfo* const found = grammar::EnumerantByName(kind, name);
  if (found != nullptr) enumerants_.Keep(word, context, found);
  return found;
}

// The name of an extended instruction; word 3 is the set.  Operands that a
// later version of a set may have added are uncommon.
const char* Assembler::TryExtInst(const char* at, Patterns* rest) {
  const IdFact& fact = FactOf(words_[first_word_ + 3]);
  if (fact.kind != IdFact::Kind::kImport ||
      fact.set == grammar::ExtInstSet::kNone) {
    return nullptr;
  }
  const absl::string_view name = scanner_.Run(at);
  const grammar::ExtInst inst = grammar::ExtInstFromName(fact.set, name);
  if (inst == grammar::ExtInst::kNone) return nullptr;
  const grammar::ExtInstInfo& info = grammar::Info(inst);
  builder_->UseRequirement(info.requirement);
  Put(info.number);
  *rest = grammar::Operands(info);
  return name.data() + name.size();
}

// The opcode in an OpSpecConstantOp.
const char* Assembler::TrySpecConstantOp(const char* at, Patterns* rest) {
  const absl::string_view name = scanner_.Run(at);
  const Op op = OpFromBareName(name);
  if (op == grammar::kNoOp || !IsSpecConstantOp(op)) return nullptr;
  const OpInfo& info = grammar::Info(op);
  builder_->UseRequirement(info.requirement);
  Put(info.opcode);
  *rest = grammar::Operands(info).subspan(2);
  return name.data() + name.size();
}

// A literal of OpConstant or OpSpecConstant, whose result type is in word 1.
const char* Assembler::TryTypedLiteral(const char* at) {
  const IdFact& type = FactOf(words_[first_word_ + 1]);
  const absl::string_view text = scanner_.Run(at);
  if (!StartsNumber(text)) return nullptr;
  const char* const end = text.data() + text.size();
  const bool is_integer = type.kind == IdFact::Kind::kInteger;
  uint32_t value = 0;
  if (is_integer && type.width == 32 && ReadShortDecimal(text, &value)) {
    Put(value);
    return end;
  }
  LiteralError error = LiteralError::kWidth;
  uint32_t count = 0;
  if (is_integer && type.width <= kMaxIntegerWidth) {
    count = IntegerWords(type.width);
    ReserveWords(count);
    error = ParseInteger(text, type.width, type.is_signed, words_ + next_word_);
  } else if (type.kind == IdFact::Kind::kFloat && type.format != nullptr) {
    count = IntegerWords(type.width);
    ReserveWords(count);
    error = ParseFloat(text, *type.format, words_ + next_word_);
  }
  next_word_ += count;
  return error == LiteralError::kNone ? end : nullptr;
}

}  // namespace plumb

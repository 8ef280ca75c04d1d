// The fast path, for nearly all instructions: see instruction_decoder.h.

#include <algorithm>
#include <bit>

#include "absl/base/optimization.h"
#include "parse/binary/id_words.h"
#include "parse/binary/instruction_decoder.h"
#include "parse/binary/string_words.h"

namespace plumb {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::ExtInst;
using grammar::OperandPattern;
using grammar::OpInfo;
using grammar::OpShape;
using grammar::Quantifier;

namespace {

// The last word of a string that begins at word `begin`; `end` if there is
// none before that, or if the string is not plain ASCII or not padded with
// zeroes.
uint32_t EndOfSimpleString(const uint32_t* words, uint32_t begin,
                           uint32_t end) {
  uint32_t bits = 0;
  uint32_t last = begin;
  for (; last < end && !HasZeroByte(words[last]); ++last) bits |= words[last];
  const bool fits = last < end && EndsString(words[last]) &&
                    ((bits | words[last]) & 0x80808080u) == 0;
  return fits ? last : end;
}

// The result type, and the result, of an instruction with these words.
Id ResultTypeOf(const OpShape& shape, const uint32_t* words) {
  return shape.has_result_type() ? Id(words[1]) : kNoId;
}
Id ResultOf(const OpShape& shape, const uint32_t* words) {
  // For word 1 or 2 the bit is 2 or 4.
  return shape.result != 0 ? Id(words[shape.result / 2]) : kNoId;
}

}  // namespace

uint32_t InstructionDecoder::DecodeFastRun(uint32_t at, uint32_t stop) {
  const auto end = static_cast<uint32_t>(words_.size());
  while (at < stop) {
    const uint32_t first = words_.data()[at];
    const uint32_t word_count = first >> 16;
    const Op op = grammar::OpFromOpcode(first & 0xffff);
    // A word count of 0 also counts as too large here.
    if (ABSL_PREDICT_FALSE(word_count - 1 >= end - at || op == grammar::kNoOp ||
                           !DecodeFast(op, at, word_count))) {
      break;
    }
    at += word_count;
  }
  return at;
}

inline bool InstructionDecoder::DecodeFast(Op op, uint32_t first_word,
                                           uint32_t word_count) {
  const OpShape shape = grammar::ShapeOf(op);
  if (ABSL_PREDICT_TRUE(shape.Covers(word_count))) {
    return DecodeFastShape(op, shape, first_word, word_count);
  }
  return op == Op::kExtInst ? DecodeFastExtInst(first_word, word_count)
                            : DecodeFastPatterns(op, first_word, word_count);
}

inline bool InstructionDecoder::DecodeFastShape(Op op, const OpShape& shape,
                                                uint32_t first_word,
                                                uint32_t word_count) {
  const uint32_t* const words = words_.data() + first_word;
  if (ABSL_PREDICT_FALSE(!HasIdsInBounds(shape, words, word_count)))
    return false;
  const Id result = ResultOf(shape, words);
  uint32_t operand_count = word_count - 1;
  if (shape.tail > OpShape::Tail::kNumbers) {
    if (!IsSimpleTail(shape.tail, words, shape.min_words - 1u, word_count)) {
      return false;
    }
    operand_count = shape.min_words - 1;
    if (op == Op::kExtInstImport) NoteImport(result, first_word, word_count);
  }
  if (shape.enumerants != 0 && !UseEnumerants(op, shape.enumerants, words)) {
    return false;
  }
  builder_->AddSharedInstruction(op, first_word, operand_count,
                                 ResultTypeOf(shape, words), result);
  return true;
}

inline bool InstructionDecoder::HasIdsInBounds(const OpShape& shape,
                                               const uint32_t* words,
                                               uint32_t word_count) const {
  const uint32_t ids = shape.id_uses | shape.result;
  const uint32_t further = shape.FirstTrailingId(word_count);
  if (ABSL_PREDICT_TRUE(word_count <= kIdWords &&
                        words_.end() - words >= kIdWords)) {
    return AreIdsUpTo(max_fast_id_, words,
                      ids | ((1u << word_count) - (1u << further)));
  }
  // An id of zero becomes the largest.  If no id is in bounds, this is false.
  uint32_t largest = 0;
  for (uint32_t rest = ids; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<uint32_t>(std::countr_zero(rest));
    largest = std::max(largest, words[w] - 1);
  }
  for (uint32_t w = further; w < word_count; ++w) {
    largest = std::max(largest, words[w] - 1);
  }
  return largest < max_fast_id_;
}

bool InstructionDecoder::DecodeFastExtInst(uint32_t first_word,
                                           uint32_t word_count) {
  constexpr uint32_t kSetWord = 3;
  constexpr uint32_t kNumberWord = 4;
  constexpr uint32_t kFirstOperand = 5;
  const uint32_t* const words = words_.data() + first_word;
  if (word_count < kFirstOperand || words[kSetWord] >= sets_.size()) {
    return false;
  }
  const ExtInstSet set = sets_[words[kSetWord]];
  const ExtInst inst = grammar::ExtInstFromNumber(set, words[kNumberWord]);
  if (inst == ExtInst::kNone) return false;
  const grammar::ExtInstInfo& info = grammar::Info(inst);
  const absl::Span<const OperandPattern> patterns = grammar::Operands(info);
  uint32_t min_words = kFirstOperand;
  bool has_more = MayHaveMoreOperands(set);
  for (const OperandPattern& pattern : patterns) {
    if (pattern.kind != Kind::kIdRef) return false;
    min_words += pattern.quantifier == Quantifier::kOne;
    has_more |= pattern.quantifier == Quantifier::kAny;
  }
  if (word_count < min_words ||
      (word_count > kFirstOperand + patterns.size() && !has_more)) {
    return false;
  }
  bool fits = true;
  for (uint32_t w = 1; w < word_count; ++w) {
    fits &= IsInBounds(words[w]) || w == kNumberWord;
  }
  if (!fits) return false;
  builder_->UseRequirement(info.requirement);
  builder_->AddSharedInstruction(Op::kExtInst, first_word, word_count - 1,
                                 Id(words[1]), Id(words[2]));
  return true;
}

bool InstructionDecoder::DecodeFastPatterns(Op op, uint32_t first_word,
                                            uint32_t word_count) {
  const OpInfo& info = grammar::Info(op);
  if (info.fixed_layout || word_count < info.min_words) return false;
  const uint32_t* const words = words_.data() + first_word;
  Patterns patterns = WholeOf(grammar::Operands(info));
  Operand* operand = builder_->BeginOperands(word_count);
  for (uint32_t w = 1; w < word_count; ++w) {
    if (patterns.next == patterns.end) return false;
    const OperandPattern& pattern = *patterns.next;
    patterns.next += pattern.quantifier != Quantifier::kAny;
    *operand++ = {static_cast<uint16_t>(w), pattern.kind};
    if (IsIdKind(pattern.kind)) {
      if (!IsInBounds(words[w])) return false;
    } else if (pattern.kind == Kind::kLiteralString) {
      w = EndOfSimpleString(words, w, word_count);
      if (w == word_count) return false;
    } else if (!IsOneWord(pattern.kind)) {
      const EnumerantInfo* enumerant = UseEnumerant(pattern.kind, words[w]);
      if (enumerant == nullptr) return false;
      if (enumerant->parameter_count == 0) continue;
      // The enumerant's own parameters come first.
      if (patterns.next != patterns.end) return false;
      patterns = WholeOf(grammar::Parameters(*enumerant));
    }
  }
  for (; patterns.next != patterns.end; ++patterns.next) {
    if (patterns.next->quantifier == Quantifier::kOne) return false;
  }
  const OpShape& shape = grammar::ShapeOf(op);
  builder_->EndOperands(operand);
  builder_->AddInstruction(op, first_word, ResultTypeOf(shape, words),
                           ResultOf(shape, words));
  return true;
}

bool InstructionDecoder::UseEnumerants(Op op, uint32_t enumerants,
                                       const uint32_t* words) {
  const absl::Span<const OperandPattern> patterns =
      grammar::Operands(grammar::Info(op));
  for (uint32_t rest = enumerants; rest != 0; rest &= rest - 1) {
    const auto word = static_cast<uint32_t>(std::countr_zero(rest));
    if (UseEnumerant(patterns[word - 1].kind, words[word]) == nullptr) {
      return false;
    }
  }
  return true;
}

inline const EnumerantInfo* InstructionDecoder::UseEnumerant(Kind kind,
                                                             uint32_t value) {
  const Category category = grammar::Info(kind).category;
  const bool is_one_bit = (value & (value - 1)) == 0;
  if (category != Category::kValueEnum &&
      (category != Category::kBitEnum || !is_one_bit)) {
    return nullptr;
  }
  const EnumerantInfo* info = grammar::EnumerantByValue(kind, value);
  if (info != nullptr) builder_->UseRequirement(info->requirement);
  return info;
}

// Whether a literal has the right number of words, and a string is plain: any
// other is read word by word.
bool InstructionDecoder::IsSimpleTail(OpShape::Tail tail, const uint32_t* words,
                                      uint32_t begin,
                                      uint32_t word_count) const {
  if (tail == OpShape::Tail::kNumber) {
    return LiteralWords(Id(words[1])) == word_count - begin;
  }
  return EndOfSimpleString(words, begin, word_count) == word_count - 1;
}

}  // namespace plumb

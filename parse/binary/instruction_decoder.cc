#include "parse/binary/instruction_decoder.h"

#include <algorithm>
#include <bit>

#include "absl/algorithm/container.h"
#include "absl/base/optimization.h"
#include "core/literal_string.h"
#include "parse/binary/binary_rules.h"
#include "parse/binary/string_words.h"
#include "parse/no_storage_class.h"
#include "parse/utf8.h"

namespace plumb {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::ExtInst;
using grammar::OperandPattern;
using grammar::OpInfo;
using grammar::OpShape;
using grammar::Quantifier;

namespace {

bool IsEnumKind(Kind kind) {
  const Category category = grammar::Info(kind).category;
  return category == Category::kValueEnum || category == Category::kBitEnum;
}

constexpr uint32_t kBoundWord = 3;  // of the header

// The operands of an instruction of an unknown extended set, which are
// probably ids.
constexpr OperandPattern kAnyIds[] = {
    {Kind::kIdRef, Quantifier::kAny, grammar::Name{0, 0}}};

}  // namespace

void InstructionDecoder::Start(absl::Span<const uint32_t> words,
                               uint32_t id_bound, ModuleBuilder* builder,
                               DiagnosticList* diagnostics) {
  words_ = words;
  renumbered_words_ = nullptr;
  id_bound_ = std::max<uint32_t>(id_bound, 1);
  max_fast_id_ = id_bound_ - 1;
  builder_ = builder;
  diagnostics_ = diagnostics;
  sets_.clear();
  beyond_bound_.clear();
  defined_beyond_bound_.clear();
}

void InstructionDecoder::Renumber(absl::Span<uint32_t> words) {
  renumbered_words_ = words.data();
  max_fast_id_ = 0;
  numbers_.clear();
  original_ids_.assign(1, 0);
}

void InstructionDecoder::Decode(Op op, uint32_t first_word,
                                uint32_t word_count) {
  op_ = op;
  renumbered_at_.clear();
  first_ = first_word;
  count_ = word_count;
  const OpInfo& info = grammar::Info(op);
  const OpShape& shape = grammar::ShapeOf(op);
  if (shape.Covers(word_count) && shape.tail <= OpShape::Tail::kNumbers) {
    DecodeSlow(info, shape);
  } else if (info.fixed_layout) {
    Report(BinaryRule("binary.instruction.word-count-fixed"), first_,
           first_ + count_, {op_, uint32_t{info.min_words}, count_});
  } else {
    DecodeVariable(info, shape);
  }
}

void InstructionDecoder::CheckEnumerants(const OpShape& shape,
                                         uint32_t first_word) {
  const absl::Span<const OperandPattern> patterns =
      grammar::Operands(grammar::Info(op_));
  for (uint32_t rest = shape.enumerants; rest != 0; rest &= rest - 1) {
    const auto word = static_cast<uint32_t>(std::countr_zero(rest));
    CheckEnumerant(patterns[word - 1].kind, first_word + word,
                   /*with_parameters=*/false);
  }
}

void InstructionDecoder::DecodeSlow(const OpInfo& info, const OpShape& shape) {
  ReadIds(shape.id_uses | shape.result);
  for (uint32_t w = shape.FirstTrailingId(count_); w < count_; ++w) {
    ReadId(first_ + w);
  }
  NoteResult(info);
  CheckEnumerants(shape, first_);
  builder_->AddSharedInstruction(op_, first_, count_ - 1, result_type_,
                                 result_);
}

void InstructionDecoder::DecodeVariable(const OpInfo& info,
                                        const OpShape& shape) {
  if (count_ < info.min_words) {
    Report(BinaryRule("binary.instruction.word-count-minimum"), first_,
           first_ + count_, {op_, uint32_t{info.min_words}, count_});
    return;
  }
  layout_known_ = true;
  const absl::Span<const OperandPattern> patterns = grammar::Operands(info);
  // The leading ids.
  const uint32_t all_ids = shape.id_uses | shape.result;
  const uint32_t ids = all_ids & ~(all_ids + 2);
  ReadIds(ids);
  NoteResult(info);
  operand_ = builder_->BeginOperands(count_);
  const auto first_other = static_cast<uint32_t>(std::bit_width(ids | 1));
  for (word_ = 1; word_ < first_other; ++word_) {
    AddOperand(word_, patterns[word_ - 1].kind);
  }
  outer_patterns_.clear();
  patterns_ = WholeOf(patterns.subspan(word_ - 1));
  if (!ExpandPatterns()) {
    if (layout_known_) ReportTooFewWords();
    RestoreNumbers();
    return;
  }
  if (word_ != count_ && layout_known_) {
    Report(BinaryRule("binary.instruction.left-over-words"), first_ + word_,
           first_ + count_, {op_, count_, word_, LiteralType()});
  }
  builder_->EndOperands(operand_);
  if (op_ == Op::kExtInstImport && result_ != kNoId) {
    NoteImport(result_, first_, count_);
  }
  builder_->AddInstruction(op_, first_, result_type_, result_);
}

void InstructionDecoder::ReadIds(uint32_t bits) {
  if (ABSL_PREDICT_TRUE(AreInBounds(bits))) return;
  for (uint32_t rest = bits; rest != 0; rest &= rest - 1) {
    ReadId(first_ + std::countr_zero(rest));
  }
}

// The result type and the result are the first words; a reported id is kNoId.
void InstructionDecoder::NoteResult(const OpInfo& info) {
  const auto id_at = [&](uint32_t word) {
    const uint32_t id = words_[first_ + word];
    return id < id_bound_ ? Id(id) : kNoId;
  };
  result_type_ = info.has_result_type ? id_at(1) : kNoId;
  result_ = kNoId;
  if (!info.has_result) return;
  const uint32_t word = 1 + info.has_result_type;
  result_ = id_at(word);
  if (result_ == kNoId && words_[first_ + word] != 0) {
    defined_beyond_bound_.insert(words_[first_ + word]);
  }
}

void InstructionDecoder::ReportIdsBeyondBound() {
  if (beyond_bound_.empty()) return;
  // A single wrong id is more likely than a wrong bound.
  if (defined_beyond_bound_.size() > 1) {
    const uint32_t largest = *absl::c_max_element(defined_beyond_bound_);
    // Errors in the widths of literals follow from types without an id.
    diagnostics_->MarkFollowUps([](const Diagnostic& d) {
      return d.rule == &BinaryRule("binary.instruction.operands-fill-words") ||
             d.rule == &BinaryRule("binary.instruction.left-over-words");
    });
    Report(BinaryRule("binary.header.bound-covers-ids"), kBoundWord,
           kBoundWord + 1, {id_bound_, largest, uint64_t{largest} + 1});
    return;
  }
  std::vector<std::pair<uint32_t, uint32_t>> places;  // and ids
  for (const auto& [id, at] : beyond_bound_) places.emplace_back(at, id);
  absl::c_sort(places);
  for (const auto& [at, id] : places) {
    Report(BinaryRule("binary.id.below-bound"), at, at + 1, {id, id_bound_});
  }
}

// Reads operands until no pattern is left.  Optional patterns end at the end
// of the words.
bool InstructionDecoder::ExpandPatterns() {
  while (true) {
    if (patterns_.next == patterns_.end) {
      if (outer_patterns_.empty()) return true;
      patterns_ = outer_patterns_.back();
      outer_patterns_.pop_back();
      continue;
    }
    const OperandPattern& pattern = *patterns_.next;
    if (word_ >= count_) {
      if (pattern.quantifier == Quantifier::kOne) return false;
      ++patterns_.next;
    } else if (IsOneWord(pattern.kind)) {
      ++patterns_.next;
      const bool any = pattern.quantifier == Quantifier::kAny;
      ReadRun(pattern.kind, any ? count_ : word_ + 1);
    } else {
      if (pattern.quantifier != Quantifier::kAny) ++patterns_.next;
      if (!ReadOperand(pattern.kind)) return false;
    }
  }
}

void InstructionDecoder::ReadRun(Kind kind, uint32_t end) {
  const bool is_id = IsIdKind(kind);
  for (; word_ < end; ++word_) {
    if (is_id) ReadId(first_ + word_);
    AddOperand(word_, kind);
  }
}

void InstructionDecoder::Push(absl::Span<const OperandPattern> patterns) {
  if (patterns.empty()) return;
  // An empty range is not kept, so that nested opcodes do not accumulate.
  if (patterns_.next != patterns_.end) outer_patterns_.push_back(patterns_);
  patterns_ = WholeOf(patterns);
}

bool InstructionDecoder::ReadOperand(Kind kind) {
  switch (kind) {
    case Kind::kLiteralString:
      return ReadString();
    case Kind::kLiteralContextDependentNumber: {
      const uint32_t words = LiteralWords(result_type_);
      return ReadWords(kind, words == 0 ? count_ - word_ : words);
    }
    case Kind::kLiteralExtInstInteger:
      return ReadExtInst();
    case Kind::kLiteralSpecConstantOpInteger:
      return ReadSpecConstantOp();
    case Kind::kPairLiteralIntegerIdRef:
      return ReadSwitchTarget();
    case Kind::kLiteralInteger64:
      return ReadWords(kind, 2);
    case Kind::kCountedPairIdRefLiteralInteger:
      return ReadCountedPairs();
    default:
      break;
  }
  if (IsEnumKind(kind)) return ReadEnumerant(kind);
  for (const Kind base : grammar::Bases(grammar::Info(kind))) {
    if (word_ >= count_) return false;
    if (IsIdKind(base)) ReadId(first_ + word_);
    ReadWords(base, 1);
  }
  return true;
}

bool InstructionDecoder::ReadWords(Kind kind, uint32_t count) {
  if (count > count_ - word_) return false;
  AddOperand(word_, kind);
  word_ += count;
  return true;
}

bool InstructionDecoder::ReadString() {
  const uint32_t* const words = words_.data() + first_;
  uint32_t bits = 0;
  uint32_t last = word_;
  for (; last < count_ && !HasZeroByte(words[last]); ++last) {
    bits |= words[last];
  }
  if (last == count_) {
    Report(BinaryRule("binary.string.terminated"), first_ + word_,
           first_ + count_, {});
    layout_known_ = false;  // reported already
    return false;
  }
  CheckEndOfString(first_ + last);
  if (((bits | words[last]) & 0x80808080u) != 0) {
    CheckIsUtf8(first_ + word_, last - word_ + 1);
  }
  return ReadWords(Kind::kLiteralString, last - word_ + 1);
}

void InstructionDecoder::CheckEndOfString(uint32_t at) {
  if (EndsString(words_[at])) return;
  Report(BinaryRule("binary.string.zero-padded"), at, at + 1,
         {Arg::Hex(words_[at])});
}

void InstructionDecoder::CheckIsUtf8(uint32_t at, uint32_t count) {
  if (!IsValidUtf8(LiteralString(words_.subspan(at, count)).text())) {
    Report(BinaryRule("binary.string.utf8"), at, at + count, {});
  }
}

bool InstructionDecoder::ReadEnumerant(Kind kind) {
  CheckEnumerant(kind, first_ + word_, /*with_parameters=*/true);
  return ReadWords(kind, 1);
}

void InstructionDecoder::CheckEnumerant(Kind kind, uint32_t at,
                                        bool with_parameters) {
  const uint32_t value = words_[at];
  if (grammar::Info(kind).category == Category::kValueEnum || value == 0) {
    const EnumerantInfo* info = grammar::EnumerantByValue(kind, value);
    if (info != nullptr) {
      builder_->UseRequirement(info->requirement);
      if (with_parameters) Push(grammar::Parameters(*info));
    } else if (grammar::Info(kind).category == Category::kValueEnum &&
               !IsNoStorageClass(op_, kind, value)) {
      Report(UnknownEnumerantRule(kind), at, at + 1,
             {value, grammar::NameOf(kind)});
      if (kind != Kind::kSourceLanguage) layout_known_ = false;
    }
    return;
  }
  const uint32_t known = grammar::KnownMask(kind);
  if ((value & ~known) != 0) {
    Report(UnknownEnumerantRule(kind), at, at + 1,
           {Arg::Hex(value), grammar::NameOf(kind), Arg::Hex(value & ~known)});
    layout_known_ = false;
  }
  // Pushed from the highest bit down, because the parameters of the lowest bit
  // come first.
  for (uint32_t rest = value & known; rest != 0;) {
    const uint32_t bit = std::bit_floor(rest);
    rest ^= bit;
    const EnumerantInfo* info = grammar::EnumerantByValue(kind, bit);
    if (info == nullptr) continue;  // named only as part of a group of bits
    builder_->UseRequirement(info->requirement);
    if (with_parameters) Push(grammar::Parameters(*info));
  }
}

// A pair of OpSwitch: the literal has the width of the selector's type.
bool InstructionDecoder::ReadSwitchTarget() {
  uint32_t words = 1;
  if (op_ == Op::kSwitch) {
    words = std::max<uint32_t>(LiteralWords(LiteralType()), 1);
  }
  if (!ReadWords(Kind::kLiteralInteger, words) || word_ >= count_) return false;
  ReadId(first_ + word_);
  return ReadWords(Kind::kIdRef, 1);
}

// The number of pairs, and the pairs.
bool InstructionDecoder::ReadCountedPairs() {
  const uint32_t pairs = words_[first_ + word_];
  if (pairs > (count_ - word_ - 1) / 2) return false;
  ReadWords(Kind::kLiteralInteger, 1);
  for (const uint32_t end = word_ + 2 * pairs; word_ < end;) {
    ReadId(first_ + word_);
    ReadWords(Kind::kIdRef, 1);
    ReadWords(Kind::kLiteralInteger, 1);
  }
  return true;
}

bool InstructionDecoder::ReadExtInst() {
  // The set is the previous operand.
  const uint32_t import = words_[first_ + word_ - 1];
  const uint32_t number = words_[first_ + word_];
  const ExtInstSet set =
      import < sets_.size() ? sets_[import] : ExtInstSet::kNone;
  const ExtInst inst = set == ExtInstSet::kNone
                           ? ExtInst::kNone
                           : grammar::ExtInstFromNumber(set, number);
  if (inst != ExtInst::kNone) {
    const grammar::ExtInstInfo& info = grammar::Info(inst);
    builder_->UseRequirement(info.requirement);
    if (!MayHaveMoreOperands(set)) patterns_.next = patterns_.end;
    Push(grammar::Operands(info));
  } else {
    if (set != ExtInstSet::kNone && !grammar::Info(set).non_semantic) {
      Report(BinaryRule("enum.ext-inst.number-known"), first_ + word_,
             first_ + word_ + 1,
             {grammar::Text(grammar::Info(set).name), number});
    }
    Push(kAnyIds);
  }
  return ReadWords(Kind::kLiteralExtInstInteger, 1);
}

bool InstructionDecoder::ReadSpecConstantOp() {
  const uint32_t opcode = words_[first_ + word_];
  const Op nested = grammar::OpFromOpcode(opcode);
  if (nested == grammar::kNoOp) {
    Report(BinaryRule("enum.instruction.opcode-known"), first_ + word_,
           first_ + word_ + 1, {opcode});
    layout_known_ = false;
    Push(kAnyIds);
  } else {
    const OpInfo& info = grammar::Info(nested);
    builder_->UseRequirement(info.requirement);
    Push(grammar::Operands(info).subspan(info.has_result_type +
                                         info.has_result));
  }
  return ReadWords(Kind::kLiteralSpecConstantOpInteger, 1);
}

// Reads an id that is out of bounds or is renumbered.
Id InstructionDecoder::ReadIdSlow(uint32_t at) {
  const uint32_t id = words_[at];
  if (id - 1 >= id_bound_ - 1) {
    if (id == 0) {
      Report(BinaryRule("binary.id.nonzero"), at, at + 1, {});
    } else {
      beyond_bound_.try_emplace(id, at);
    }
    return kNoId;
  }
  return renumbered_words_ == nullptr ? Id(id) : NewNumber(at);
}

Id InstructionDecoder::NewNumber(uint32_t at) {
  const uint32_t next = static_cast<uint32_t>(original_ids_.size());
  const auto [entry, is_new] = numbers_.try_emplace(words_[at], next);
  if (is_new) {
    original_ids_.push_back(words_[at]);
    builder_->SetIdBound(next + 1);
  }
  renumbered_words_[at] = entry->second;
  renumbered_at_.push_back(at);
  return Id(entry->second);
}

// Restores the original ids in the words of an instruction that is omitted,
// because the module does not mark them as ids.
void InstructionDecoder::RestoreNumbers() {
  for (const uint32_t at : renumbered_at_) {
    renumbered_words_[at] = original_ids_[renumbered_words_[at]];
  }
}

// The type of the literals of the instruction, if it determines their number
// of words.
Id InstructionDecoder::LiteralType() const {
  Id type = kNoId;
  if (op_ == Op::kConstant || op_ == Op::kSpecConstant) {
    type = result_type_;
  } else if (op_ == Op::kSwitch) {
    type = builder_->module().type_of(Id(words_[first_ + 1]));
  }
  return LiteralWords(type) == 0 ? kNoId : type;
}

void InstructionDecoder::NoteImport(Id result, uint32_t first_word,
                                    uint32_t word_count) {
  // The first definition of an id counts, as in the module.
  if (builder_->module().def(result) != kNoInst) return;
  if (result.value >= sets_.size()) {
    const size_t size =
        std::max(builder_->module().id_bound(), result.value + 1);
    sets_.resize(size, ExtInstSet::kNone);
  }
  sets_[result.value] = grammar::ExtInstSetFromName(
      LiteralString(words_.subspan(first_word + 2, word_count - 2)).text());
}

void InstructionDecoder::ReportTooFewWords() {
  Report(BinaryRule("binary.instruction.operands-fill-words"), first_,
         first_ + count_, {op_, count_, Arg(), LiteralType()});
}

void InstructionDecoder::Report(const Rule& rule, uint32_t begin, uint32_t end,
                                std::initializer_list<Arg> args) {
  diagnostics_->Add(rule, Place::Input(begin, end), args);
}

}  // namespace plumb

#include "core/module.h"

#include <algorithm>

#include "core/literal_string.h"
#include "grammar/operands.h"

namespace plumb {

Inst Inst::Nested() const {
  constexpr uint32_t kOpcode = 2;
  Inst nested = *this;
  nested.op_ = grammar::OpFromOpcode(operand_word(kOpcode));
  nested.hidden_ = 1;
  return nested;
}

absl::Span<const uint32_t> Inst::operand_words(uint32_t operand) const {
  const absl::Span<const Operand> all = operands();
  const uint32_t outer = OuterOperand(operand);
  if (!HasOuter(outer)) return {};
  const uint32_t begin = all[outer].word;
  const uint32_t end = outer + 1 < all.size() ? all[outer + 1].word
                                              : module_->word_count(index_);
  return words().subspan(begin, end - begin);
}

absl::string_view Inst::string(uint32_t operand) const {
  return module_->TextIn(operand_words(operand));
}

grammar::ExtInstSet Inst::ext_inst_set() const {
  const InstIndex import = module_->def(id(grammar::operand::ExtInst::kSet));
  return import < index_ ? module_->imported_set(import)
                         : grammar::ExtInstSet::kNone;
}

grammar::ExtInst Inst::ext_inst() const {
  namespace ext_inst = grammar::operand::ExtInst;
  const grammar::ExtInstSet set = ext_inst_set();
  return set == grammar::ExtInstSet::kNone
             ? grammar::ExtInst::kNone
             : grammar::ExtInstFromNumber(set,
                                          operand_word(ext_inst::kInstruction));
}

absl::string_view Module::TextIn(absl::Span<const uint32_t> words) const {
  if constexpr (kIsLittleEndian) return TextInLittleEndian(words);
  if (words.empty()) return "";
  const auto first = static_cast<size_t>(words.data() - words_.data());
  return TextInLittleEndian(
      absl::MakeConstSpan(little_endian_words_).subspan(first, words.size()));
}

const FunctionRange* Module::FunctionAround(InstIndex i) const {
  const auto after = std::upper_bound(
      functions_.begin(), functions_.end(), i,
      [](InstIndex at, const FunctionRange& f) { return at < f.first; });
  if (after == functions_.begin()) return nullptr;
  const FunctionRange& function = *(after - 1);
  return i < function.last ? &function : nullptr;
}

InstIndex Module::InstAtOrigin(uint32_t at) const {
  uint32_t first = 0;
  uint32_t last = size();
  while (first < last) {
    const uint32_t middle = first + (last - first) / 2;
    if (origin(InstIndex(middle)) <= at) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first == 0 ? kNoInst : InstIndex(first - 1);
}

grammar::ExtInstSet Module::imported_set(InstIndex import) const {
  // Most modules import one set, or two.
  constexpr size_t kFew = 4;
  if (imports_.size() <= kFew) {
    for (size_t i = 0; i < imports_.size(); ++i) {
      if (imports_[i] == import) return import_sets_[i];
    }
    return grammar::ExtInstSet::kNone;
  }
  const auto at = std::lower_bound(imports_.begin(), imports_.end(), import);
  return at == imports_.end() || *at != import
             ? grammar::ExtInstSet::kNone
             : import_sets_[at - imports_.begin()];
}

}  // namespace plumb

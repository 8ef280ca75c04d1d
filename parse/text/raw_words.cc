#include "parse/text/raw_words.h"

#include <algorithm>
#include <vector>

#include "core/module_builder.h"
#include "parse/text/operand_locator.h"

namespace plumb {
namespace {

// The tokens at which words begin, by word.
class WordTokens {
 public:
  WordTokens(const Module& assembled, absl::Span<const RawWord> raw) {
    tokens_.reserve(assembled.size() + raw.size());
    auto next_raw = raw.begin();
    for (uint32_t i = 0; i < assembled.size(); ++i) {
      const uint32_t word = assembled.record(InstIndex(i)).first_word;
      while (next_raw != raw.end() && next_raw->word < word) {
        tokens_.push_back(*next_raw++);
      }
      const uint32_t origin = assembled.origin(InstIndex(i));
      tokens_.push_back({word, origin, kUnknownEnd});
    }
    tokens_.insert(tokens_.end(), next_raw, raw.end());
  }

  // The byte at which the last token at or before a word begins.
  uint32_t Origin(uint32_t word) const {
    const auto token = At(word);
    return token == tokens_.end() ? 0 : token->begin;
  }

  // The text of the words [first, end).
  TextRange Range(absl::string_view text, uint32_t first, uint32_t end) const {
    const auto token = At(first);
    if (token == tokens_.end()) return {};
    if (token->end == kUnknownEnd) {
      return TokenOfOperand(text, token->begin, kOpcode);
    }
    const auto last = At(std::max(first + 1, end) - 1);
    return {token->begin, last->end == kUnknownEnd ? token->end : last->end};
  }

 private:
  static constexpr uint32_t kUnknownEnd = 0;
  static constexpr int32_t kOpcode = -1;

  std::vector<RawWord>::const_iterator At(uint32_t word) const {
    const auto next = std::upper_bound(
        tokens_.begin(), tokens_.end(), word,
        [](uint32_t w, const RawWord& token) { return w < token.word; });
    return next == tokens_.begin() ? tokens_.end() : next - 1;
  }

  std::vector<RawWord> tokens_;
};

}  // namespace

void PlaceInText(const Module& assembled, absl::Span<const RawWord> raw,
                 Module* decoded, DiagnosticList* diagnostics) {
  const WordTokens tokens(assembled, raw);
  std::vector<uint32_t> origins;
  origins.reserve(decoded->size());
  for (const InstRecord& record : decoded->records()) {
    origins.push_back(tokens.Origin(record.first_word));
  }
  ModuleBuilder::PlaceInText(assembled.text(), origins, decoded);
  diagnostics->MoveInputPlaces([&](Place* place) {
    const TextRange range =
        tokens.Range(assembled.text(), place->begin, place->end);
    place->begin = range.begin;
    place->end = range.end;
  });
}

}  // namespace plumb

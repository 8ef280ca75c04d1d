#include "cli/lsp/text_index.h"

#include <algorithm>

namespace plumb::lsp {
namespace {

using grammar::Op;

}  // namespace

TextIndex::TextIndex(absl::string_view text) : text_(text) {
  ReadTokens();
  SplitStatements();
  FindFunctions();
  CollectUses();
}

void TextIndex::ReadTokens() {
  tokens_.reserve(text_.size() / 6);
  Lexer lexer(text_);
  for (Token token = lexer.Next(); token.kind() != TokenKind::kEnd;
       token = lexer.Next()) {
    IndexedToken indexed = {static_cast<uint32_t>(token.begin - text_.data()),
                            static_cast<uint32_t>(token.end - text_.data()),
                            token.kind(), kNone};
    if (token.IsName()) {
      const auto [entry, is_new] = name_of_text_.emplace(
          token.rest(), static_cast<uint32_t>(names_.size()));
      if (is_new) names_.push_back({token.rest(), kNone, 0, 0});
      indexed.name = entry->second;
      ++names_[indexed.name].use_count;
    }
    tokens_.push_back(indexed);
  }
}

void TextIndex::AddStatement(uint32_t first_token) {
  if (!statements_.empty()) statements_.back().end_token = first_token;
  statements_.push_back(
      {first_token, first_token, kNone, kNone, kNone, grammar::kNoOp});
}

void TextIndex::SplitStatements() {
  const auto count = static_cast<uint32_t>(tokens_.size());
  const auto kind_of = [&](uint32_t i) {
    return i < count ? tokens_[i].kind : TokenKind::kEnd;
  };
  for (uint32_t i = 0; i < count; ++i) {
    const IndexedToken& token = tokens_[i];
    const absl::string_view text = TextOf(token);
    if (token.kind == TokenKind::kId && kind_of(i + 1) == TokenKind::kEquals) {
      AddStatement(i);
      Statement& s = statements_.back();
      s.result = token.name;
      if (token.name != kNone && names_[token.name].definition == kNone) {
        names_[token.name].definition =
            static_cast<uint32_t>(statements_.size()) - 1;
      }
      if (kind_of(i + 2) != TokenKind::kWord) continue;
      i += 2;
      s.opcode_token = i;
      s.op = grammar::OpFromName(TextOf(tokens_[i]));
    } else if (token.kind == TokenKind::kWord &&
               internal::LooksLikeOpcode(text.data(),
                                         text.data() + text.size())) {
      AddStatement(i);
      statements_.back().opcode_token = i;
      statements_.back().op = grammar::OpFromName(text);
    } else if (statements_.empty()) {
      AddStatement(i);
    }
  }
  if (!statements_.empty()) statements_.back().end_token = count;
}

void TextIndex::FindFunctions() {
  bool is_inside = false;
  for (uint32_t i = 0; i < statements_.size(); ++i) {
    Statement& s = statements_[i];
    if (s.op == Op::kFunction) {
      if (is_inside) functions_.back().end = i;
      functions_.push_back({i, static_cast<uint32_t>(statements_.size())});
      is_inside = true;
    }
    if (!is_inside) continue;
    s.function = static_cast<uint32_t>(functions_.size()) - 1;
    if (s.op == Op::kFunctionEnd) {
      functions_.back().end = i + 1;
      is_inside = false;
    }
  }
}

void TextIndex::CollectUses() {
  uint32_t first = 0;
  for (IndexedName& name : names_) {
    name.first_use = first;
    first += name.use_count;
    name.use_count = 0;
  }
  uses_.resize(first);
  for (uint32_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].name == kNone) continue;
    IndexedName& name = names_[tokens_[i].name];
    uses_[name.first_use + name.use_count++] = i;
  }
}

absl::Span<const IndexedToken> TextIndex::OperandsOf(const Statement& s) const {
  const uint32_t first =
      s.opcode_token == kNone ? s.end_token : s.opcode_token + 1;
  return tokens().subspan(first, s.end_token - first);
}

const Statement* TextIndex::DefinitionOf(uint32_t name) const {
  const uint32_t definition = names_[name].definition;
  return definition == kNone ? nullptr : &statements_[definition];
}

std::optional<uint32_t> TextIndex::FindName(absl::string_view name) const {
  const auto found = name_of_text_.find(name);
  if (found == name_of_text_.end()) return std::nullopt;
  return found->second;
}

uint32_t TextIndex::TokenAt(size_t offset) const {
  // Of two adjacent tokens, an id wins, and otherwise the second.
  const auto after = std::upper_bound(
      tokens_.begin(), tokens_.end(), offset,
      [](size_t o, const IndexedToken& t) { return o < t.begin; });
  const auto index = static_cast<uint32_t>(after - tokens_.begin());
  const auto contains = [&](uint32_t i) {
    return i < tokens_.size() && offset >= tokens_[i].begin &&
           offset <= tokens_[i].end;
  };
  if (index >= 2 && contains(index - 2) && tokens_[index - 1].name == kNone &&
      tokens_[index - 2].name != kNone) {
    return index - 2;
  }
  return index >= 1 && contains(index - 1) ? index - 1 : kNone;
}

uint32_t TextIndex::StatementAt(size_t offset) const {
  const auto after = std::upper_bound(
      statements_.begin(), statements_.end(), offset,
      [this](size_t o, const Statement& s) { return o < BeginOf(s); });
  return static_cast<uint32_t>(after - statements_.begin()) - 1;
}

uint32_t TextIndex::StatementOfToken(uint32_t token) const {
  const auto after = std::upper_bound(
      statements_.begin(), statements_.end(), token,
      [](uint32_t t, const Statement& s) { return t < s.first_token; });
  return static_cast<uint32_t>(after - statements_.begin()) - 1;
}

}  // namespace plumb::lsp

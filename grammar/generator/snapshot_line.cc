// Lines of the grammar's snapshot.  See snapshot_line.h.
#include "grammar/generator/snapshot_line.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plumb::grammar::generator {
namespace {

struct Token {
  absl::string_view text;
  bool is_quoted = false;
};

// Tokens are separated by single spaces; only a quoted one may have spaces in
// it.  Returns what is wrong, or nothing.
std::string SplitIntoTokens(absl::string_view text,
                            std::vector<Token>* tokens) {
  while (true) {
    const bool is_quoted = absl::ConsumePrefix(&text, "\"");
    const size_t end = text.find(is_quoted ? '"' : ' ');
    if (is_quoted && end == absl::string_view::npos) {
      return "a quote is not closed";
    }
    tokens->push_back({text.substr(0, end), is_quoted});
    if (!is_quoted && tokens->back().text.empty()) {
      return "words must be separated by single spaces";
    }
    text.remove_prefix(end == absl::string_view::npos ? text.size()
                                                      : end + is_quoted);
    if (text.empty()) return "";
    if (!absl::ConsumePrefix(&text, " ")) {
      return "a space must follow a quoted text";
    }
  }
}

std::string AddOperand(const Token& token, SnapshotLine* line) {
  if (token.is_quoted) {
    if (line->operands.empty() || !line->operands.back().name.empty() ||
        token.text.empty()) {
      return absl::StrCat("\"", token.text, "\" must follow an operand kind");
    }
    line->operands.back().name = std::string(token.text);
    return "";
  }
  absl::string_view kind = token.text;
  SnapshotOperand operand;
  if (absl::ConsumeSuffix(&kind, "?")) {
    operand.quantifier = Quantifier::kOptional;
  } else if (absl::ConsumeSuffix(&kind, "*")) {
    operand.quantifier = Quantifier::kAny;
  }
  operand.kind = std::string(kind);
  line->operands.push_back(std::move(operand));
  return "";
}

std::string AddAttribute(const Token& token, SnapshotLine* line) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(token.text, absl::MaxSplits('=', 1));
  if (!line->attributes.emplace(parts.first, parts.second).second) {
    return absl::StrCat("'", parts.first, "' must be there only once");
  }
  return "";
}

}  // namespace

std::string ParseSnapshotLine(absl::string_view text, SnapshotLine* line) {
  std::vector<Token> tokens;
  std::string error = SplitIntoTokens(text, &tokens);
  if (!error.empty()) return error;
  if (tokens.size() < 2) return "a scope and a type must come first";
  line->scope = std::string(tokens[0].text);
  line->type = std::string(tokens[1].text);
  bool in_operands = false;
  for (size_t i = 2; i < tokens.size() && error.empty(); ++i) {
    const Token& token = tokens[i];
    if (in_operands) {
      error = AddOperand(token, line);
    } else if (token.is_quoted) {
      error = "a quoted text must be the name of an operand";
    } else if (token.text == ":") {
      in_operands = true;
    } else if (token.text == "provisional") {
      line->provisional = true;
    } else if (token.text.find('=') != absl::string_view::npos) {
      error = AddAttribute(token, line);
    } else {
      line->words.emplace_back(token.text);
    }
  }
  return error;
}

std::string FormatSnapshotLine(const SnapshotLine& line) {
  std::string text = absl::StrCat(line.scope, " ", line.type);
  for (const std::string& word : line.words) absl::StrAppend(&text, " ", word);
  for (const auto& [key, value] : line.attributes) {
    absl::StrAppend(&text, " ", key, "=", value);
  }
  if (line.provisional) absl::StrAppend(&text, " provisional");
  if (!line.operands.empty()) absl::StrAppend(&text, " :");
  for (const SnapshotOperand& operand : line.operands) {
    absl::StrAppend(&text, " ", operand.kind);
    if (operand.quantifier == Quantifier::kOptional) text += '?';
    if (operand.quantifier == Quantifier::kAny) text += '*';
    if (!operand.name.empty())
      absl::StrAppend(&text, " \"", operand.name, "\"");
  }
  return text;
}

}  // namespace plumb::grammar::generator

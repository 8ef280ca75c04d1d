// Fixes and notes for syntax errors that users often make.
//
// Tested by testdata/recorded_mistakes_test.cc and testdata/fixes_test.cc.
#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "parse/text/assembler.h"
#include "parse/text/syntax_rules.h"

namespace plumb {

// Suggests `text` in place of a token.
void Assembler::SuggestText(absl::string_view message, const Token& token,
                            std::string text) {
  diagnostics_->AddFix(message, PlaceOf(token),
                       {diagnostics_->Keep(std::move(text))});
}

// If an instruction lacks an operand, and its result type is an object, the
// result type is probably the operand that is missing.
void Assembler::NoteMissingType() {
  if (!grammar::Info(op_).has_result_type || WordInInstruction() < 2) return;
  const Module& module = builder_->module();
  const InstIndex def = module.def(Id(words_[first_word_ + 1]));
  if (def == kNoInst || !module.inst(def).info().has_result_type) return;
  const Token token = FirstOperandToken();
  diagnostics_->AddNote(
      "{0} is not a type, but the first operand of {1} is its result type: is "
      "it missing?",
      PlaceOf(token), {token.text(), op_});
}

// An operand that must be an id: a name without the percent sign, or a number.
void Assembler::SuggestId(const Token& token) {
  if (token.kind() == TokenKind::kNumber) {
    diagnostics_->AddNote(
        "a number is an operand if a constant instruction declares it",
        PlaceOf(token));
    return;
  }
  if (token.kind() != TokenKind::kWord || !MaySuggest()) return;
  const std::string id = absl::StrCat("%", token.text());
  const Module& module = builder_->module();
  for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
    if (module.record(i).result == kNoId) continue;
    const Token result = Lexer(text_.substr(module.origin(i))).Next();
    if (result.text() != id) continue;
    return SuggestText("an id starts with %: did you mean {0}", token, id);
  }
}

// A comma between operands: suggests the rest of the line without commas.
bool Assembler::CommaError(const Token& token) {
  Error(SyntaxRule("asm.token.comma"), token);
  Lexer ahead(text_.substr(static_cast<size_t>(token.begin - text_.data())));
  Token last = token;
  last.end = token.begin;
  std::string rest;
  for (Token next = ahead.Next();
       next.kind() != TokenKind::kEnd && OnOneLine(last, next);
       last = next, next = ahead.Next()) {
    const bool is_string = next.kind() == TokenKind::kString;
    const std::string text =
        is_string ? std::string(next.text())
                  : absl::StrReplaceAll(next.text(), {{",", ""}});
    if (!text.empty()) absl::StrAppend(&rest, " ", text);
  }
  Token range = token;
  range.end = last.end;
  SuggestText("", range, std::move(rest));
  return false;
}

// A literal as C and GLSL write it, "0.5f" or "1u".
void Assembler::SuggestWithoutSuffix(const Token& token, bool is_float) {
  absl::string_view text = token.text();
  const size_t size = text.find_last_not_of(is_float ? "fFhHlL" : "uUlL") + 1;
  if (size == 0 || size == text.size()) return;
  text = text.substr(0, size);
  double number = 0;
  int64_t integer = 0;
  const bool is_number = is_float ? absl::SimpleAtod(text, &number)
                                  : absl::SimpleAtoi(text, &integer);
  if (!is_number) return;
  SuggestText("a literal has no suffix: did you mean {0}", token,
              std::string(text));
}

// A comment that begins with "//" or "#".
void Assembler::SuggestComment(const Token& token) {
  const char first = *token.begin;
  if (first != '/' && first != '#') return;
  Token mark = token;
  mark.end = std::find_if(token.begin, token.end,
                          [first](char c) { return c != first; });
  SuggestText("", mark, ";");
}

// "OpConstant %bool true".
void Assembler::SuggestBoolean(const Token& token, uint32_t type_id) {
  const Module& module = builder_->module();
  const InstIndex type = module.def(Id(type_id));
  if (type == kNoInst || module.record(type).op != grammar::Op::kTypeBool) {
    return;
  }
  Token range = token;
  range.begin = opcode_begin_;
  Lexer lexer(text_.substr(static_cast<size_t>(range.begin - text_.data())));
  const absl::string_view opcode = lexer.Next().text();
  const absl::string_view type_name = lexer.Next().text();
  const Token value = lexer.Next();
  range.end = value.end;
  const bool is_true = value.text() == "true" || value.text() == "1";
  const bool is_false = value.text() == "false" || value.text() == "0";
  if ((opcode != "OpConstant" && opcode != "OpSpecConstant") ||
      (!is_true && !is_false) || !OnOneLine(token, value)) {
    return;
  }
  SuggestText("a Boolean constant is declared by {0}", range,
              absl::StrCat(opcode, is_true ? "True " : "False ", type_name));
}

// A mark in place of "=", such as ":=".
void Assembler::SuggestEquals(const Token& id, const Token& opcode) {
  Token mark = id;
  mark.begin = id.end;
  mark.end = opcode.begin;
  SuggestText("", mark, " = ");
}

// Suggests a replacement of the text from `begin` to `end` and of the blanks
// before it.
void Assembler::SuggestReplacement(const char* begin, const char* end,
                                   std::string replacement) {
  while (begin != text_.data() && (begin[-1] == ' ' || begin[-1] == '\t')) {
    --begin;
  }
  const Place place = Place::Input(static_cast<uint32_t>(begin - text_.data()),
                                   static_cast<uint32_t>(end - text_.data()));
  if (replacement.empty()) {
    diagnostics_->AddFix("", place);
  } else {
    diagnostics_->AddFix("", place,
                         {diagnostics_->Keep(std::move(replacement))});
  }
}

// Suggests to remove the rest of a line from `token` on, and the blanks before
// it.
void Assembler::SuggestRemoval(const Token& token) {
  Lexer ahead = lexer_;
  Token last = token;
  for (Token next = ahead.Next();
       next.kind() != TokenKind::kEnd && OnOneLine(last, next);
       next = ahead.Next()) {
    last = next;
  }
  SuggestReplacement(token.begin, last.end, "");
}

// A mask that lacks an enumerant: before a blank, the enumerant may follow.
bool Assembler::EmptyMaskError(const Token& token) {
  Lexer ahead = lexer_;
  const Token next = ahead.Next();
  const bool is_split = absl::EndsWith(token.text(), "|") &&
                        next.kind() == TokenKind::kWord &&
                        OnOneLine(token, next);
  if (!is_split) return Error(SyntaxRule("asm.mask.empty"), token);
  Error(SyntaxRule("asm.mask.blank"), token);
  SuggestJoinedMask(next.begin, next);
  return false;
}

// Suggests the parts of a mask from `part` on, and the blanks before them, as
// one token with what precedes them.
void Assembler::SuggestJoinedMask(const char* begin, Token part) {
  Lexer ahead(text_.substr(static_cast<size_t>(part.begin - text_.data())));
  ahead.Next();  // `part`
  std::string joined(part.text());
  for (Token next = ahead.Next();
       next.kind() != TokenKind::kEnd && OnOneLine(part, next) &&
       (absl::EndsWith(joined, "|") || absl::StartsWith(next.text(), "|"));
       next = ahead.Next()) {
    absl::StrAppend(&joined, next.text());
    part = next;
  }
  SuggestReplacement(begin, part.end, std::move(joined));
}

}  // namespace plumb

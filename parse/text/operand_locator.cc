// See operand_locator.h.  Every operand is one token, so counting tokens after
// the opcode is enough; only the result is elsewhere.
//
// Tested by operand_locator_test.cc.
#include "parse/text/operand_locator.h"

#include "grammar/grammar.h"
#include "parse/text/lexer.h"

namespace plumb {
namespace {

// Skips "(opcode, words)" of an OpUnknown.
void SkipParentheses(Lexer* lexer) {
  Lexer ahead = *lexer;
  if (ahead.Next().text() != "(") return;
  for (Token t = ahead.Next(); t.kind() != TokenKind::kEnd; t = ahead.Next()) {
    if (t.text() != ")") continue;
    *lexer = ahead;
    return;
  }
}

}  // namespace

TextRange TokenOfOperand(absl::string_view text, uint32_t inst_begin,
                         int32_t operand) {
  if (inst_begin > text.size()) return {};
  Lexer lexer(text.substr(inst_begin));
  const auto range = [text](const Token& token) {
    return TextRange{static_cast<uint32_t>(token.begin - text.data()),
                     static_cast<uint32_t>(token.end - text.data())};
  };
  Token result;
  Token opcode = lexer.Next();
  if (opcode.kind() == TokenKind::kId && lexer.EqualsFollows()) {
    result = opcode;
    lexer.Next();
    opcode = lexer.Next();
  }
  int32_t token_index = operand;
  if (result.kind() == TokenKind::kId) {
    const grammar::Op op = grammar::OpFromName(opcode.text());
    const int32_t result_operand =
        op != grammar::kNoOp && grammar::Info(op).has_result_type ? 1 : 0;
    if (operand == result_operand) return range(result);
    if (operand > result_operand) --token_index;
  }
  if (opcode.text() == "OpUnknown") SkipParentheses(&lexer);
  for (; token_index >= 0; --token_index) {
    const Token token = lexer.Next();
    const bool over = token.kind() == TokenKind::kEnd ||
                      LooksLikeOpcode(token) ||
                      (token.kind() == TokenKind::kId && lexer.EqualsFollows());
    if (over) break;
    if (token_index == 0) return range(token);
  }
  return range(opcode);
}

}  // namespace plumb

// What an assembly text consists of, as an editor needs it: tokens, statements,
// functions, and where each name occurs.  Also of a text with errors, of which
// the assembler makes no module.
//
// Tested by text_index_test.cc.
#ifndef PLUMB_CLI_LSP_TEXT_INDEX_H_
#define PLUMB_CLI_LSP_TEXT_INDEX_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/op_role.h"
#include "grammar/grammar.h"
#include "parse/text/lexer.h"

namespace plumb::lsp {

// Indexes into the tables below.
inline constexpr uint32_t kNone = ~uint32_t{0};

struct IndexedToken {
  uint32_t begin, end;  // byte offsets
  TokenKind kind;
  uint32_t name;  // of an id; otherwise kNone
};

// An instruction, or what is meant to be one.
struct Statement {
  uint32_t first_token, end_token;  // from the result to the last operand
  uint32_t opcode_token;            // kNone if there is none
  uint32_t result;                  // the name before "=", or kNone
  uint32_t function;                // that it is in, or kNone
  grammar::Op op;                   // kNoOp for an unknown opcode
};

using plumb::RoleOf;  // of a known opcode
inline OpRole RoleOf(const Statement& statement) {
  return statement.op == grammar::kNoOp ? OpRole::kPlain : RoleOf(statement.op);
}

// An id of the text.
struct IndexedName {
  absl::string_view text;  // without its percent sign
  uint32_t definition;     // the first statement with this result, or kNone
  uint32_t first_use, use_count;  // tokens, the definition included
};

struct IndexedFunction {
  uint32_t first, end;  // statements, OpFunctionEnd included
};

class TextIndex {
 public:
  // `text`, shorter than 4 GiB, must outlive this.  Linear in the text.
  explicit TextIndex(absl::string_view text);

  absl::string_view text() const { return text_; }
  absl::Span<const IndexedToken> tokens() const { return tokens_; }
  absl::Span<const Statement> statements() const { return statements_; }
  absl::Span<const IndexedName> names() const { return names_; }
  absl::Span<const IndexedFunction> functions() const { return functions_; }

  absl::string_view TextOf(const IndexedToken& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  absl::Span<const IndexedToken> TokensOf(const Statement& s) const {
    return tokens().subspan(s.first_token, s.end_token - s.first_token);
  }
  // The operands that are written behind the opcode.
  absl::Span<const IndexedToken> OperandsOf(const Statement& s) const;
  // The tokens, by index, that have a name, in order.
  absl::Span<const uint32_t> UsesOf(uint32_t name) const {
    return absl::MakeConstSpan(uses_).subspan(names_[name].first_use,
                                              names_[name].use_count);
  }
  // The statement that defines a name; null if none does.
  const Statement* DefinitionOf(uint32_t name) const;
  std::optional<uint32_t> FindName(absl::string_view name) const;

  // The byte offsets of a statement.
  uint32_t BeginOf(const Statement& s) const {
    return tokens_[s.first_token].begin;
  }
  uint32_t EndOf(const Statement& s) const {
    return tokens_[s.end_token - 1].end;
  }

  // The token that contains an offset, or that ends there; kNone if none does.
  // Logarithmic, as the next two.
  uint32_t TokenAt(size_t offset) const;
  // The last statement that begins before or at an offset, or kNone.
  uint32_t StatementAt(size_t offset) const;
  // The statement of a token.
  uint32_t StatementOfToken(uint32_t token) const;
  // The function that is around a statement, or kNone.
  uint32_t FunctionOf(uint32_t statement) const {
    return statement == kNone ? kNone : statements_[statement].function;
  }

 private:
  void ReadTokens();
  void SplitStatements();
  void AddStatement(uint32_t first_token);
  void FindFunctions();
  void CollectUses();

  absl::string_view text_;
  std::vector<IndexedToken> tokens_;
  std::vector<Statement> statements_;
  std::vector<IndexedName> names_;
  std::vector<IndexedFunction> functions_;
  std::vector<uint32_t> uses_;
  absl::flat_hash_map<absl::string_view, uint32_t> name_of_text_;
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_TEXT_INDEX_H_

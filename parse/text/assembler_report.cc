// Errors: which rule a wrong token breaks, and what might have been meant.  See
// assembler.h.  All of this is cold.
//
// Tested by assembler_error_test.cc.
#include <algorithm>

#include "parse/spec_constant_op.h"
#include "parse/suggest.h"
#include "parse/text/assembler.h"
#include "parse/text/syntax_rules.h"

namespace plumb {

using grammar::OperandPattern;

namespace {

absl::string_view NameOfOperand(const OperandPattern& pattern) {
  if (pattern.kind == Kind::kIdResultType) return "Result Type";
  return pattern.name.size != 0 ? Text(pattern.name) : NameOf(pattern.kind);
}

}  // namespace

Place Assembler::PlaceOf(const Token& token) const {
  if (token.begin == nullptr) return Place::WholeModule();
  return Place::Input(static_cast<uint32_t>(token.begin - text_.data()),
                      static_cast<uint32_t>(token.end - text_.data()));
}

Token Assembler::OpcodeToken() const {
  const auto offset = static_cast<size_t>(opcode_begin_ - text_.data());
  return Lexer(text_.substr(offset)).Next();
}

bool Assembler::Error(const Rule& rule, const Token& token,
                      std::initializer_list<Arg> args) {
  diagnostics_->Add(rule, PlaceOf(token), args);
  failed_ = true;
  return false;
}

bool Assembler::ErrorOnce(const Rule& rule, const Token& token,
                          absl::string_view name,
                          std::initializer_list<Arg> args) {
  if (!reported_.emplace(&rule, name, 0).second) return false;
  return Error(rule, token, args);
}

bool Assembler::ErrorOncePerId(const Rule& rule, const Token& token,
                               uint32_t id) {
  if (!reported_.emplace(&rule, absl::string_view(), id).second) return false;
  return Error(rule, token);
}

// A token that is wrong in itself.
bool Assembler::TokenError(const Token& token) {
  switch (token.kind()) {
    case TokenKind::kString: {
      // Recovery meets the token again.
      Token quote = token;
      quote.end = quote.begin + 1;
      return ErrorOncePerId(SyntaxRule("asm.string.unterminated"), quote,
                            PlaceOf(quote).begin);
    }
    case TokenKind::kId:
      return ErrorOnce(SyntaxRule("asm.id.name"), token, token.text());
    default:
      return Error(SyntaxRule("asm.token.character"), token,
                   {Arg::Hex(static_cast<unsigned char>(*token.begin))});
  }
}

// Whether the instruction lacks an operand and took the result id of the next
// one for it: "=" follows.
bool Assembler::StoleNextResult() const {
  return current().kind() == TokenKind::kEquals && op_ != grammar::kNoOp &&
         previous().kind() == TokenKind::kId &&
         previous().begin != result_.begin;
}

bool Assembler::MissingOperand(absl::string_view name) {
  if (StoleNextResult()) {
    lexer_.Rewind(previous());
    Token end = OpcodeToken();
    Lexer lexer =
        Lexer(text_.substr(static_cast<size_t>(opcode_begin_ - text_.data())));
    for (Token t = lexer.Next(); t.begin < previous().begin; t = lexer.Next()) {
      end = t;
    }
    lexer_.Next(&current());
    previous() = end;
  }
  Token gap = previous();
  gap.begin = gap.end;
  return Error(SyntaxRule("asm.operand.missing"), gap, {op_, name});
}

bool Assembler::ExtendedToken(const Token& token) {
  if (options_.extended) return false;
  Token rest = token;
  if (IsExtendedComment(token)) {
    Error(SyntaxRule("asm.extended.comment"), token);
  } else if (IsDirective(token)) {
    Error(SyntaxRule("asm.extended.directive"), token);
  } else if (IsLabelDefinition(token)) {
    return !Error(SyntaxRule("asm.extended.label"), token);
  } else {
    return false;
  }
  // What follows on the line belongs to it.
  const size_t begin = static_cast<size_t>(token.begin - text_.data());
  rest.begin = text_.data() + std::min(text_.find('\n', begin), text_.size());
  lexer_.Rewind(rest);
  return true;
}

bool Assembler::OperandError(const OperandPattern& pattern, Kind kind) {
  if (ExtendedToken(current())) {
    Advance();
    return false;
  }
  const absl::string_view name = NameOfOperand(pattern);
  if (StoleNextResult() || AtInstructionEnd()) return MissingOperand(name);
  if (current().malformed()) return TokenError(current());
  if (IsIdUse(kind)) {
    return Error(SyntaxRule("asm.operand.id"), current(), {name});
  }
  switch (kind) {
    case Kind::kLiteralInteger:
      return Error(SyntaxRule("asm.operand.integer"), current(), {name});
    case Kind::kLiteralString:
      return Error(SyntaxRule("asm.operand.string"), current(), {name});
    case Kind::kLiteralExtInstInteger:
    case Kind::kLiteralSpecConstantOpInteger:
      return Error(SyntaxRule("asm.operand.instruction"), current(), {name});
    case Kind::kLiteralContextDependentNumber:
      if (!options_.extended &&
          ValueOfConstantName(current().text()).has_value()) {
        return Error(SyntaxRule("asm.extended.name"), current());
      }
      [[fallthrough]];
    case Kind::kLiteralFloat:
      return Error(SyntaxRule("asm.operand.number"), current(), {name});
    default:
      return Error(SyntaxRule("asm.operand.enumerant"), current(),
                   {name, NameOf(kind)});
  }
}

bool Assembler::LiteralFailure(LiteralError error, const IdFact& type) {
  const bool is_float = type.kind == IdFact::Kind::kFloat;
  switch (error) {
    case LiteralError::kSyntax: {
      std::string rewritten;
      if (!is_float && RewriteInteger(current().text(), &rewritten)) {
        return Error(SyntaxRule("asm.extended.literal"), current());
      }
      return Error(is_float ? SyntaxRule("asm.literal.float")
                            : SyntaxRule("asm.literal.integer"),
                   current());
    }
    case LiteralError::kNegative:
      return Error(SyntaxRule("asm.literal.negative"), current());
    case LiteralError::kRange:
      if (is_float) {
        return Error(SyntaxRule("asm.literal.float-range"), current(),
                     {type.width});
      }
      return Error(SyntaxRule("asm.literal.integer-range"), current(),
                   {type.is_signed ? "a signed" : "an unsigned", type.width});
    case LiteralError::kWidth:
    case LiteralError::kNone:
      break;
  }
  return Error(SyntaxRule("asm.literal.width"), current(), {type.width});
}

bool Assembler::LacksEquals(const Token& id) {
  Lexer ahead = lexer_;
  const Token next = ahead.Next();
  if (!LooksLikeOpcode(next) || !OnOneLine(id, next)) return false;
  Error(SyntaxRule("asm.result.equals"), id);
  return true;
}

// A token that no instruction starts with.
void Assembler::StrayTokenError(const Token& token) {
  if (ExtendedToken(token)) {
    op_ = grammar::kNoOp;
    return Advance();
  }
  if (StoleNextResult()) {
    MissingOperand(NameOfOperand(grammar::Operands(grammar::Info(op_)).back()));
  } else if (token.malformed()) {
    TokenError(token);
  } else if (op_ != grammar::kNoOp && token.kind() != TokenKind::kEquals) {
    Error(SyntaxRule("asm.instruction.extra-operand"), token, {op_});
  } else {
    UnknownOpcode(SyntaxRule("asm.instruction.start"), token, true);
    if (token.kind() == TokenKind::kEquals) {
      Advance();
      if (LooksLikeOpcode(current())) Advance();  // its result would be missing
    }
  }
  op_ = grammar::kNoOp;
  Recover();
}

void Assembler::Suggest(absl::string_view name, const Token& token) {
  if (name.empty()) return;
  diagnostics_->AddNote("did you mean {0}", PlaceOf(token), {name});
}

bool Assembler::UnknownOpcode(const Rule& rule, const Token& token,
                              bool has_prefix) {
  const size_t before = diagnostics_->size();
  ErrorOnce(rule, token, token.text());
  const bool suggest = diagnostics_->size() != before &&
                       token.kind() == TokenKind::kWord && MaySuggest();
  if (!suggest) return false;
  Suggestion suggestion(token.text());
  int i = 0;
  for (grammar::Name name : grammar::OpNames()) {
    const grammar::Op op = grammar::OpOfName(i++);
    if (has_prefix) {
      suggestion.Offer(Text(name));
    } else if (IsSpecConstantOp(op)) {
      suggestion.Offer(Text(name).substr(2));
    }
  }
  Suggest(suggestion.best(), token);
  return false;
}

bool Assembler::UnknownEnumerant(const Token& part, Kind kind) {
  if (ExtendedToken(part)) {
    Advance();
    return false;
  }
  const size_t before = diagnostics_->size();
  ErrorOnce(SyntaxRule("asm.enumerant.unknown"), part, part.text(),
            {NameOf(kind)});
  if (diagnostics_->size() == before || !MaySuggest()) return false;
  Suggestion suggestion(part.text());
  for (const grammar::EnumerantInfo& enumerant : grammar::Enumerants(kind)) {
    suggestion.Offer(Text(enumerant.name));
  }
  Suggest(suggestion.best(), part);
  return false;
}

bool Assembler::UnknownExtInst(grammar::ExtInstSet set) {
  const size_t before = diagnostics_->size();
  ErrorOnce(SyntaxRule("asm.ext-inst.unknown"), current(), current().text());
  if (diagnostics_->size() == before || !MaySuggest()) return false;
  Suggestion suggestion(current().text());
  const grammar::ExtInstSetInfo& info = grammar::Info(set);
  for (uint16_t i = 0; i < info.instruction_count; ++i) {
    const auto inst = static_cast<grammar::ExtInst>(info.first_instruction + i);
    suggestion.Offer(Text(grammar::Info(inst).name));
  }
  Suggest(suggestion.best(), current());
  return false;
}

}  // namespace plumb

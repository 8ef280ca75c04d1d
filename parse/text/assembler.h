// The assembler, from text to module.
//
// One pass.  Tokens are pulled from the lexer and become words at once; names
// become ids in the order in which they appear in the words; the grammar's
// tables have the layout of an instruction.  Facts that literals need (widths
// of types, imported sets) are kept by id.  After an error the assembler
// continues with the next instruction, so that one run finds all errors.  The
// result of an erroneous instruction is poisoned, so that its uses are not
// errors too, and the module records what is missing (Module::unread), so that
// the rest of it can be validated.
//
// Nearly all instructions have a common form and no error.  These take a fast
// path that reads them directly from the text, without tokens; any other
// instruction takes the slow path, which handles everything and is the only
// one that reports errors.
//
// Sources: assembler.cc (the text as a whole, instructions),
// assembler_common.cc (common forms), assembler_operands.cc (operands by
// kind), assembler_nested.cc (extended instructions, OpSpecConstantOp, raw
// words) and assembler_report.cc (errors).
//
// Tested by assembler_test.cc (words), assembler_error_test.cc (errors) and
// assembler_allocation_test.cc.
#ifndef PLUMB_PARSE_TEXT_ASSEMBLER_H_
#define PLUMB_PARSE_TEXT_ASSEMBLER_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/module_builder.h"
#include "core/target_env.h"
#include "grammar/grammar.h"
#include "parse/text/extended_syntax.h"
#include "parse/text/float_literal.h"
#include "parse/text/id_table.h"
#include "parse/text/lexer.h"
#include "parse/text/literal_error.h"
#include "parse/text/raw_words.h"
#include "parse/text/short_word.h"
#include "parse/text/text_scanner.h"

namespace plumb {

struct AssembleOptions {
  // Determines the version in the header; newer opcodes are errors.
  TargetEnv env = kDefaultTargetEnv;
  // Ids with numeric names get that number; other names get free numbers.
  bool preserve_numeric_ids = false;
  // Accepts the extended dialect too (extended_syntax.h).  The assembler must
  // then outlive the diagnostics.
  bool extended = false;
  // Words of the header that replace those of the assembler.  The bound is
  // raised if necessary to hold all ids.
  absl::optional<uint32_t> version, generator, bound, schema;
};

// Assembles any number of texts, one after the other, and keeps its memory
// between them: with a reused module, a text without errors needs no
// allocation after larger ones have been assembled.
class Assembler {
 public:
  Assembler() = default;
  Assembler(const Assembler&) = delete;
  Assembler& operator=(const Assembler&) = delete;

  // Fills `module` from `text`, which must outlive module and diagnostics.
  // Returns false, with at least one error added to `diagnostics`, if the text
  // is not well-formed; `module` then has the instructions that could be read,
  // and may be used only for diagnostics.  Linear in the text.
  bool Assemble(absl::string_view text, const AssembleOptions& options,
                Module* module, DiagnosticList* diagnostics);

  // Whether the last text had raw words ("!5", OpUnknown).  The module's words
  // are complete, but such instructions are missing from its index: read the
  // words as a binary to get it.
  bool has_raw_words() const { return has_raw_words_; }
  // The tokens of such words, and of the beginnings of their instructions.
  absl::Span<const RawWord> raw_words() const { return raw_words_; }

  // False: no instruction takes the fast path.  The result is the same; tests
  // compare both.
  void set_common_forms(bool on) { common_forms_ = on; }

 private:
  // The facts about an id that literals and extended instructions need.
  struct IdFact {
    enum class Kind : uint8_t {
      kNothing,
      kPoisoned,  // its defining instruction has an error
      kInteger,   // a type
      kFloat,     // a type
      kImport,    // an extended instruction set
    };
    Kind kind = Kind::kNothing;
    bool is_signed = false;
    uint32_t id = 0;  // of a type
    grammar::ExtInstSet set = grammar::ExtInstSet::kNone;
    uint32_t width = 0;
    const FloatFormat* format = nullptr;  // nullptr: no literals
  };
  using Patterns = absl::Span<const grammar::OperandPattern>;

  // Leaves room for one more instruction.
  static constexpr size_t kMaxWords =
      std::numeric_limits<uint32_t>::max() - (1 << 22);
  static constexpr uint32_t kMaxWordCount = 0xffff;
  // A few thousand instructions.
  static constexpr size_t kPolledBytes = size_t{1} << 17;

  // --- assembler.cc ---
  void Start(absl::string_view text, const AssembleOptions& options);
  // Throws if the work was cancelled, and sets poll_at_.
  void PollCancellation();
  void ReadNumericIds();
  absl::string_view PlainText(absl::string_view text);
  void ParseInstruction();
  void ParseLabel();
  grammar::Op ParseOpcode();
  bool CheckResult(const grammar::OpInfo& info);
  bool CheckVersion(const grammar::OpInfo& info);
  bool HasVersion(const grammar::OpInfo& info) const {
    return info.requirement == 0 || HasRequiredVersion(info);
  }
  bool HasRequiredVersion(const grammar::OpInfo& info) const;
  bool ParseFixedOperands(Patterns patterns);
  bool FinishInstruction(const grammar::OpInfo& info);
  // Whether an instruction that has been read cannot have an error.
  bool IsValidInstruction() const {
    const uint32_t count = WordInInstruction();
    const bool has_encoding = op_ == grammar::Op::kTypeFloat && count > 3;
    return count <= kMaxWordCount && next_word_ <= kMaxWords && !has_encoding;
  }
  ABSL_ATTRIBUTE_ALWAYS_INLINE void AddInstruction(const grammar::OpInfo& info);
  bool CheckEncoding();
  void NoteDefinition();
  void AbandonInstruction();
  void NoteUnread(Id target = kNoId);
  Id UnreadTarget() const;
  void Recover();
  void SkipToken();

  void Advance() {
    at_ ^= 1;
    lexer_.Next(&tokens_[at_]);
  }
  // The current token, and the one before it.
  Token& current() { return tokens_[at_]; }
  Token& previous() { return tokens_[at_ ^ 1]; }
  const Token& current() const { return tokens_[at_]; }
  const Token& previous() const { return tokens_[at_ ^ 1]; }
  // Whether an instruction or the end of the text follows, not an operand.
  bool IsAtInstructionEnd() {
    return current().kind() == TokenKind::kEnd || LooksLikeOpcode(current()) ||
           IsAtResult() || (options_.extended && IsLabelDefinition(current()));
  }
  // Whether the result of an instruction follows, or is intended.
  bool IsAtResult() {
    switch (current().kind()) {
      case TokenKind::kId:
        return lexer_.EqualsFollows() || IsAtResultWithoutEquals();
      case TokenKind::kWord:
      case TokenKind::kNumber:
        return lexer_.EqualsFollows();
      default:
        return false;
    }
  }
  // Whether an id follows that is not a result.
  bool IsAtName() { return current().IsName() && !IsAtResult(); }

  // Words go to owned_words() of the module, which is kept larger than needed
  // until the end.
  void Put(uint32_t word) {
    if (next_word_ == capacity_) GrowWords(1);
    words_[next_word_++] = word;
  }
  void ReserveWords(size_t count) {
    if (capacity_ - next_word_ < count) GrowWords(count);
  }
  void GrowWords(size_t count);
  uint32_t WordInInstruction() const {
    return static_cast<uint32_t>(next_word_ - first_word_);
  }

  const IdFact& FactOf(uint32_t id) const {
    return facts_[id < fact_of_id_.size() ? fact_of_id_[id] : 0];
  }
  void SetFact(uint32_t id, const IdFact& fact);
  void PoisonResult();

  // --- assembler_common.cc ---
  // How an instruction begins: "%result = " or nothing, then an opcode.
  struct Head {
    const char* begin =
        nullptr;  // the end of the text: there is no instruction
    const char* opcode = nullptr;
    absl::string_view result;
    bool has_result = false;
  };
  void ParseCommonInstructions();
  bool ReadHead(const char* at, Head* head) const;
  bool ReadOtherHead(const char* at, Head* head) const;
  bool IsAtOperand(const char* at) const;
  grammar::Op ReadOpcode(const char** at);
  bool TryInstruction(const Head& head, Head* next);
  bool TryOperands(const char* at, Patterns patterns, const Head& head,
                   bool add_operands, Head* next);
  // Each takes the end of the previous token, or, for literals, the start of
  // its own token, and returns the end of its token, or nullptr.
  const char* TryComposite(const char* at, grammar::Kind kind, const Head& head,
                           Patterns* rest);
  const char* TryOtherOperand(const char* at, grammar::Kind kind,
                              const Head& head, bool add_operands,
                              Patterns* rest);
  const char* TryId(const char* at, grammar::Kind kind, const Head& head);
  const char* TryEnumerant(const char* at, grammar::Kind kind, Patterns* rest);
  const grammar::EnumerantInfo* ReadEnumerant(grammar::Kind kind,
                                              absl::string_view name);
  const char* TryLiteral(const char* at, grammar::Kind kind, Patterns* rest);
  const char* TryLiteralInteger(const char* at);
  bool ReadShortDecimal(absl::string_view text, uint32_t* value) const;
  const char* TryExtInst(const char* at, Patterns* rest);
  const char* TrySpecConstantOp(const char* at, Patterns* rest);
  const char* TryTypedLiteral(const char* at);

  // --- assembler_operands.cc ---
  bool ParsePatterns(Patterns patterns);
  bool ParseOperand(const grammar::OperandPattern& pattern);
  bool ParseCountedPairs(const grammar::OperandPattern& pattern);
  bool ParseSingleOperand(const grammar::OperandPattern& pattern,
                          grammar::Kind kind);
  // The value of an operand without parts.
  bool ParseValue(const grammar::OperandPattern& pattern, grammar::Kind kind);
  bool ParseId(const grammar::OperandPattern& pattern);
  // Reads an id; the current token must be IsName().
  void ReadName() {
    Put(ids_.Intern(current().rest()).value);
    Advance();
  }
  bool ParseResult();
  bool ParseLiteralInteger(const grammar::OperandPattern& pattern);
  // A signed number of two words.
  bool ParseLiteralInteger64(const grammar::OperandPattern& pattern);
  // Calls ParseInteger() for the current token, in the requested dialect.
  LiteralError ReadInteger(uint32_t width, bool is_signed, uint32_t* words);
  bool ParseDataString();
  bool ParseString(const grammar::OperandPattern& pattern);
  void CheckIsUtf8(absl::Span<const uint32_t> words);
  bool ParseTypedLiteral(const grammar::OperandPattern& pattern,
                         const IdFact& type);
  bool ParseConstantName(const grammar::OperandPattern& pattern,
                         const IdFact& type);
  bool ParseConstantLiteral(const grammar::OperandPattern& pattern);
  bool ParseSwitchLiteral(const grammar::OperandPattern& pattern);
  bool ParseValueEnum(const grammar::OperandPattern& pattern,
                      grammar::Kind kind);
  bool ParseBitEnum(const grammar::OperandPattern& pattern, grammar::Kind kind);
  bool ParseMaskParameters(grammar::Kind kind, uint32_t mask);
  const grammar::EnumerantInfo* FindEnumerant(grammar::Kind kind,
                                              absl::string_view name);
  bool FindMask(grammar::Kind kind, uint32_t* mask, bool* has_parameters);

  // --- assembler_nested.cc ---
  bool ParseExtInst(const grammar::OperandPattern& pattern, Patterns rest);
  bool ParseSpecConstantOp(const grammar::OperandPattern& pattern);
  static grammar::Op OpFromBareName(absl::string_view name);
  void ParseImmediateInstruction();
  void ParseUnknownInstruction();
  bool ParseUnknownHead(uint32_t* opcode, uint32_t* word_count);
  bool ParseRawWords();
  bool ParseRawWord();
  // Puts the words of the current token.
  bool PutRawToken();
  // Records that a word comes from the text [begin, end).
  void NoteRawWord(size_t word, const char* begin, const char* end);
  bool ParseRawNumber();
  // The operand at current() is an immediate: it and all that follow are
  // written as raw words.
  bool ParseRawOperands(const grammar::OperandPattern& pattern);

  // --- assembler_report.cc ---
  // ------------------------------------------------------- Adds an error and
  // returns false.
  bool Error(const Rule& rule, const Token& token,
             std::initializer_list<Arg> args = {});
  // The same, but only once per run for a rule and name.
  bool ReportOnce(const Rule& rule, const Token& token, absl::string_view name,
                  std::initializer_list<Arg> args = {});
  bool ReportOncePerId(const Rule& rule, const Token& token, uint32_t id);
  bool TokenError(const Token& token);
  bool OperandError(const grammar::OperandPattern& pattern, grammar::Kind kind);
  bool MissingOperand(const grammar::OperandPattern& pattern);
  uint32_t NumberIn(const grammar::OperandPattern& pattern) const;
  // Whether the current token, which is not an operand, is a result without an
  // "=".
  bool IsAtResultWithoutEquals() const;
  // The opcode after an id in its line, with at most one mark between them
  // that is not "="; a token of another kind if there is none.
  Token OpcodeInLine(const Token& id) const;
  bool IsAtMisspeltOpcode(Kind kind) const;
  // Whether only blanks precede a token in its line.
  bool StartsLine(const Token& token) const;
  // Whether a string ends where another one was intended to begin, because its
  // own closing quote is missing.
  bool IsRunaway(const Token& token) const;
  // Ends the string at current() at the end of its line.
  void EndStringWithLine();
  bool UnopenedString(const Token& token);
  bool IsLabelWithoutColon(const Token& token) const;
  bool LiteralFailure(LiteralError error, const IdFact& type);
  bool LiteralWidthError(const IdFact& type);
  // Reports that the type at `token`, which determines the width of literals,
  // is not numeric or not declared.
  bool LiteralTypeError(const Rule& rule, const Token& token, uint32_t type_id);
  bool SelectorError(uint32_t selector, Id type_id);
  // --- assembler_hints.cc ---
  void SuggestText(absl::string_view message, const Token& token,
                   std::string text);
  void SuggestId(const Token& token);
  void NoteMissingType();
  bool CommaError(const Token& token);
  void SuggestWithoutSuffix(const Token& token, bool is_float);
  void SuggestComment(const Token& token);
  void SuggestBoolean(const Token& token, uint32_t type_id);
  void SuggestEquals(const Token& id, const Token& opcode);
  bool EmptyMaskError(const Token& token);
  void SuggestReplacement(const char* begin, const char* end,
                          std::string replacement);
  void SuggestJoinedMask(const char* begin, Token part);
  void SuggestRemoval(const Token& token);
  void StrayTokenError(Token token);
  void ResultWithoutPercent(Token token);
  // Skips to the next line, if not there already.
  void SkipLine();
  // Reports an id with an opcode directly after it, and returns true.
  bool LacksEquals(const Token& id);
  // The same if the previous instruction has read the id as an operand; the id
  // becomes the result.
  bool ResultLacksEquals();
  void ReportTakenResult(grammar::Op op, const Token& id);
  // Reports a token of the extended dialect, skips it, and returns true.
  bool ExtendedToken(const Token& token);
  // kNoOp, or the opcode that is probably intended.
  grammar::Op UnknownOpcode(const Rule& rule, const Token& token,
                            bool has_prefix);
  void Suggest(absl::string_view name, const Token& token);
  bool UnknownEnumerant(const Token& part, grammar::Kind kind);
  bool UnknownExtInst(grammar::ExtInstSet set);
  bool MaySuggest() { return suggestions_left_ != 0 && suggestions_left_--; }
  Place PlaceOf(const Token& token) const;
  // Tokens of the current instruction, lexed again: its opcode, and the
  // operand after it.
  Token OpcodeToken() const { return TokenAfterOpcode(0); }
  Token FirstOperandToken() const { return TokenAfterOpcode(1); }
  Token TokenAfterOpcode(int count) const;
  // A token of an instruction that has been read.
  Token TokenAt(InstIndex inst, OperandIndex operand) const;

  bool common_forms_ = true;

  // Kept between texts.
  IdTable ids_;
  WordCache<grammar::Op> opcodes_;
  WordCache<const grammar::EnumerantInfo*> enumerants_;  // by kind
  std::vector<IdFact> facts_;         // [0] nothing, [1] poisoned
  std::vector<uint32_t> fact_of_id_;  // into facts_
  // A set type that is cheap to include; only errors are inserted.
  std::set<std::tuple<const Rule*, absl::string_view, uint32_t>> reported_;

  std::string extended_text_;
  std::vector<DirectiveLine> directives_;

  // The current text.
  absl::string_view text_;
  AssembleOptions options_;
  ModuleBuilder* builder_ = nullptr;
  DiagnosticList* diagnostics_ = nullptr;
  Lexer lexer_;
  TextScanner scanner_;
  Token tokens_[2];
  uint32_t at_ = 0;                // the index of current()
  const char* poll_at_ = nullptr;  // where to poll for a cancellation next
  uint32_t* words_ = nullptr;
  size_t next_word_ = 0;
  size_t capacity_ = 0;
  uint32_t id_capacity_ = 0;  // of the builder's tables
  uint32_t suggestions_left_ = 0;
  bool failed_ = false;
  bool has_raw_words_ = false;
  Buffer<RawWord> raw_words_;

  // The current instruction.
  grammar::Op op_ = grammar::kNoOp;  // kNoOp after an error
  size_t first_word_ = 0;
  Token result_;  // kEnd if there is none
  const char* opcode_begin_ = nullptr;
  bool is_raw_ = false;  // from here on
};

// Called for every instruction of a text.
inline void Assembler::AddInstruction(const grammar::OpInfo& info) {
  uint32_t* const words = words_ + first_word_;
  words[0] = WordInInstruction() << 16 | info.opcode;
  const bool may_define = op_ == grammar::Op::kTypeInt ||
                          op_ == grammar::Op::kTypeFloat ||
                          op_ == grammar::Op::kExtInstImport;
  if (may_define) NoteDefinition();
  if (is_raw_) return;
  const Id type = info.has_result_type ? Id(words[1]) : kNoId;
  const Id result =
      info.has_result ? Id(words[info.has_result_type ? 2 : 1]) : kNoId;
  if (result.value >= id_capacity_) {
    id_capacity_ = std::max({result.value + 1, id_capacity_ / 4 * 5, 64u});
    builder_->SetIdBound(id_capacity_);
  }
  const auto first_word = static_cast<uint32_t>(first_word_);
  if (info.fixed_layout) {
    builder_->AddSharedInstruction(op_, first_word, info.operand_count, type,
                                   result);
  } else {
    builder_->AddInstruction(op_, first_word, type, result);
  }
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_ASSEMBLER_H_

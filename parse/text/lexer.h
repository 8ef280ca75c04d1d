// Tokens of the assembly language, pulled one at a time and never stored.
//
// The text is free-form: white space and comments (";" to the end of the line)
// separate tokens and have no other meaning.  A token is a view into the text;
// one table of 256 entries has the token kinds that each byte may start and
// continue, and memchr finds the ends of comments and strings.  Lines are not
// counted here: a place is a byte offset, and lines are counted when it is
// printed.
//
// Tested by lexer_test.cc.
#ifndef PLUMB_PARSE_TEXT_LEXER_H_
#define PLUMB_PARSE_TEXT_LEXER_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "parse/text/byte_runs.h"

namespace plumb {

enum class TokenKind : uint8_t {
  kEnd,          // of the text
  kWord,         // an opcode, an enumerant, a mask such as A|B
  kNumber,       // begins with a digit, a sign or a point
  kId,           // %name
  kImmediate,    // !number
  kString,       // "...", quotes included; may span lines
  kEquals,       // =
  kPunctuation,  // one of ( ) ,
  kBad,          // invalid bytes, including NUL
};

class Token {
 public:
  Token() = default;
  Token(TokenKind kind, const char* begin, const char* end, bool malformed)
      : begin(begin),
        end(end),
        tag_(static_cast<uint32_t>(kind) | (malformed ? kMalformed : 0)) {}

  TokenKind kind() const {
    return static_cast<TokenKind>(tag_ & ~uint32_t{kMalformed});
  }
  // A string without a closing quote (it then ends with its line), or an id
  // whose name is empty or has an invalid character.
  bool malformed() const { return (tag_ & kMalformed) != 0; }
  // An id that is not malformed.
  bool IsName() const { return tag_ == static_cast<uint32_t>(TokenKind::kId); }

  absl::string_view text() const {
    return absl::string_view(begin, static_cast<size_t>(end - begin));
  }
  // The name of an id, the number of an immediate.
  absl::string_view rest() const { return text().substr(1); }

  const char* begin = nullptr;
  const char* end = nullptr;

 private:
  static constexpr uint32_t kMalformed = 0x100;
  // Kind and mark in one word: tokens are copied immediately after they are
  // made, and a load that spans two stores has to wait for both.
  uint32_t tag_ = 0;
};

namespace internal {

// The token kind that a byte starts, in the low four bits, and the tokens that
// it may be part of.
enum CharClass : uint8_t {
  // Starts of the tokens that end at a byte that cannot be part of a word, in
  // the order of their kinds.
  kLetter,  // any byte that starts a word
  kDigit,
  kPercent,
  kExclamation,
  kQuote,
  kEqualsSign,
  kPunctuationMark,
  kInvalid,
  // Skipped bytes.
  kBlank,
  kSemicolon,
  kStartMask = 0x0f,
  kInWord = 0x40,
  kInName = 0x80,  // of an id
};

constexpr std::array<uint8_t, 256> MakeCharTable() {
  std::array<uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const bool control = c < 0x20 || c == 0x7f;
    table[c] = control ? kInvalid : kLetter | kInWord;
  }
  for (char c : {' ', '\t', '\n', '\r', '\v', '\f'}) table[c] = kBlank;
  for (int c = '0'; c <= '9'; ++c) table[c] = kDigit | kInWord | kInName;
  for (char c : {'+', '-', '.'}) table[c] = kDigit | kInWord;
  for (int c = 'A'; c <= 'Z'; ++c) table[c] |= kInName;
  for (int c = 'a'; c <= 'z'; ++c) table[c] |= kInName;
  table['_'] |= kInName;
  table['%'] = kPercent | kInWord;
  table['!'] = kExclamation | kInWord;
  table[';'] = kSemicolon;
  table['"'] = kQuote;
  table['='] = kEqualsSign;
  for (char c : {'(', ')', ','}) table[c] = kPunctuationMark;
  return table;
}
inline constexpr std::array<uint8_t, 256> kCharTable = MakeCharTable();

}  // namespace internal

// A blank, or the start of a comment.
inline bool IsSkipped(char c) {
  return (internal::kCharTable[static_cast<unsigned char>(c)] &
          internal::kStartMask) >= internal::kBlank;
}

// Whether a word or an id ends at `p`.
inline bool EndsWord(const char* p, const char* end) {
  return p == end || (internal::kCharTable[static_cast<unsigned char>(*p)] &
                      internal::kInWord) == 0;
}

// Whether text starts like a number.
inline bool StartsNumber(absl::string_view text) {
  return !text.empty() &&
         (internal::kCharTable[static_cast<unsigned char>(text[0])] &
          internal::kStartMask) == internal::kDigit;
}

// The start of the next token after blanks and comments, or `end`.
const char* SkipLines(const char* p, const char* end);

class Lexer {
 public:
  Lexer() = default;
  explicit Lexer(absl::string_view text)
      : pos_(text.data()), end_(text.data() + text.size()) {}

  // The next token; kEnd repeatedly at the end of the text.  Linear in the
  // text for all tokens together.
  void Next(Token* token);
  Token Next() {
    Token token;
    Next(&token);
    return token;
  }

  // Whether the token after the last one is "=".
  bool EqualsFollows();
  // Skips the "=" that EqualsFollows() found.
  void ConsumeEquals() { ++pos_; }

  // Goes back to a token, which Next() returns again.
  void Rewind(const Token& token) { pos_ = token.begin; }

  void MoveTo(const char* begin_of_token) { pos_ = begin_of_token; }

  // Whether an unterminated string was found: later ones end with their lines.
  bool unterminated_seen() const { return unterminated_seen_; }

 private:
  static uint8_t ClassOf(const char* p) {
    return internal::kCharTable[static_cast<unsigned char>(*p)];
  }
  void SkipBlanks() {
    // One space separates most tokens.
    if (pos_ != end_ && *pos_ == ' ') ++pos_;
    if (pos_ != end_ && IsSkipped(*pos_)) pos_ = SkipLines(pos_, end_);
  }
  // Ends the token at the first byte that cannot be part of a word, and
  // returns the classes that all bytes before it share.
  uint8_t ScanWord(const char** p) const {
    uint8_t common = 0xff;
    for (;; ++*p) {
      *p = FindNameEnd(*p, end_);
      if (*p == end_) return common;
      const uint8_t c = ClassOf(*p);
      if ((c & internal::kInWord) == 0) return common;
      common &= c;
    }
  }
  void SetToken(Token* token, TokenKind kind, const char* end,
                bool malformed = false) {
    *token = Token(kind, pos_, end, malformed);
    pos_ = end;
  }
  void ReadString(Token* token);
  void ReadInvalid(Token* token);

  const char* pos_ = nullptr;
  const char* end_ = nullptr;
  // After one unterminated string, the ends of later ones are searched only in
  // their line: that keeps the lexer linear.
  bool unterminated_seen_ = false;
};

inline void Lexer::Next(Token* token) {
  static_assert(static_cast<int>(TokenKind::kWord) == internal::kLetter + 1);
  static_assert(static_cast<int>(TokenKind::kNumber) == internal::kDigit + 1);
  static_assert(static_cast<int>(TokenKind::kId) == internal::kPercent + 1);
  static_assert(static_cast<int>(TokenKind::kImmediate) ==
                internal::kExclamation + 1);
  SkipBlanks();
  if (pos_ == end_) return SetToken(token, TokenKind::kEnd, pos_);
  const uint8_t start = ClassOf(pos_) & internal::kStartMask;
  const char* p = pos_ + 1;
  if (start <= internal::kExclamation) {
    const uint8_t common = ScanWord(&p);
    const bool named = (common & internal::kInName) != 0 && p != pos_ + 1;
    return SetToken(token, static_cast<TokenKind>(start + 1), p,
                    start == internal::kPercent && !named);
  }
  switch (start) {
    case internal::kQuote:
      return ReadString(token);
    case internal::kEqualsSign:
      return SetToken(token, TokenKind::kEquals, p);
    case internal::kPunctuationMark:
      return SetToken(token, TokenKind::kPunctuation, p);
    default:
      return ReadInvalid(token);
  }
}

inline bool Lexer::EqualsFollows() {
  SkipBlanks();
  return pos_ != end_ && *pos_ == '=';
}

namespace internal {
inline bool LooksLikeOpcode(const char* begin, const char* end) {
  return end - begin > 2 && begin[0] == 'O' && begin[1] == 'p' &&
         begin[2] >= 'A' && begin[2] <= 'Z';
}
}  // namespace internal

// Whether a word looks like an opcode: "Op" and a capital.  No enumerant does,
// so it always starts an instruction.
inline bool LooksLikeOpcode(const Token& token) {
  return token.kind() == TokenKind::kWord &&
         internal::LooksLikeOpcode(token.begin, token.end);
}

// Whether two tokens, in this order, have no line break between them.
inline bool OnOneLine(const Token& first, const Token& second) {
  const absl::string_view between(
      first.end, static_cast<size_t>(second.begin - first.end));
  return between.find('\n') == between.npos;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_LEXER_H_

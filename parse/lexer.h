// Tokens of the assembly language, pulled one at a time and never stored.
//
// The text is free-form: white space and comments (";" to the end of the line)
// separate tokens and mean nothing else.  A token is a view into the text; one
// table of 256 entries says what each byte may start and what it may continue,
// and memchr finds the ends of comments and strings.  Lines are not counted
// here: a place is a byte offset, and who prints one counts the lines then.
//
// Tested by lexer_test.cc.
#ifndef PLUMB_PARSE_LEXER_H_
#define PLUMB_PARSE_LEXER_H_

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

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
  kBad,          // bytes that mean nothing, NUL among them
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
  // A string without a closing quote (it ends with its line then), or an id
  // whose name is empty or has a character that names cannot have.
  bool malformed() const { return (tag_ & kMalformed) != 0; }

  absl::string_view text() const {
    return absl::string_view(begin, static_cast<size_t>(end - begin));
  }
  // The name of an id, the number of an immediate.
  absl::string_view rest() const { return text().substr(1); }

  const char* begin = nullptr;
  const char* end = nullptr;

 private:
  static constexpr uint32_t kMalformed = 0x100;
  // Kind and mark in one word: tokens are copied right after they are made, and
  // a load that spans two stores has to wait for both.
  uint32_t tag_ = 0;
};

namespace internal {

// What a byte starts, in the low four bits, and what it can be part of.
enum CharClass : uint8_t {
  kLetter,  // any byte that starts a word
  kDigit,
  kBlank,
  kSemicolon,
  kQuote,
  kEqualsSign,
  kPercent,
  kExclamation,
  kPunctuationMark,
  kMeaningless,
  kStartMask = 0x0f,
  kInWord = 0x40,
  kInName = 0x80,  // of an id
};

constexpr std::array<uint8_t, 256> MakeCharTable() {
  std::array<uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const bool control = c < 0x20 || c == 0x7f;
    table[c] = control ? kMeaningless : kLetter | kInWord;
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

// The first byte from `p` on that is no letter, digit or "_", or `end`.  Nearly
// all tokens are such a run, so it is looked for 16 bytes at a time: the branch
// at the end of a loop over single bytes would be mispredicted for most tokens.
inline const char* FindNameEnd(const char* p, const char* end) {
#ifdef __SSE2__
  // Comparisons are signed, so bytes beyond ASCII are less than all letters.
  const auto between = [](__m128i bytes, char low, char high) {
    return _mm_and_si128(
        _mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(low - 1))),
        _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(high + 1))));
  };
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    const __m128i in_name = _mm_or_si128(
        _mm_or_si128(between(lower, 'a', 'z'), between(bytes, '0', '9')),
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')));
    const auto mask = static_cast<uint32_t>(_mm_movemask_epi8(in_name));
    if (mask != 0xffff) return p + std::countr_one(mask);
  }
#endif
  while (p != end &&
         (kCharTable[static_cast<unsigned char>(*p)] & kInName) != 0) {
    ++p;
  }
  return p;
}

}  // namespace internal

class Lexer {
 public:
  Lexer() = default;
  explicit Lexer(absl::string_view text)
      : pos_(text.data()), end_(text.data() + text.size()) {}

  // The next token; kEnd again and again once the text is used up.  All in all
  // linear in the text.
  void Next(Token* token);
  Token Next() {
    Token token;
    Next(&token);
    return token;
  }

  // Whether the token after the last one is "=".
  bool EqualsFollows();

  // Goes back to a token, which Next() returns again.
  void Rewind(const Token& token) { pos_ = token.begin; }

 private:
  static uint8_t ClassOf(const char* p) {
    return internal::kCharTable[static_cast<unsigned char>(*p)];
  }
  void SkipBlanks() {
    while (pos_ != end_) {
      const uint8_t start = ClassOf(pos_) & internal::kStartMask;
      if (start == internal::kBlank) {
        ++pos_;
        SkipSpaces();
      } else if (start == internal::kSemicolon) {
        SkipComment();
      } else {
        return;
      }
    }
  }
  // Indentation, eight spaces at a time.
  void SkipSpaces() {
    constexpr uint64_t kEight = 0x2020202020202020;
    uint64_t next = 0;
    while (end_ - pos_ >= 8) {
      std::memcpy(&next, pos_, sizeof(next));
      if (next != kEight) return;
      pos_ += 8;
    }
  }
  // Ends the token at the first byte that cannot be part of a word, and
  // returns the classes that all bytes before it share.
  uint8_t ScanWord(const char** p) const {
    uint8_t common = 0xff;
    for (;; ++*p) {
      *p = internal::FindNameEnd(*p, end_);
      if (*p == end_) return common;
      const uint8_t c = ClassOf(*p);
      if ((c & internal::kInWord) == 0) return common;
      common &= c;
    }
  }
  void Take(Token* token, TokenKind kind, const char* end,
            bool malformed = false) {
    *token = Token(kind, pos_, end, malformed);
    pos_ = end;
  }
  void SkipComment();
  void TakeString(Token* token);
  void TakeBad(Token* token);

  const char* pos_ = nullptr;
  const char* end_ = nullptr;
  // Once one string has no end, none behind it is looked for beyond its line:
  // that keeps the lexer linear.
  bool unterminated_seen_ = false;
};

inline void Lexer::Next(Token* token) {
  SkipBlanks();
  if (pos_ == end_) return Take(token, TokenKind::kEnd, pos_);
  const char* p = pos_ + 1;
  switch (ClassOf(pos_) & internal::kStartMask) {
    case internal::kPercent: {
      const uint8_t common = ScanWord(&p);
      const bool named = (common & internal::kInName) != 0 && p != pos_ + 1;
      return Take(token, TokenKind::kId, p, !named);
    }
    case internal::kLetter:
      ScanWord(&p);
      return Take(token, TokenKind::kWord, p);
    case internal::kDigit:
      ScanWord(&p);
      return Take(token, TokenKind::kNumber, p);
    case internal::kExclamation:
      ScanWord(&p);
      return Take(token, TokenKind::kImmediate, p);
    case internal::kEqualsSign:
      return Take(token, TokenKind::kEquals, p);
    case internal::kPunctuationMark:
      return Take(token, TokenKind::kPunctuation, p);
    case internal::kQuote:
      return TakeString(token);
    default:
      return TakeBad(token);
  }
}

inline bool Lexer::EqualsFollows() {
  SkipBlanks();
  return pos_ != end_ && *pos_ == '=';
}

// Whether a word is an opcode by its looks: "Op" and a capital.  No enumerant
// looks like that, so it always begins an instruction.
inline bool LooksLikeOpcode(const Token& token) {
  return token.kind() == TokenKind::kWord && token.end - token.begin > 2 &&
         token.begin[0] == 'O' && token.begin[1] == 'p' &&
         token.begin[2] >= 'A' && token.begin[2] <= 'Z';
}

// Whether two tokens, in this order, have no line break between them.
inline bool OnOneLine(const Token& first, const Token& second) {
  const absl::string_view between(
      first.end, static_cast<size_t>(second.begin - first.end));
  return between.find('\n') == between.npos;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_LEXER_H_

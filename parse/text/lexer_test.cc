#include "parse/text/lexer.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// The tokens of a text, each as a letter for its kind and its text; "~" marks
// a malformed one.
std::string Dump(absl::string_view text) {
  constexpr char kLetters[] = "$wni!s=pb";
  Lexer lexer(text);
  std::string dump;
  for (;;) {
    const Token token = lexer.Next();
    if (!dump.empty()) dump += " ";
    dump += kLetters[static_cast<int>(token.kind())];
    if (token.malformed()) dump += "~";
    if (token.kind() == TokenKind::kEnd) return dump;
    absl::StrAppend(&dump, ":", token.text());
  }
}

TEST(LexerTest, Tokens) {
  const struct {
    absl::string_view text, dump;
  } kCases[] = {
      {"", "$"},
      {" \t\r\n\v\f", "$"},
      {"OpNop", "w:OpNop $"},
      {"%v=OpTypeVoid", "i:%v =:= w:OpTypeVoid $"},
      {"%v = OpTypeInt 32 0", "i:%v =:= w:OpTypeInt n:32 n:0 $"},
      {"Inline|Const", "w:Inline|Const $"},
      {"-1 +2 .5 0x1p-3 1D", "n:-1 n:+2 n:.5 n:0x1p-3 n:1D $"},
      {"!0x10 !", "!:!0x10 !:! $"},
      {"OpUnknown(21, 5)", "w:OpUnknown p:( n:21 p:, n:5 p:) $"},
      // Comments.
      {";", "$"},
      {"; a \"\n b", "w:b $"},
      {"a;b\n;c\nd", "w:a w:d $"},
      {"a ; no newline", "w:a $"},
      // Ids.
      {"%_9aZ", "i:%_9aZ $"},
      {"%", "i~:% $"},
      {"%a.b", "i~:%a.b $"},
      {"%a%b", "i~:%a%b $"},
      {"%\xc3\xa4", "i~:%\xc3\xa4 $"},
      // Strings.
      {"\"\"", "s:\"\" $"},
      {"\"a b;c\"d", "s:\"a b;c\" w:d $"},
      {"x\"y\"", "w:x s:\"y\" $"},
      {"\"a\nb\" c", "s:\"a\nb\" w:c $"},
      {R"("a\"b" c)", R"(s:"a\"b" w:c $)"},
      {R"("a\\" b)", R"(s:"a\\" w:b $)"},
      {R"("\\\"" b)", R"(s:"\\\"" w:b $)"},
      {"\"abc\nd", "s~:\"abc w:d $"},
      {"\"", "s~:\" $"},
      {R"("\")", R"(s~:"\" $)"},
  };
  for (const auto& c : kCases) EXPECT_EQ(Dump(c.text), c.dump) << c.text;
}

TEST(LexerTest, NulIsABadCharacterAndNotTheEnd) {
  EXPECT_EQ(Dump(absl::string_view("a\0b", 3)),
            absl::StrCat("w:a b~:", absl::string_view("\0", 1), " w:b $"));
  EXPECT_EQ(Dump("a\x01\x02 b"), "w:a b~:\x01\x02 w:b $");
  EXPECT_EQ(Dump("\x7f"), "b~:\x7f $");
}

TEST(LexerTest, TheEndIsReturnedForever) {
  Lexer lexer("a");
  lexer.Next();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(lexer.Next().kind(), TokenKind::kEnd);
}

TEST(LexerTest, EqualsFollowsLooksPastBlanksAndComments) {
  for (absl::string_view text : {"%a=", "%a =", "%a ; c\n ="}) {
    Lexer lexer(text);
    lexer.Next();
    EXPECT_TRUE(lexer.EqualsFollows()) << text;
    EXPECT_EQ(lexer.Next().kind(), TokenKind::kEquals) << text;
  }
  for (absl::string_view text : {"%a", "%a b =", "%a ; ="}) {
    Lexer lexer(text);
    lexer.Next();
    EXPECT_FALSE(lexer.EqualsFollows()) << text;
  }
}

TEST(LexerTest, RewindGoesBackToAToken) {
  Lexer lexer("a b c");
  lexer.Next();
  const Token b = lexer.Next();
  lexer.Next();
  lexer.Rewind(b);
  EXPECT_EQ(lexer.Next().text(), "b");
  EXPECT_EQ(lexer.Next().text(), "c");
}

TEST(LexerTest, OpcodesLookLikeOpcodes) {
  const auto looks = [](absl::string_view text) {
    return LooksLikeOpcode(Lexer(text).Next());
  };
  EXPECT_TRUE(looks("OpNop"));
  EXPECT_TRUE(looks("OpX"));
  EXPECT_FALSE(looks("Op"));
  EXPECT_FALSE(looks("OpenCL"));
  EXPECT_FALSE(looks("OptNoneEXT"));
  EXPECT_FALSE(looks("%OpNop"));
}

// Each line has an unterminated string, and all later quotes are escaped: a
// lexer that searches to the end of the text for each of them never finishes.
TEST(LexerTest, UnterminatedStringsAreLinear) {
  std::string text;
  for (int i = 0; i < 1000000; ++i) text += "\\\"\n";
  Lexer lexer(text);
  int tokens = 0;
  while (lexer.Next().kind() != TokenKind::kEnd) ++tokens;
  EXPECT_EQ(tokens, 2000000);
}

}  // namespace
}  // namespace plumb

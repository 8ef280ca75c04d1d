#include "cli/lsp/text_index.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

using testing::ElementsAre;

// The statements, as their tokens with blanks between them.
std::vector<std::string> StatementsOf(const TextIndex& index) {
  std::vector<std::string> texts;
  for (const Statement& s : index.statements()) {
    std::string text;
    for (const IndexedToken& token : index.TokensOf(s)) {
      absl::StrAppend(&text, text.empty() ? "" : " ", index.TextOf(token));
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(TextIndexTest, SplitsStatements) {
  const TextIndex index(
      "OpCapability Shader %v = OpTypeVoid ; comment %x = OpNop\n"
      "%s = OpString \"a ; OpNop\"\n  %c =\n OpUndef %v");
  EXPECT_THAT(StatementsOf(index),
              ElementsAre("OpCapability Shader", "%v = OpTypeVoid",
                          "%s = OpString \"a ; OpNop\"", "%c = OpUndef %v"));
}

TEST(TextIndexTest, SplitsStatementsOfMalformedTexts) {
  const TextIndex index("foo %a Op OpFoo %b = %c = OpLabel %d =");
  EXPECT_THAT(StatementsOf(index), ElementsAre("foo %a Op", "OpFoo",
                                               "%b =", "%c = OpLabel", "%d ="));
  EXPECT_EQ(index.statements()[1].op, grammar::kNoOp);
  EXPECT_EQ(index.statements()[2].opcode_token, kNone);
  EXPECT_EQ(index.statements()[3].op, grammar::Op::kLabel);
}

TEST(TextIndexTest, FindsUsesAndDefinitions) {
  const TextIndex index("OpName %a \"a\" %a = OpTypeVoid %b = OpUndef %a");
  const auto name = index.FindName("a");
  ASSERT_TRUE(name.has_value());
  std::vector<uint32_t> begins;
  for (const uint32_t use : index.UsesOf(*name)) {
    begins.push_back(index.tokens()[use].begin);
  }
  EXPECT_THAT(begins, ElementsAre(7u, 14u, 43u));
  ASSERT_NE(index.DefinitionOf(*name), nullptr);
  EXPECT_EQ(index.DefinitionOf(*name)->op, grammar::Op::kTypeVoid);
  EXPECT_FALSE(index.FindName("c").has_value());
}

TEST(TextIndexTest, TheFirstDefinitionCounts) {
  const TextIndex index("%a = OpTypeVoid %a = OpTypeBool");
  EXPECT_EQ(index.DefinitionOf(*index.FindName("a"))->op,
            grammar::Op::kTypeVoid);
}

TEST(TextIndexTest, FindsFunctions) {
  const TextIndex index(
      "%v = OpTypeVoid %f = OpFunction %v None %t %l = OpLabel OpReturn "
      "OpFunctionEnd OpNop %g = OpFunction %v None %t %h = OpFunction");
  ASSERT_EQ(index.functions().size(), 3u);
  EXPECT_EQ(index.functions()[0].first, 1u);
  EXPECT_EQ(index.functions()[0].end, 5u);
  EXPECT_EQ(index.functions()[1].end, 7u);  // by the next one
  EXPECT_EQ(index.functions()[2].end, 8u);  // by the end of the text
  EXPECT_EQ(index.statements()[0].function, kNone);
  EXPECT_EQ(index.statements()[3].function, 0u);
  EXPECT_EQ(index.statements()[5].function, kNone);
}

TEST(TextIndexTest, FindsTheTokenAtAnOffset) {
  constexpr absl::string_view kText = " %a=OpUndef  %b\n";
  const TextIndex index(kText);
  const auto text_at = [&](size_t offset) {
    const uint32_t token = index.TokenAt(offset);
    return token == kNone ? "" : index.TextOf(index.tokens()[token]);
  };
  EXPECT_EQ(text_at(0), "");
  EXPECT_EQ(text_at(1), "%a");
  EXPECT_EQ(text_at(3), "%a");  // an id before "="
  EXPECT_EQ(text_at(4), "OpUndef");
  EXPECT_EQ(text_at(11), "OpUndef");
  EXPECT_EQ(text_at(12), "");
  EXPECT_EQ(text_at(15), "%b");
  EXPECT_EQ(text_at(16), "");
}

TEST(TextIndexTest, FindsTheStatementAtAnOffset) {
  const TextIndex index(" OpNop\nOpReturn");
  EXPECT_EQ(index.StatementAt(0), kNone);
  EXPECT_EQ(index.StatementAt(1), 0u);
  EXPECT_EQ(index.StatementAt(6), 0u);
  EXPECT_EQ(index.StatementAt(7), 1u);
  EXPECT_EQ(index.StatementAt(99), 1u);
}

TEST(TextIndexTest, AnEmptyTextHasNothing) {
  const TextIndex index(" ; comment");
  EXPECT_TRUE(index.tokens().empty());
  EXPECT_TRUE(index.statements().empty());
  EXPECT_EQ(index.TokenAt(3), kNone);
  EXPECT_EQ(index.StatementAt(3), kNone);
}

}  // namespace
}  // namespace plumb::lsp

#include "cli/lsp/formatting.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

std::string Formatted(absl::string_view text) {
  return FormattedText(TextIndex(text));
}

struct Row {
  const char* text;
  const char* formatted;
};

TEST(FormattingTest, AlignsOpcodes) {
  const Row rows[] = {
      {"", ""},
      {"OpNop", "               OpNop\n"},
      {"%a=OpUndef  %t\n", "          %a = OpUndef %t\n"},
      {"%a_very_long_name = OpUndef %t\n", "%a_very_long_name = OpUndef %t\n"},
      {"OpNop OpNop\n", "               OpNop\n               OpNop\n"},
      // Comments.
      {"; SPIR-V\n; Version: 1.6\nOpNop ;  why \n",
       "; SPIR-V\n; Version: 1.6\n               OpNop ;  why\n"},
      {"OpNop\n   ; next\nOpNop\n",
       "               OpNop\n               ; next\n               OpNop\n"},
      {"; alone", "; alone\n"},
      // Empty lines, of which one is kept.
      {"OpNop\n\n\n\nOpNop\n\n",
       "               OpNop\n\n               OpNop\n\n"},
      // An instruction of several lines.
      {"OpName %a ; this\n  \"a\"\n",
       "               OpName %a ; this\n                 \"a\"\n"},
      {"%s = OpString \"a\n  b\"\n", "          %s = OpString \"a\n  b\"\n"},
      {"foo\r\nbar\r\n", "               foo\n                 bar\n"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Formatted(row.text), row.formatted) << row.text;
    EXPECT_EQ(Formatted(row.formatted), row.formatted) << row.text;
  }
}

}  // namespace
}  // namespace plumb::lsp

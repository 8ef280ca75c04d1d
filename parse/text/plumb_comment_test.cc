#include "parse/text/plumb_comment.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PlumbCommentTest, ReadsVerbAndNames) {
  const std::string text =
      "; plumb: env vulkan1.3\n"
      ";plumb:off a.b, 04915,c -- because -- of this\r\n"
      "OpNop ; plumb: off\n"
      "  ;; plumb: off x";
  const std::vector<PlumbComment> comments = ReadPlumbComments(text);
  ASSERT_EQ(comments.size(), 4u);
  EXPECT_EQ(comments[0].begin, 0u);
  EXPECT_EQ(comments[0].end, 22u);
  EXPECT_EQ(comments[0].verb, "env");
  EXPECT_THAT(comments[0].names, ElementsAre("vulkan1.3"));
  EXPECT_FALSE(comments[0].is_after_token_of_text);
  EXPECT_EQ(comments[1].verb, "off");
  EXPECT_THAT(comments[1].names, ElementsAre("a.b", "04915", "c"));
  EXPECT_FALSE(comments[1].is_after_token_of_line);
  EXPECT_EQ(text.substr(comments[1].end, 2), "\r\n");
  EXPECT_THAT(comments[2].names, IsEmpty());
  EXPECT_TRUE(comments[2].is_after_token_of_line);
  EXPECT_FALSE(comments[3].is_after_token_of_line);
  EXPECT_TRUE(comments[3].is_after_token_of_text);
  EXPECT_EQ(comments[3].end, text.size());
}

TEST(PlumbCommentTest, OtherCommentsAndStringsAreNone) {
  for (const char* text :
       {"", "; plumb", "; about plumb: off x", "OpName %x \"; plumb: off x\"",
        "OpString \"two\nlines ; plumb: off\n\\\" ; plumb: off x\"",
        "OpString \"open\n; plumb: off x"}) {
    EXPECT_THAT(ReadPlumbComments(text), IsEmpty()) << text;
  }
}

TEST(PlumbCommentTest, AVerbCanBeMissing) {
  const std::vector<PlumbComment> comments = ReadPlumbComments("; plumb: -- x");
  ASSERT_EQ(comments.size(), 1u);
  EXPECT_EQ(comments[0].verb, "");
}

}  // namespace
}  // namespace plumb

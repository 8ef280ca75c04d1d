#include "cli/json_key_line.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(JsonKeyLineTest, FindsMembersOfTheObject) {
  constexpr char kText[] =
      "// \"b\": 1\n"
      "{ \"a\": \"b\", /* \"b\":\n"
      "*/\n"
      "\"c\": {\"b\": [1, \"b\"]}, \"d\\\"b\": 0,\n"
      "\"b\"\n: 1, \"e\": [\"f\", \"g\"]}";
  EXPECT_EQ(LineOfKey(kText, "a"), 2u);
  EXPECT_EQ(LineOfKey(kText, "b"), 5u);
  EXPECT_EQ(LineOfKey(kText, "c"), 4u);
  EXPECT_EQ(LineOfKey(kText, "e"), 6u);
  EXPECT_EQ(LineOfKey(kText, "g"), 1u);
  EXPECT_EQ(LineOfKey(kText, ""), 1u);
}

TEST(JsonKeyLineTest, IncompleteTexts) {
  for (const char* text : {"", "\"", "{\"a", "{\"a\\", "/*", "//", "]"}) {
    EXPECT_EQ(LineOfKey(text, "a"), 1u) << text;
  }
}

}  // namespace
}  // namespace plumb

#include "api/json/json_document.h"

#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using nlohmann::json;

std::string Nested(const std::string& open, const std::string& inner,
                   const std::string& close, int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  text += inner;
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

absl::string_view MessageOf(const absl::StatusOr<json>& result) {
  return result.ok() ? "no error" : result.status().message();
}

TEST(JsonDocumentTest, Parses) {
  const auto document = ParseJson(R"({"a": [1, {"b": null}], "a": [2]})");
  ASSERT_TRUE(document.ok()) << document.status();
  EXPECT_EQ(document->dump(), R"({"a":[2]})") << "the last of two counts";
}

TEST(JsonDocumentTest, Depth) {
  for (const auto& [open, inner, close] :
       {std::tuple("[", "", "]"), {"{\"a\":", "1", "}"}}) {
    const auto deepest = ParseJson(Nested(open, inner, close, 64));
    ASSERT_TRUE(deepest.ok()) << deepest.status();
    EXPECT_EQ(deepest->dump(), Nested(open, inner, close, 64));
    for (const int depth : {65, 66, 1'000'000}) {
      const auto deeper = ParseJson(Nested(open, inner, close, depth));
      EXPECT_EQ(MessageOf(deeper), "is nested deeper than 64 levels") << depth;
    }
    // Only nesting counts, not siblings.
    std::string wide = "[";
    for (int i = 0; i < 1000; ++i) {
      absl::StrAppend(&wide, Nested(open, inner, close, 63), ",");
    }
    EXPECT_TRUE(ParseJson(absl::StrCat(wide, "1]")).ok());
  }
  EXPECT_EQ(MessageOf(ParseJson(std::string(1'000'000, '['))),
            "is nested deeper than 64 levels");
}

TEST(JsonDocumentTest, Comments) {
  const char kText[] = "/* one */ [1] // two\n";
  EXPECT_FALSE(ParseJson(kText).ok());
  EXPECT_EQ(ParseJson(kText, JsonComments::kIgnored)->dump(), "[1]");
}

TEST(JsonDocumentTest, MessagesArePrintableAndShort) {
  EXPECT_EQ(MessageOf(ParseJson("[1,")),
            "is not JSON: parse error at line 1, column 4: syntax error while "
            "parsing value - unexpected end of input; expected '[', '{', or a "
            "literal");
  EXPECT_NE(
      MessageOf(ParseJson("[1e999]")).find("is not JSON: number overflow"),
      absl::string_view::npos);
  for (const std::string& text :
       {std::string("\"\xc2\x9b\xe2\x80\x8f"), "[\"" + std::string(9999, 'x'),
        std::string("\x1b[31m"), std::string("\xff")}) {
    const auto document = ParseJson(text);
    ASSERT_FALSE(document.ok());
    const absl::string_view message = MessageOf(document);
    EXPECT_LT(message.size(), 230);
    EXPECT_EQ(message.find_first_of("\xc2\xff\x1b\n"), message.npos) << message;
  }
}

TEST(JsonDocumentTest, QuotesAreCut) {
  EXPECT_EQ(QuotedJson(json::parse(R"(["a", {"b": "\u009b\n"}])")),
            "[\"a\",{\"b\":\"<U+009b>\\n\"}]");
  EXPECT_EQ(QuotedJson(std::string(500, 'x')),
            "\"" + std::string(199, 'x') + "...");
}

}  // namespace
}  // namespace plumb

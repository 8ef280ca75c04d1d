#include "api/report/json_text.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(JsonTextTest, EscapesWhatIsNotPrintable) {
  const struct {
    const char *string, *text;
  } kCases[] = {
      {"a\"\xc3\xa9\xe2\x82\xac", "\"a\\\"\xc3\xa9\xe2\x82\xac\""},
      {"\x1b\n", "\"\\u001b\\n\""},
      {"\x7f\xc2\x9b", "\"\\u007f\\u009b\""},
      // NOLINTNEXTLINE(misc-misleading-bidirectional)
      {"\xe2\x80\xaex", "\"\\u202ex\""},
      {"\xef\xbf\xbf", "\"\\uffff\""},
      {"\xf3\xa0\x80\x81", "\"\\udb40\\udc01\""},
      {"##[error]", "\"#\\u0023[error]\""},
      {"###[error]", "\"##\\u0023[error]\""},
  };
  for (const auto& test : kCases) {
    const std::string text = JsonText(test.string);
    EXPECT_EQ(text, test.text);
    EXPECT_EQ(nlohmann::ordered_json::parse(text), test.string)
        << "the value is the same";
  }
}

TEST(JsonTextTest, OtherBytesAreReplaced) {
  EXPECT_EQ(JsonText("a\xff"), "\"a\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace plumb

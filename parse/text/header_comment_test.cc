#include "parse/text/header_comment.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(HeaderCommentTest, Version) {
  const struct {
    absl::string_view text;
    absl::optional<uint32_t> minor;
  } kCases[] = {
      {"; SPIR-V\n; Version: 1.3\n; Generator: x\nOpNop", 3},
      {"\n\n  ;Version:1.5\r\n", 5},
      {"; Version: 1.0", 0},
      {"; Version: 2.0\n", absl::nullopt},
      {"; Version: 1.x\n", absl::nullopt},
      {"; Version: 1.\n", absl::nullopt},
      {"OpNop\n; Version: 1.3\n", absl::nullopt},
      {"; The Version: 1.3\n", absl::nullopt},
      {"", absl::nullopt},
      {";", absl::nullopt},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(VersionInHeaderComment(c.text), c.minor) << c.text;
  }
}

TEST(HeaderCommentTest, AllWords) {
  const HeaderComment header = ReadHeaderComment(
      "; SPIR-V\n; Version: 1.5\n; Generator: Google rspirv; 3\n; Bound: 19\n"
      "; Schema: 2\nOpNop\n; Bound: 4\n");
  EXPECT_TRUE(header.complete());
  EXPECT_EQ(header.version, 0x00010500u);
  EXPECT_EQ(header.generator, (15u << 16) + 3);
  EXPECT_EQ(header.bound, 19u);
  EXPECT_EQ(header.schema, 2u);
}

TEST(HeaderCommentTest, Generators) {
  const struct {
    const char* text;
    absl::optional<uint32_t> word;
  } kCases[] = {
      {"Khronos; 0", 0u},
      {"Unknown(60); 7", (60u << 16) + 7},
      {"Unknown(65536); 7", absl::nullopt},
      {"Khronos", absl::nullopt},
      {"Khronos; 65536", absl::nullopt},
      {"Nobody; 1", absl::nullopt},
      {"; 1", absl::nullopt},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(
        ReadHeaderComment(std::string("; Generator: ") + c.text).generator,
        c.word)
        << c.text;
  }
}

TEST(HeaderCommentTest, OddVersions) {
  EXPECT_EQ(ReadHeaderComment("; Version: 2.7").version, 0x00020700u);
  EXPECT_EQ(ReadHeaderComment("; Version: 1.256").version, absl::nullopt);
  EXPECT_EQ(
      ReadHeaderComment("; Version: 1.6\n; Version word: 0x01020304").version,
      0x01020304u);
}

}  // namespace
}  // namespace plumb

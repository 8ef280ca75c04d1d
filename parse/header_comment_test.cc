#include "parse/header_comment.h"

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

}  // namespace
}  // namespace plumb

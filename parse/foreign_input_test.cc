#include "parse/foreign_input.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(ForeignInputTest, NamesTheFormat) {
  const struct {
    absl::string_view bytes, name;
  } kCases[] = {
      {absl::string_view("\x7f"
                         "ELF\x02\x01\x01\0",
                         8),
       "an ELF file"},
      {absl::string_view("\xff\xfeO\0p\0", 6), "text in UTF-16"},
      {absl::string_view("O\0p\0C\0a\0p\0a\0b\0i\0l\0", 18), "text in UTF-16"},
      {absl::string_view("\0O\0p\0C\0a\0p\0a\0b\0i\0l", 18), "text in UTF-16"},
      {"// a shader\n#version 450\nvoid main() {}\n", "GLSL source"},
      {"float4 main() : SV_Target { return 1; }", "HLSL source"},
      {"@fragment\nfn main() {}\n", "WGSL source"},
      {"0x7f454c46, 0x00010102, 0, 0",
       "hexadecimal text that does not begin with the magic number 07230203"},
      {"de ad be ef",
       "hexadecimal text that does not begin with the magic number 07230203"},
      {"{\"a\": 1}", "JSON"},
      {"OpCapability Shader\n", ""},
      {"%1 = OpTypeVoid\n", ""},
      {"de ad", ""},
      {"", ""},
      {"Whatever this is.", ""},
  };
  for (const auto& c : kCases) EXPECT_EQ(ForeignFormat(c.bytes), c.name);
}

TEST(ForeignInputTest, BinariesHaveZeroBytes) {
  EXPECT_TRUE(LooksLikeBinary(absl::string_view("\1\2\0\4", 4)));
  EXPECT_FALSE(LooksLikeBinary("text"));
  EXPECT_FALSE(LooksLikeBinary(""));
}

}  // namespace
}  // namespace plumb

#include "parse/text/float_literal.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

// The bits of a literal in hexadecimal, or the error.
std::string Parse(absl::string_view text, const FloatFormat* format) {
  if (format == nullptr) return "no format";
  uint32_t words[2] = {0, 0};
  switch (ParseFloat(text, *format, words)) {
    case LiteralError::kSyntax:
      return "syntax";
    case LiteralError::kNegative:
      return "negative";
    case LiteralError::kRange:
      return "range";
    case LiteralError::kWidth:
      return "width";
    case LiteralError::kNone:
      break;
  }
  if (format->width == 64) {
    return absl::StrCat(absl::Hex(words[1], absl::kZeroPad8),
                        absl::Hex(words[0], absl::kZeroPad8));
  }
  return absl::StrCat(absl::Hex(words[0]));
}

std::string Parse(absl::string_view text, uint32_t width) {
  return Parse(text, FindFloatFormat(width, absl::nullopt));
}

std::string Parse(absl::string_view text, FPEncoding encoding) {
  const auto value = static_cast<uint32_t>(encoding);
  return Parse(text, FindFloatFormat(EncodingWidth(value), value));
}

TEST(FloatLiteralTest, Ieee) {
  const struct {
    uint32_t width;
    absl::string_view text, bits;
  } kCases[] = {
      // 32 bits.
      {32, "0", "0"},
      {32, "-0", "80000000"},
      {32, "-0.0", "80000000"},
      {32, "1", "3f800000"},
      {32, "+1.5", "3fc00000"},
      {32, ".5", "3f000000"},
      {32, "5.", "40a00000"},
      {32, "010", "41200000"},
      {32, "1E5", "47c35000"},
      {32, "-.5e+1", "c0a00000"},
      {32, "0.1", "3dcccccd"},
      {32, "16777217", "4b800000"},  // a tie, to even
      {32, "16777219", "4b800002"},  // a tie, to even
      {32, "3.4028235e38", "7f7fffff"},
      {32, "3.5e38", "range"},
      {32, "-1e40", "range"},
      {32, "1e-50", "0"},
      {32, "1.4e-45", "1"},
      {32, "0x1p0", "3f800000"},
      {32, "0x.8p1", "3f800000"},
      {32, "0X1.8P+4", "41c00000"},
      {32, "0x1.0000011p0", "3f800000"},  // cut off
      {32, "0x1.fffffffp127", "7f7fffff"},
      {32, "0x1p-149", "1"},
      {32, "0x1p-150", "0"},
      {32, "0x1p-99999999999999999999", "0"},
      {32, "0x0p128", "0"},
      {32, "-0x0p0", "80000000"},
      // Infinities and NaNs.
      {32, "0x1p+128", "7f800000"},
      {32, "-0x1p+128", "ff800000"},
      {32, "0x1.8p+128", "7fc00000"},
      {32, "-0x1.0002p+128", "ff800100"},
      {32, "-0x1.fffffep+128", "ffffffff"},
      {32, "0x2p127", "7f800000"},
      {32, "0x3p127", "7fc00000"},
      {32, "0x0.cp129", "7fc00000"},
      {32, "0x1p129", "7f800000"},
      {32, "0x1.8p99999999999999999999", "7f800000"},
      // Not numbers.
      {32, "", "syntax"},
      {32, "-", "syntax"},
      {32, ".", "syntax"},
      {32, "1e", "syntax"},
      {32, "1.5f", "syntax"},
      {32, "inf", "syntax"},
      {32, "-nan", "syntax"},
      {32, "--1", "syntax"},
      {32, "+-1", "syntax"},
      {32, "1.2.3", "syntax"},
      {32, "0x10", "syntax"},
      {32, "0x1p", "syntax"},
      {32, "0x1.8", "syntax"},
      {32, "0xp1", "syntax"},
      {32, "0x.p1", "syntax"},
      {32, "0x1.2.3p1", "syntax"},
      {32, "0x1p1.5", "syntax"},
      // 64 bits.
      {64, "1e308", "7fe1ccf385ebc8a0"},
      {64, "1e309", "range"},
      {64, "1e-400", "0000000000000000"},
      {64, "4.9e-324", "0000000000000001"},
      {64, "-0", "8000000000000000"},
      {64, "3.14159265358979", "400921fb54442d11"},
      {64, "0x1.fffffffffffffp+1023", "7fefffffffffffff"},
      {64, "0x1.fffffffffffff8p+1022", "7fdfffffffffffff"},
      {64, "-0x1.8p+1024", "fff8000000000000"},
      {64, "0x1.0fp+1024", "7ff0f00000000000"},
      {64, "0x1p-1074", "0000000000000001"},
      // 16 bits: cut off, after a cut to 32 bits.
      {16, "1.000844", "3c00"},
      {16, "1.000977", "3c01"},
      {16, "1.001465", "3c01"},
      {16, "65504", "7bff"},
      {16, "65520", "7bff"},
      {16, "65535.99", "7bff"},
      {16, "-65535.99", "fbff"},
      {16, "65536", "range"},
      {16, "1e40", "range"},
      {16, "1e-8", "0"},
      {16, "0x1p-24", "1"},
      {16, "0x1.8p-25", "0"},
      {16, "0x1p-16", "100"},
      {16, "0x1.01p-1", "3804"},
      {16, "-0x1p+16", "fc00"},
      {16, "0x1.01p+16", "7c04"},
      {16, "0x1p17", "7c00"},
      // Widths without literals.
      {8, "1", "no format"},
      {24, "1", "no format"},
      {128, "1", "no format"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Parse(c.text, c.width), c.bits) << c.width << " " << c.text;
  }
}

TEST(FloatLiteralTest, Encodings) {
  const struct {
    FPEncoding encoding;
    absl::string_view text, bits;
  } kCases[] = {
      {FPEncoding::kBFloat16KHR, "1", "3f80"},
      {FPEncoding::kBFloat16KHR, "-2.5", "c020"},
      {FPEncoding::kBFloat16KHR, "1.999", "3fff"},
      {FPEncoding::kBFloat16KHR, "0x1p128", "7f80"},
      {FPEncoding::kBFloat16KHR, "0x1.02p128", "7f81"},
      {FPEncoding::kBFloat16KHR, "1e39", "range"},
      {FPEncoding::kBFloat16KHR, "0x1p-133", "1"},
      {FPEncoding::kFloat8E4M3EXT, "1", "38"},
      {FPEncoding::kFloat8E4M3EXT, "448", "7e"},
      {FPEncoding::kFloat8E4M3EXT, "479", "7e"},
      {FPEncoding::kFloat8E4M3EXT, "480", "range"},
      {FPEncoding::kFloat8E4M3EXT, "-0x1.cp8", "fe"},
      {FPEncoding::kFloat8E4M3EXT, "0x1.ep8", "7f"},  // NaN
      {FPEncoding::kFloat8E4M3EXT, "0x1p9", "range"},
      {FPEncoding::kFloat8E4M3EXT, "0x1p-9", "1"},
      {FPEncoding::kFloat8E5M2EXT, "1", "3c"},
      {FPEncoding::kFloat8E5M2EXT, "57344", "7b"},
      {FPEncoding::kFloat8E5M2EXT, "65536", "range"},
      {FPEncoding::kFloat8E5M2EXT, "0x1p16", "7c"},
      {FPEncoding::kFloat8E5M2EXT, "0x1.4p16", "7d"},
      {FPEncoding::kFloat6E2M3EXT, "7.5", "1f"},
      {FPEncoding::kFloat6E2M3EXT, "-7.5", "3f"},
      {FPEncoding::kFloat6E2M3EXT, "8", "range"},
      {FPEncoding::kFloat6E2M3EXT, "0.125", "1"},
      {FPEncoding::kFloat6E3M2EXT, "28", "1f"},
      {FPEncoding::kFloat6E3M2EXT, "32", "range"},
      {FPEncoding::kFloat6E3M2EXT, "0x1p-4", "1"},
      {FPEncoding::kFloat4E2M1EXT, "6", "7"},
      {FPEncoding::kFloat4E2M1EXT, "-0.5", "9"},
      {FPEncoding::kFloat4E2M1EXT, "8", "range"},
      {FPEncoding::kFloat8UnsignedE8M0EXT, "0x1p+4", "83"},
      {FPEncoding::kFloat8UnsignedE8M0EXT, "3", "80"},
      {FPEncoding::kFloat8UnsignedE8M0EXT, "0x1p-127", "0"},
      {FPEncoding::kFloat8UnsignedE8M0EXT, "0x1p128", "ff"},  // NaN
      {FPEncoding::kFloat8UnsignedE8M0EXT, "0", "range"},
      {FPEncoding::kFloat8UnsignedE8M0EXT, "-1", "negative"},
      {FPEncoding::kMXInt8EXT, "0x1p+0", "40"},
      {FPEncoding::kMXInt8EXT, "-0x1.2p-2", "ee"},
      {FPEncoding::kMXInt8EXT, "0", "0"},
      {FPEncoding::kMXInt8EXT, "-2", "80"},
      {FPEncoding::kMXInt8EXT, "1.984375", "7f"},
      {FPEncoding::kMXInt8EXT, "2", "range"},
      {FPEncoding::kMXInt8EXT, "1e30", "range"},
      {FPEncoding::kMXInt8EXT, "1e-30", "0"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Parse(c.text, c.encoding), c.bits)
        << static_cast<uint32_t>(c.encoding) << " " << c.text;
  }
}

TEST(FloatLiteralTest, EncodingsHaveWidths) {
  const auto e4m3 = static_cast<uint32_t>(FPEncoding::kFloat8E4M3EXT);
  EXPECT_EQ(EncodingWidth(e4m3), 8u);
  EXPECT_EQ(FindFloatFormat(16, e4m3), nullptr);
  EXPECT_EQ(EncodingWidth(0x7fffffff), 0u);
  EXPECT_EQ(FindFloatFormat(32, 0x7fffffff), nullptr);
}

}  // namespace
}  // namespace plumb

#include "core/pipeline/format.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

struct Case {
  const char* name;
  NumericType type;
  int components;
  int width;
};

class FormatTest : public testing::TestWithParam<Case> {};

TEST_P(FormatTest, HasComponents) {
  const auto format = FindFormat(GetParam().name);
  ASSERT_TRUE(format.has_value());
  EXPECT_EQ(format->type, GetParam().type);
  EXPECT_EQ(format->components, GetParam().components);
  EXPECT_EQ(format->width, GetParam().width);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, FormatTest,
    testing::Values(
        Case{"R8_UNORM", NumericType::kFloat, 1, 8},
        Case{"VK_FORMAT_R32G32B32_SFLOAT", NumericType::kFloat, 3, 32},
        Case{"R64G64B64A64_SFLOAT", NumericType::kFloat, 4, 64},
        Case{"A2B10G10R10_UINT_PACK32", NumericType::kUnsignedInt, 4, 10},
        Case{"R16G16_SINT", NumericType::kSignedInt, 2, 16},
        Case{"R8G8B8A8_USCALED", NumericType::kFloat, 4, 8},
        Case{"E5B9G9R9_UFLOAT_PACK32", NumericType::kFloat, 3, 9},
        Case{"B10G11R11_UFLOAT_PACK32", NumericType::kFloat, 3, 11},
        Case{"D32_SFLOAT", NumericType::kFloat, 0, 0}));

TEST(FindFormatTest, TellsDepthAndStencil) {
  const auto both = FindFormat("D24_UNORM_S8_UINT");
  ASSERT_TRUE(both.has_value());
  EXPECT_TRUE(both->has_depth);
  EXPECT_TRUE(both->has_stencil);
  const auto padded = FindFormat("X8_D24_UNORM_PACK32");
  ASSERT_TRUE(padded.has_value());
  EXPECT_TRUE(padded->has_depth);
  EXPECT_FALSE(padded->has_stencil);
}

TEST(FindFormatTest, RejectsOtherNames) {
  EXPECT_FALSE(FindFormat("R7_UNORM").has_value());
  EXPECT_FALSE(FindFormat("").has_value());
  EXPECT_FALSE(FindFormat("VK_FORMAT_").has_value());
}

TEST(FormatNamesTest, EachHasComponents) {
  for (const absl::string_view name : FormatNames()) {
    const auto format = FindFormat(name);
    ASSERT_TRUE(format.has_value()) << name;
    EXPECT_TRUE(format->has_color() || format->has_depth || format->has_stencil)
        << name;
  }
}

}  // namespace
}  // namespace plumb

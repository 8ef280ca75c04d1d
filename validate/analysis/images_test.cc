#include "validate/analysis/images.h"

#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

TEST(ImagesTest, ReadsEachOperand) {
  const TestModule module(R"(
      %1 = OpTypeFloat 32
      %9 = OpTypeImage %1 Cube 1 1 0 2 Rgba8
      %3 = OpTypeVoid
      %2 = OpTypeImage %3 2D 2 0 1 0 Unknown ReadOnly
  )");
  TypeTable types;
  types.Build(*module);
  Images images;
  images.Build(*module, types);
  ASSERT_EQ(images.types().size(), 2u);

  const ImageType* image = images.Find(Id(9));
  ASSERT_NE(image, nullptr);
  EXPECT_EQ(image->type, Id(9));
  EXPECT_EQ(image->sampled_type, Id(1));
  EXPECT_EQ(image->dim, grammar::Dim::kCube);
  EXPECT_EQ(image->depth, 1u);
  EXPECT_EQ(image->arrayed, 1u);
  EXPECT_EQ(image->multisampled, 0u);
  EXPECT_EQ(image->sampled, 2u);
  EXPECT_EQ(image->format, grammar::ImageFormat::kRgba8);
  EXPECT_EQ(image->access, kNoAccessQualifier);

  const ImageType* other = images.Find(Id(2));
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->sampled_type, Id(3));
  EXPECT_EQ(other->dim, grammar::Dim::k2D);
  EXPECT_EQ(other->depth, 2u);
  EXPECT_EQ(other->multisampled, 1u);
  EXPECT_EQ(other->format, grammar::ImageFormat::kUnknown);
  EXPECT_EQ(other->access, grammar::AccessQualifier::kReadOnly);
}

TEST(ImagesTest, FollowsOnlySampledImages) {
  const TestModule module(R"(
      %1 = OpTypeFloat 32
      %2 = OpTypeImage %1 2D 0 0 0 1 Unknown
      %3 = OpTypeSampledImage %2
      %4 = OpTypePointer UniformConstant %2
      %5 = OpTypeSampler
      %6 = OpTypeSampledImage %5
  )");
  TypeTable types;
  types.Build(*module);
  Images images;
  images.Build(*module, types);
  EXPECT_EQ(images.Find(Id(3)), images.Find(Id(2)));
  for (uint32_t id : {0u, 1u, 4u, 5u, 6u, 7u, 0xffffffffu}) {
    EXPECT_EQ(images.Find(Id(id)), nullptr) << id;
  }
}

TEST(ImagesTest, RejectedTypesAreUnknown) {
  const TestModule module(R"(
      %1 = OpTypeFloat 32
      %2 = OpTypeImage %1 2D 0 0 0 1 Unknown
      %3 = OpTypeSampledImage %2
  )");
  TypeTable types;
  types.Build(*module);
  Images images;
  images.Build(*module, types);
  types.Poison(Id(2));
  EXPECT_EQ(images.Find(Id(2)), nullptr);
  EXPECT_EQ(images.Find(Id(3)), nullptr);
}

}  // namespace
}  // namespace plumb

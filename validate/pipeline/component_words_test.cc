#include "validate/pipeline/component_words.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/pipeline/testing_module.h"

namespace plumb {
namespace {

constexpr char kTypes[] = R"(
  OpCapability Shader
  OpCapability Linkage
  OpCapability Float64
  OpCapability Float16
  OpMemoryModel Logical GLSL450
  %1 = OpTypeFloat 32
  %2 = OpTypeFloat 64
  %3 = OpTypeFloat 16
  %4 = OpTypeInt 32 1
  %5 = OpTypeVector %1 3
  %6 = OpTypeVector %2 3
  %7 = OpTypeVector %3 4
  %8 = OpTypeMatrix %5 2
  %9 = OpTypeInt 32 0
  %10 = OpConstant %9 2
  %11 = OpTypeArray %4 %10
  %12 = OpTypeStruct %5 %4
  %13 = OpTypeArray %12 %10
  %14 = OpConstant %9 4000000000
  %15 = OpTypeArray %1 %14
  %16 = OpTypeStruct
  %17 = OpTypeArray %16 %14
)";

// "0.0f32 0.1f32": location, component and scalar of each word.
std::string WordsOf(uint32_t type, uint32_t location, uint32_t component) {
  ValidatedModule module(kTypes);
  std::vector<ComponentWord> words;
  if (!AppendComponentWords(module.context(), Id(type), location, component,
                            &words)) {
    return "too many";
  }
  std::string text;
  for (const ComponentWord& word : words) {
    absl::StrAppend(&text, text.empty() ? "" : " ", word.location, ".",
                    uint32_t{word.component},
                    NumericTypeOf(word) == NumericType::kFloat ? "f" : "i",
                    uint32_t{word.width});
  }
  return text;
}

TEST(ComponentWordsTest, ListsScalarsAndVectors) {
  EXPECT_EQ(WordsOf(1, 3, 2), "3.2f32");
  EXPECT_EQ(WordsOf(5, 0, 1), "0.1f32 0.2f32 0.3f32");
  EXPECT_EQ(WordsOf(7, 1, 0), "1.0f16 1.1f16 1.2f16 1.3f16");
}

TEST(ComponentWordsTest, WideVectorsTakeTwoLocations) {
  EXPECT_EQ(WordsOf(2, 0, 2), "0.2f64 0.3f64");
  EXPECT_EQ(WordsOf(6, 4, 0), "4.0f64 4.1f64 4.2f64 4.3f64 5.0f64 5.1f64");
}

TEST(ComponentWordsTest, ColumnsAndElementsTakeLocationsInOrder) {
  EXPECT_EQ(WordsOf(8, 0, 0), "0.0f32 0.1f32 0.2f32 1.0f32 1.1f32 1.2f32");
  EXPECT_EQ(WordsOf(11, 2, 1), "2.1i32 3.1i32");
}

TEST(ComponentWordsTest, MembersTakeLocationsInOrder) {
  EXPECT_EQ(WordsOf(13, 0, 0),
            "0.0f32 0.1f32 0.2f32 1.0i32 2.0f32 2.1f32 2.2f32 3.0i32");
}

TEST(ComponentWordsTest, LargeTypesTakeBoundedTime) {
  EXPECT_EQ(WordsOf(15, 0, 0), "too many");
  EXPECT_EQ(WordsOf(17, 0, 0), "too many");
}

}  // namespace
}  // namespace plumb

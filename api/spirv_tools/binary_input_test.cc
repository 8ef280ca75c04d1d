#include "api/spirv_tools/binary_input.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "api/spirv_tools/testing_module.h"
#include "core/byte_order.h"
#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

std::vector<uint32_t> ThreeTypes() {
  return AssembledWords(absl::StrCat(
      kModuleStart,
      "%1 = OpTypeVoid\n%2 = OpTypeFloat 32\n%3 = OpConstant %2 1\n"));
}

TEST(BinaryInputTest, ReadsAll) {
  const std::vector<uint32_t> words = ThreeTypes();
  const BinaryInput input(words.data(), words.size(), {});
  EXPECT_TRUE(input.has_header());
  EXPECT_FALSE(input.failure().has_value());
  EXPECT_EQ(input.readable_count(), 6);
  EXPECT_FALSE(input.is_swapped());
}

TEST(BinaryInputTest, ReadsIdsAboveTheBound) {
  std::vector<uint32_t> words = ThreeTypes();
  for (const uint32_t bound : {0u, 1u, 3u, 0xffffffffu}) {
    words[3] = bound;
    const BinaryInput input(words.data(), words.size(), {});
    EXPECT_FALSE(input.failure().has_value()) << bound;
    EXPECT_EQ(input.readable_count(), 6) << bound;
    EXPECT_EQ(input.words()[3], bound);
    // The type of the constant is known.
    const Inst constant = input.module().inst(InstIndex(5));
    EXPECT_EQ(input.module().def(constant.result_type()), InstIndex(4));
  }
}

TEST(BinaryInputTest, StopsBeforeAnErrorInTheMiddle) {
  std::vector<uint32_t> words = ThreeTypes();
  words[12] = 2u << 16 | 0xfff0;  // instead of OpTypeVoid
  const BinaryInput input(words.data(), words.size(), {});
  ASSERT_TRUE(input.failure().has_value());
  EXPECT_EQ(input.failure()->position.index, 4);
  EXPECT_EQ(input.readable_count(), 3);
  EXPECT_TRUE(input.has_header());

  const BinaryInput lenient(words.data(), words.size(),
                            {.accepts_unknown = true});
  EXPECT_FALSE(lenient.failure().has_value());
}

TEST(BinaryInputTest, StopsBeforeARepeatedResult) {
  std::vector<uint32_t> words = ThreeTypes();
  words[15] = 1;  // OpTypeFloat defines %1
  const BinaryInput input(words.data(), words.size(), {});
  ASSERT_TRUE(input.failure().has_value());
  EXPECT_EQ(input.failure()->result, SPV_ERROR_INVALID_ID);
  EXPECT_EQ(input.failure()->position.index, 5);
  EXPECT_EQ(input.readable_count(), 4);
}

TEST(BinaryInputTest, HeaderThatCannotBeUsed) {
  std::vector<uint32_t> words = ThreeTypes();
  words[1] = 0x00010900;
  const BinaryInput input(words.data(), words.size(), {});
  ASSERT_TRUE(input.failure().has_value());
  EXPECT_FALSE(input.has_header());
  EXPECT_EQ(input.readable_count(), 0);
}

TEST(BinaryInputTest, SwappedWords) {
  std::vector<uint32_t> words = ThreeTypes();
  const std::vector<uint32_t> original = words;
  for (uint32_t& word : words) word = SwapBytes(word);
  const BinaryInput input(words.data(), words.size(), {});
  EXPECT_TRUE(input.is_swapped());
  EXPECT_EQ(input.readable_count(), 6);
  EXPECT_EQ(std::vector<uint32_t>(input.words().begin(), input.words().end()),
            original);
}

TEST(BinaryInputTest, NumbersOfInstructions) {
  const std::vector<uint32_t> words = ThreeTypes();
  EXPECT_EQ(InstructionNumber(words, 0), 0);
  EXPECT_EQ(InstructionNumber(words, 4), 0);
  EXPECT_EQ(InstructionNumber(words, 5), 1);
  EXPECT_EQ(InstructionNumber(words, 6), 1);
  EXPECT_EQ(InstructionNumber(words, 7), 2);
  EXPECT_EQ(InstructionNumber(words, 12), 4);
}

}  // namespace
}  // namespace plumb::spirv_tools

#include "parse/text/operand_locator.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

// The text found for an operand of the instruction that begins with `inst` in
// `text`.
std::string Find(absl::string_view text, absl::string_view inst, int operand) {
  const auto begin = static_cast<uint32_t>(text.find(inst));
  const TextRange range = TokenOfOperand(text, begin, operand);
  return std::string(text.substr(range.begin, range.end - range.begin));
}

TEST(OperandLocatorTest, OperandsCountInTheOrderOfTheWords) {
  constexpr absl::string_view kText =
      "OpNop\n%r = OpIAdd %t ; comment %no\n  %a %b OpNop";
  EXPECT_EQ(Find(kText, "%r", -1), "OpIAdd");
  EXPECT_EQ(Find(kText, "%r", 0), "%t");
  EXPECT_EQ(Find(kText, "%r", 1), "%r");
  EXPECT_EQ(Find(kText, "%r", 2), "%a");
  EXPECT_EQ(Find(kText, "%r", 3), "%b");
}

TEST(OperandLocatorTest, AResultWithoutTypeIsOperandZero) {
  constexpr absl::string_view kText = "%t=OpTypeInt 32 0";
  EXPECT_EQ(Find(kText, "%t", 0), "%t");
  EXPECT_EQ(Find(kText, "%t", 1), "32");
  EXPECT_EQ(Find(kText, "%t", 2), "0");
}

TEST(OperandLocatorTest, StringsMasksAndParametersAreOneTokenEach) {
  constexpr absl::string_view kText =
      "OpEntryPoint Fragment %main \"a b\" %x\n"
      "OpStore %p %v Aligned|Volatile 4";
  EXPECT_EQ(Find(kText, "OpEntry", 2), "\"a b\"");
  EXPECT_EQ(Find(kText, "OpEntry", 3), "%x");
  EXPECT_EQ(Find(kText, "OpStore", 2), "Aligned|Volatile");
  EXPECT_EQ(Find(kText, "OpStore", 3), "4");
}

TEST(OperandLocatorTest, MissingOperandsMapToTheOpcode) {
  constexpr absl::string_view kText = "OpStore %p %v\n%x = OpLoad %t %p OpNop";
  EXPECT_EQ(Find(kText, "OpStore", 2), "OpStore");
  EXPECT_EQ(Find(kText, "%x", 3), "OpLoad");
  EXPECT_EQ(Find(kText, "%x", 100), "OpLoad");
  EXPECT_EQ(TokenOfOperand(kText, 1000, 0), TextRange{});
}

TEST(OperandLocatorTest, OpUnknownHasItsHeadSkipped) {
  EXPECT_EQ(Find("OpUnknown(21, 3) %a 7", "OpUnknown", 0), "%a");
  EXPECT_EQ(Find("OpUnknown ( 21 , 3 ) %a 7", "OpUnknown", 1), "7");
}

}  // namespace
}  // namespace plumb

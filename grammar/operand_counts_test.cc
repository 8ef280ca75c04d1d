#include "grammar/operand_counts.h"

#include "grammar/grammar.h"
#include "grammar/operands.h"
#include "gtest/gtest.h"

namespace plumb::grammar {
namespace {

TEST(OperandCountsTest, GiveTheOperandsOfInstructions) {
  static_assert(HasOperand(Op::kLoad, operand::Load::kPointer));
  static_assert(!HasOperand(Op::kLoad, operand::Load::kMemoryAccess));
  static_assert(
      MayHaveOperand(OperandCountsOf(Op::kLoad), operand::Load::kMemoryAccess));
  static_assert(!MayHaveOperand(OperandCountsOf(Op::kIAdd), 4));
  static_assert(
      !HasOperand(Op::kDepthAttachmentReadEXT, operand::ImageRead::kImage));
  constexpr Op kReads[] = {Op::kImageRead, Op::kImageFetch};
  static_assert(AllHaveOperand(
      kReads, [](Op) { return operand::ImageRead::kCoordinate; }));
  // FMix has three operands itself.
  constexpr OperandCounts kMix = OperandCountsOf(ExtInstSet::kGlslStd450, 46);
  static_assert(HasOperand(kMix, ext_operand::GlslStd450::FMix::kA));
  static_assert(!MayHaveOperand(kMix, 7));
  // A number that the set does not have.
  static_assert(HasOperand(OperandCountsOf(ExtInstSet::kGlslStd450, 999), 9));
}

// The constants and the counts agree with the tables.
TEST(OperandCountsTest, AgreeWithThePatterns) {
  for (int row = 0; row < kOpCount; ++row) {
    const auto op = static_cast<Op>(row);
    const OpInfo& info = Info(op);
    const OperandCounts counts = OperandCountsOf(op);
    const uint32_t mandatory = info.min_words - 1u;
    EXPECT_LE(counts.min, mandatory) << NameOf(op);
    EXPECT_GE(counts.max, mandatory) << NameOf(op);
    if (!info.fixed_layout) continue;
    EXPECT_EQ(counts.min, mandatory) << NameOf(op);
    EXPECT_EQ(counts.max, mandatory) << NameOf(op);
  }
}

}  // namespace
}  // namespace plumb::grammar

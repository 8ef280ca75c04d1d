#include "grammar/operand_name.h"

#include "gtest/gtest.h"

namespace plumb::grammar {
namespace {

TEST(OperandNameTest, MostNamesAreOfOneOperand) {
  EXPECT_EQ(NameOfOne("Base", 0), "Base");
  EXPECT_EQ(NameOfOne("Operand 2", 0), "Operand 2");
  EXPECT_EQ(NameOfOne("Constituents", 3), "Constituents");
  EXPECT_EQ(NameOfOne("", 0), "");
}

TEST(OperandNameTest, AListIsCounted) {
  constexpr absl::string_view kMembers = "Member 0 type, member 1 type, ...";
  EXPECT_EQ(NameOfOne(kMembers, 0), "Member 0 type");
  EXPECT_EQ(NameOfOne(kMembers, 12), "Member 12 type");
  EXPECT_EQ(NameOfOne("AliasScope 1, AliasScope 2, ...", 2), "AliasScope 3");
  EXPECT_EQ(NameOfOne("Operands ...", 1), "Operand 2");
}

TEST(OperandNameTest, AListOfPairsAlternates) {
  EXPECT_EQ(NameOfOne("Variable, Parent, ...", 4), "Variable");
  EXPECT_EQ(NameOfOne("Variable, Parent, ...", 5), "Parent");
  EXPECT_EQ(NameOfOne("Value, Name, Value, Name, ...", 2), "Value");
  EXPECT_EQ(NameOfOne("Value, Name, Value, Name, ...", 3), "Name");
  constexpr absl::string_view kConditions =
      "Condition 0, Operand 0, Condition 1, Operand 1, ...";
  EXPECT_EQ(NameOfOne(kConditions, 4), "Condition 2");
  EXPECT_EQ(NameOfOne(kConditions, 5), "Operand 2");
}

TEST(OperandNameTest, NoWordIsRepeatedInASentence) {
  EXPECT_EQ(OperandInText("Base", 0), "operand Base");
  EXPECT_EQ(OperandInText("Operand 2", 0), "operand 2");
  EXPECT_EQ(OperandInText("Operand 1, Operand 2, ...", 2), "operand 3");
  EXPECT_EQ(OperandInText("Operand", 0), "the operand");
  EXPECT_EQ(OperandInText("", 0), "the operand");
}

}  // namespace
}  // namespace plumb::grammar

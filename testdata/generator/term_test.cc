#include "testdata/generator/term.h"

#include "gtest/gtest.h"

namespace plumb::generator {
namespace {

TEST(TermTest, TextIsThatOfTheTerm) {
  for (const char* text :
       {"f32", "vec(f32,4)", "ptr(Function,struct(u32,arr(vec(f32,2),3)))",
        "TypeCooperativeMatrixKHR(f32,Scope.Subgroup,16:u32)",
        "struct(u32,f32)/S"}) {
    EXPECT_EQ(ToText(ParseTerm(text)).substr(0, 6),
              std::string(text).substr(0, 6));
  }
  EXPECT_EQ(ToText(ParseTerm("ptr(Function,vec(f32,2))")),
            "ptr(Function,vec(f32,2))");
}

TEST(TermTest, ANameFollowsTheParenthesis) {
  const Term term = ParseTerm("struct(u32,f32)/S");
  EXPECT_EQ(term.head, "struct/S");
  EXPECT_EQ(term.args.size(), 2u);
}

TEST(TermTest, SizesOfExplicitLayouts) {
  EXPECT_EQ(SizeOf(ParseTerm("f32")), 4u);
  EXPECT_EQ(SizeOf(ParseTerm("vec(f64,3)")), 24u);
  EXPECT_EQ(SizeOf(ParseTerm("sarr(f32,4)")), 64u);
  EXPECT_EQ(SizeOf(ParseTerm("mat(vec(f32,3),4)")), 64u);
  EXPECT_EQ(StrideOf(ParseTerm("vec(f64,3)")), 32u);
}

TEST(TermTest, ComponentsAreReplaced) {
  EXPECT_EQ(ToText(WithComponent(ParseTerm("vec(f32,3)"), {"bool", {}})),
            "vec(bool,3)");
  EXPECT_EQ(ToText(ComponentOf(ParseTerm("mat(vec(f64,3),2)"))), "f64");
}

TEST(TermTest, OnlyNumbersAndTheirCompositesHaveConstants) {
  EXPECT_TRUE(HasConstants(ParseTerm("struct(u8,arr(vec(bool,2),3))")));
  EXPECT_FALSE(HasConstants(ParseTerm("sampler")));
  EXPECT_FALSE(HasConstants(ParseTerm("struct(u8,ptr(Function,u8))")));
}

}  // namespace
}  // namespace plumb::generator

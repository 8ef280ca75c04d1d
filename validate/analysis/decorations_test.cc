#include "validate/analysis/decorations.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "target[.member] decoration statement place.operand", instructions by number.
std::string Show(const Decorated& d) {
  const auto kind = static_cast<uint32_t>(d.kind);
  const grammar::EnumerantInfo* info =
      grammar::EnumerantByValue(grammar::Kind::kDecoration, kind);
  std::string target = absl::StrCat(d.target.value);
  if (d.member != kNoMember) absl::StrAppend(&target, ".", d.member);
  return absl::StrCat(target, " ", grammar::Text(info->name), " ",
                      d.statement.value, " ", d.place.value, ".", d.operand);
}

std::vector<std::string> DecorationsOf(const Decorations& decorations,
                                       Id target) {
  std::vector<std::string> shown;
  decorations.ForEachOf(target,
                        [&](const Decorated& d) { shown.push_back(Show(d)); });
  return shown;
}
std::vector<std::string> OfMember(const Decorations& decorations, Id target,
                                  uint32_t member) {
  std::vector<std::string> shown;
  decorations.ForEachOf(target, member,
                        [&](const Decorated& d) { shown.push_back(Show(d)); });
  return shown;
}
std::vector<std::string> OfKind(const Decorations& decorations,
                                Decoration kind) {
  std::vector<std::string> shown;
  decorations.ForEach(kind,
                      [&](const Decorated& d) { shown.push_back(Show(d)); });
  return shown;
}

constexpr absl::string_view kText = R"(
    OpDecorate %10 Binding 3
    OpDecorate %10 DescriptorSet 1
    OpMemberDecorate %20 1 Offset 16
    OpMemberDecorate %20 0 Offset 0
    OpMemberDecorate %20 0 NonWritable
    OpDecorate %20 Block
    OpDecorate %30 RelaxedPrecision
    OpDecorate %30 NonWritable
    %30 = OpDecorationGroup
    OpGroupDecorate %30 %10 %11
    OpGroupMemberDecorate %30 %20 1 %21 0
    OpDecorateId %11 AlignmentId %40
    OpMemberDecorateString %20 1 UserSemantic "x"
    OpDecorate %10 NonWritable
)";

class DecorationsTest : public testing::Test {
 protected:
  DecorationsTest() { decorations_.Build(*module_); }
  TestModule module_{kText};
  Decorations decorations_;
};

TEST_F(DecorationsTest, OfAnId) {
  EXPECT_THAT(DecorationsOf(decorations_, Id(10)),
              ElementsAre("10 NonWritable 13 13.0", "10 Binding 0 0.0",
                          "10 DescriptorSet 1 1.0", "10 RelaxedPrecision 6 9.1",
                          "10 NonWritable 7 9.1"));
  EXPECT_THAT(DecorationsOf(decorations_, Id(11)),
              ElementsAre("11 AlignmentId 11 11.0", "11 RelaxedPrecision 6 9.2",
                          "11 NonWritable 7 9.2"));
  EXPECT_THAT(
      DecorationsOf(decorations_, Id(20)),
      ElementsAre("20 Block 5 5.0", "20.0 NonWritable 4 4.0",
                  "20.0 Offset 3 3.0", "20.1 Offset 2 2.0",
                  "20.1 UserSemantic 12 12.0", "20.1 RelaxedPrecision 6 10.1",
                  "20.1 NonWritable 7 10.1"));
  EXPECT_THAT(DecorationsOf(decorations_, Id(12)), IsEmpty());
  EXPECT_THAT(DecorationsOf(decorations_, Id(0xffffffff)), IsEmpty());
}

TEST_F(DecorationsTest, OfAMember) {
  EXPECT_THAT(OfMember(decorations_, Id(20), 0),
              ElementsAre("20.0 NonWritable 4 4.0", "20.0 Offset 3 3.0"));
  EXPECT_THAT(OfMember(decorations_, Id(20), kNoMember),
              ElementsAre("20 Block 5 5.0"));
  EXPECT_THAT(
      OfMember(decorations_, Id(21), 0),
      ElementsAre("21.0 RelaxedPrecision 6 10.3", "21.0 NonWritable 7 10.3"));
  EXPECT_THAT(OfMember(decorations_, Id(21), 1), IsEmpty());
}

TEST_F(DecorationsTest, OfAKindInModuleOrder) {
  EXPECT_THAT(OfKind(decorations_, Decoration::kOffset),
              ElementsAre("20.1 Offset 2 2.0", "20.0 Offset 3 3.0"));
  EXPECT_THAT(OfKind(decorations_, Decoration::kNonWritable),
              ElementsAre("20.0 NonWritable 4 4.0", "10 NonWritable 7 9.1",
                          "11 NonWritable 7 9.2", "20.1 NonWritable 7 10.1",
                          "21.0 NonWritable 7 10.3", "10 NonWritable 13 13.0"));
  EXPECT_THAT(OfKind(decorations_, Decoration::kLocation), IsEmpty());
  EXPECT_TRUE(decorations_.HasAny(Decoration::kOffset));
  EXPECT_FALSE(decorations_.HasAny(Decoration::kLocation));
}

// A decoration of a group is one statement, whatever the group is applied to.
TEST_F(DecorationsTest, EachDecorationInModuleOrder) {
  std::vector<std::string> shown;
  decorations_.ForEachStatement(
      [&](const Decorated& d) { shown.push_back(Show(d)); });
  EXPECT_THAT(shown,
              ElementsAre("10 Binding 0 0.0", "10 DescriptorSet 1 1.0",
                          "20.1 Offset 2 2.0", "20.0 Offset 3 3.0",
                          "20.0 NonWritable 4 4.0", "20 Block 5 5.0",
                          "30 RelaxedPrecision 6 6.0", "30 NonWritable 7 7.0",
                          "11 AlignmentId 11 11.0", "20.1 UserSemantic 12 12.0",
                          "10 NonWritable 13 13.0"));
}

TEST_F(DecorationsTest, FindsOne) {
  // A direct decoration precedes those of groups, whatever their order.
  EXPECT_EQ(Show(*decorations_.Find(Id(10), Decoration::kNonWritable)),
            "10 NonWritable 13 13.0");
  EXPECT_EQ(Show(*decorations_.Find(Id(11), Decoration::kNonWritable)),
            "11 NonWritable 7 9.2");
  EXPECT_EQ(Show(*decorations_.Find(Id(20), 1, Decoration::kNonWritable)),
            "20.1 NonWritable 7 10.1");
  EXPECT_TRUE(decorations_.Has(Id(20), Decoration::kBlock));
  EXPECT_FALSE(decorations_.Has(Id(20), Decoration::kNonWritable));
  EXPECT_FALSE(decorations_.Find(Id(20), 0, Decoration::kBlock).has_value());
  EXPECT_FALSE(decorations_.Has(Id(1), Decoration::kBlock));
}

TEST_F(DecorationsTest, ReturnsThePlacesOfParameters) {
  const Decorated binding = *decorations_.Find(Id(10), Decoration::kBinding);
  EXPECT_EQ(module_->inst(binding.statement).operand_word(binding.parameter),
            3u);
  EXPECT_FALSE(binding.by_group());
  const Decorated offset = *decorations_.Find(Id(20), 1, Decoration::kOffset);
  const Inst statement = module_->inst(offset.statement);
  EXPECT_EQ(statement.operand_word(offset.parameter), 16u);
  EXPECT_EQ(statement.operand_word(offset.decoration_operand()),
            static_cast<uint32_t>(Decoration::kOffset));
  EXPECT_TRUE(decorations_.Find(Id(11), Decoration::kNonWritable)->by_group());
}

TEST_F(DecorationsTest, CountsDecorationsOfTheWhole) {
  EXPECT_EQ(decorations_.StatementCount(Id(10)), 3u);
  EXPECT_EQ(decorations_.StatementCount(Id(20)), 1u);
  EXPECT_EQ(decorations_.StatementCount(Id(30)), 2u);
  EXPECT_EQ(decorations_.StatementCount(Id(21)), 0u);
}

TEST_F(DecorationsTest, CanBeRebuilt) {
  const TestModule other("OpDecorate %11 Block");
  decorations_.Build(*other);
  EXPECT_THAT(DecorationsOf(decorations_, Id(10)), IsEmpty());
  EXPECT_THAT(DecorationsOf(decorations_, Id(11)),
              ElementsAre("11 Block 0 0.0"));
  EXPECT_THAT(OfKind(decorations_, Decoration::kOffset), IsEmpty());
  const TestModule none("OpCapability Shader");
  decorations_.Build(*none);
  EXPECT_THAT(DecorationsOf(decorations_, Id(11)), IsEmpty());
  EXPECT_FALSE(decorations_.HasAny(Decoration::kBlock));
}

TEST(DecorationGroupsTest, OnlyADecorationGroupIsAGroup) {
  const TestModule module(R"(
      OpDecorate %1 Block
      OpGroupDecorate %1 %2
      %1 = OpTypeVoid
  )");
  Decorations decorations;
  decorations.Build(*module);
  EXPECT_THAT(DecorationsOf(decorations, Id(1)), ElementsAre("1 Block 0 0.0"));
  EXPECT_THAT(DecorationsOf(decorations, Id(2)), IsEmpty());
}

TEST(DecorationGroupsTest, GroupsInGroupsAreNotFollowed) {
  const TestModule module(R"(
      OpDecorate %1 Block
      %1 = OpDecorationGroup
      %2 = OpDecorationGroup
      OpGroupDecorate %1 %2
      OpGroupDecorate %2 %3
  )");
  Decorations decorations;
  decorations.Build(*module);
  EXPECT_THAT(DecorationsOf(decorations, Id(2)), ElementsAre("2 Block 0 3.1"));
  EXPECT_THAT(DecorationsOf(decorations, Id(3)), IsEmpty());
}

// A target of many groups, which share some decorations.
TEST(DecorationGroupsTest, FindsInAnyNumberOfGroups) {
  for (int groups : {1, 16, 17, 100}) {
    std::string text;
    for (int g = 1; g <= groups; ++g) {
      absl::StrAppend(&text, "OpDecorate %", g, " Restrict\nOpDecorate %", g,
                      g == groups ? " Aliased\n" : " Volatile\n", "%", g,
                      " = OpDecorationGroup\n");
    }
    for (int g = 1; g <= groups; ++g) {
      absl::StrAppend(&text, "OpGroupDecorate %", g, " %1000\n",
                      "OpGroupMemberDecorate %", g, " %1000 2\n");
    }
    const TestModule module(text);
    Decorations decorations;
    decorations.Build(*module);
    const int first_use = 3 * groups;
    for (uint32_t member : {kNoMember, 2u}) {
      const std::string target = member == kNoMember ? "1000" : "1000.2";
      const int at = member == kNoMember ? 0 : 1;
      EXPECT_EQ(
          Show(*decorations.Find(Id(1000), member, Decoration::kRestrict)),
          absl::StrCat(target, " Restrict 0 ", first_use + at, ".1"));
      EXPECT_EQ(Show(*decorations.Find(Id(1000), member, Decoration::kAliased)),
                absl::StrCat(target, " Aliased ", 3 * groups - 2, " ",
                             first_use + 2 * (groups - 1) + at, ".1"));
      EXPECT_FALSE(
          decorations.Find(Id(1000), member, Decoration::kBlock).has_value());
    }
    EXPECT_FALSE(
        decorations.Find(Id(1000), 1, Decoration::kAliased).has_value());
  }
}

// Many statements in a group for many targets are not multiplied out.
TEST(DecorationGroupsTest, RepetitionsInAGroupAreNotFollowed) {
  constexpr int kMany = 500;
  std::string text;
  for (int i = 0; i < kMany; ++i) {
    absl::StrAppend(&text, "OpDecorate %1 Location ", i, "\n");
  }
  absl::StrAppend(&text, "%1 = OpDecorationGroup\nOpGroupDecorate %1");
  for (int i = 0; i < kMany; ++i) absl::StrAppend(&text, " %", 10 + i);
  const TestModule module(text);
  Decorations decorations;
  decorations.Build(*module);
  EXPECT_EQ(OfKind(decorations, Decoration::kLocation).size(),
            kMany * Decorations::kMaxRepeats);
  EXPECT_EQ(DecorationsOf(decorations, Id(10)).size(),
            Decorations::kMaxRepeats);
  // Direct decorations of an id are never dropped.
  EXPECT_EQ(DecorationsOf(decorations, Id(1)).size(),
            static_cast<size_t>(kMany));
}

// Lists by kind depend on it.
TEST(DecorationSlotTest, EveryKindHasItsOwn) {
  std::set<uint32_t> slots;
  for (const grammar::EnumerantInfo& kind :
       grammar::Enumerants(grammar::Kind::kDecoration)) {
    EXPECT_TRUE(
        slots.insert(Decorations::SlotOf(Decoration{kind.value})).second)
        << grammar::Text(kind.name);
  }
}

}  // namespace
}  // namespace plumb

#include "parse/id_table.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(IdTableTest, NumbersByFirstAppearance) {
  IdTable table;
  table.Start(100, false);
  EXPECT_EQ(table.bound(), 1u);
  EXPECT_EQ(table.Intern("main"), Id(1));
  EXPECT_EQ(table.Intern("7"), Id(2));
  EXPECT_EQ(table.Intern("main"), Id(1));
  EXPECT_EQ(table.Intern("007"), Id(3));  // another name
  EXPECT_EQ(table.Intern("7"), Id(2));
  EXPECT_EQ(table.Intern("0"), Id(4));
  EXPECT_EQ(table.Intern("4294967296"), Id(5));
  EXPECT_EQ(table.bound(), 6u);
  EXPECT_EQ(table.original_bound(), 6u);
  EXPECT_TRUE(table.originals().empty());
}

TEST(IdTableTest, ManyNamesOfAllSizes) {
  std::vector<std::string> names;
  for (int i = 0; i < 20000; ++i) {
    names.push_back(absl::StrCat(std::string(i % 40, 'x'), "_", i));
    names.push_back(absl::StrCat(i));
  }
  IdTable table;
  for (int run = 0; run < 2; ++run) {
    table.Start(1000, false);
    for (int pass = 0; pass < 2; ++pass) {
      for (uint32_t i = 0; i < names.size(); ++i) {
        ASSERT_EQ(table.Intern(names[i]), Id(i + 1)) << names[i];
      }
    }
  }
}

TEST(IdTableTest, KeepsNumbersAndGivesFreeOnesToNames) {
  IdTable table;
  table.Start(100, true);
  for (absl::string_view name : {"1", "3", "003"}) {
    EXPECT_EQ(table.TakeNumber(name), IdTable::Number::kFits) << name;
  }
  EXPECT_EQ(table.TakeNumber("foo"), IdTable::Number::kNone);
  EXPECT_EQ(table.TakeNumber("1a"), IdTable::Number::kNone);
  EXPECT_EQ(table.TakeNumber("0"), IdTable::Number::kZero);
  EXPECT_EQ(table.TakeNumber("4294967295"), IdTable::Number::kTooLarge);
  EXPECT_EQ(table.TakeNumber("99999999999999999999999"),
            IdTable::Number::kTooLarge);
  EXPECT_EQ(table.Intern("foo"), Id(2));
  EXPECT_EQ(table.Intern("bar"), Id(4));
  EXPECT_EQ(table.Intern("3"), Id(3));
  EXPECT_EQ(table.Intern("003"), Id(3));
  EXPECT_EQ(table.Intern("foo"), Id(2));
  EXPECT_EQ(table.bound(), 5u);
  EXPECT_TRUE(table.originals().empty());
}

TEST(IdTableTest, AHugeNumberMakesIdsDenseInside) {
  IdTable table;
  table.Start(100, true);
  EXPECT_EQ(table.TakeNumber("4294967294"), IdTable::Number::kFits);
  EXPECT_EQ(table.TakeNumber("1"), IdTable::Number::kFits);
  EXPECT_EQ(table.Intern("4294967294"), Id(1));
  EXPECT_EQ(table.Intern("foo"), Id(2));
  EXPECT_EQ(table.Intern("1"), Id(3));
  EXPECT_EQ(table.Intern("04294967294"), Id(1));
  EXPECT_EQ(table.bound(), 4u);
  EXPECT_EQ(table.original_bound(), 4294967295u);
  EXPECT_EQ(table.originals(), (std::vector<uint32_t>{0, 4294967294u, 2, 1}));
}

}  // namespace
}  // namespace plumb

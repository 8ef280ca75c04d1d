#include "validate/engine/table_rules.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using testing::ElementsAre;

struct Limits {
  int max;
  Rule rule;
};
struct Row {
  int number;
  Rule whole;
  Rule part = {};
  Limits limits = {};
};

constexpr Row kRows[] = {
    {1, {"area.one.whole", "1", "text"}, {"area.one.part", "1", "text"}},
    {2, {}, {"area.two.part", "1", "text"}},
    {3, {}, {}, {7, {"area.three.limit", "1", "text"}}},
    {4, {"area.four.whole", "1", "text"}},
};
constexpr RuleTable R({{"area.other.what", "1", "text"}});

constexpr auto kWholes = RulesOf(kRows, &Row::whole);
constexpr auto kParts = RulesOf(kRows, &Row::whole, &Row::part);
constexpr auto kLimits = RulesOf(
    kRows, [](const Row& row) -> const Rule& { return row.limits.rule; });
constexpr auto kAll = Join(kParts, kLimits, RulesOf(R));

std::vector<std::string> Ids(absl::Span<const Rule* const> rules) {
  std::vector<std::string> ids;
  for (const Rule* rule : rules) ids.emplace_back(rule->id);
  return ids;
}

TEST(TableRulesTest, RowsGiveTheirRulesInOrder) {
  EXPECT_THAT(Ids(kWholes.rules()),
              ElementsAre("area.one.whole", "area.four.whole"));
  EXPECT_THAT(Ids(kParts.rules()),
              ElementsAre("area.one.whole", "area.one.part", "area.two.part",
                          "area.four.whole"));
  EXPECT_THAT(Ids(kLimits.rules()), ElementsAre("area.three.limit"));
}

TEST(TableRulesTest, TablesAreJoined) {
  EXPECT_THAT(
      Ids(kAll.rules()),
      ElementsAre("area.one.whole", "area.one.part", "area.two.part",
                  "area.four.whole", "area.three.limit", "area.other.what"));
}

// A rule is one object in all lists: reports are identified by its address.
TEST(TableRulesTest, RulesMatchTheRows) {
  static_assert(kWholes.rules()[0] == &kRows[0].whole);
  static_assert(kParts.rules()[2] == &kRows[1].part);
  static_assert(kAll.rules()[4] == &kRows[2].limits.rule);
  static_assert(kAll.rules()[5] == &R("area.other.what"));
}

}  // namespace
}  // namespace plumb

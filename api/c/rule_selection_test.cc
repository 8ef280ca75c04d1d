#include "api/c/rule_selection.h"

#include <string>

#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb::c_api {
namespace {

TEST(RuleSelectionTest, PatternsMatchTheWholeName) {
  const struct {
    const char* pattern;
    const char* name;
    bool matches;
  } kCases[] = {
      {"", "", true},
      {"", "a", false},
      {"*", "", true},
      {"*", "abc", true},
      {"a", "a", true},
      {"a", "ab", false},
      {"a*", "ab", true},
      {"a*", "ba", false},
      {"*b", "ab", true},
      {"*b", "abb", true},
      {"*b", "ba", false},
      {"a*c", "abc", true},
      {"a*c", "ac", true},
      {"a*c", "acb", false},
      {"**", "x", true},
      {"*a*b*", "xaxbx", true},
      {"*a*b*", "xbxax", false},
      {"cfg.*", "cfg.merge", true},
      {"cfg.*", "cfgs.merge", false},
      {"a*aab", "aaaaab", true},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(MatchesPattern(c.pattern, c.name), c.matches)
        << c.pattern << " " << c.name;
  }
}

TEST(RuleSelectionTest, LongPatternsTakeLittleTime) {
  const std::string name(10000, 'a');
  EXPECT_FALSE(MatchesPattern("*a*a*a*a*a*b", name));
}

TEST(RuleSelectionTest, SelectsByIdVuidAndPattern) {
  const Rule* with_vuid = nullptr;
  for (const Rule* rule : AllRules()) {
    if (!rule->vuid.empty()) with_vuid = rule;
  }
  ASSERT_NE(with_vuid, nullptr);
  EXPECT_EQ(SelectRules(with_vuid->id), std::vector<const Rule*>{with_vuid});
  EXPECT_FALSE(SelectRules(with_vuid->vuid).empty());
  EXPECT_EQ(SelectRules("*").size(), AllRules().size());
  for (const Rule* rule : SelectRules("cfg.*")) {
    const bool is_alias = AreaOf(rule->id) != "cfg";
    EXPECT_TRUE(!is_alias || !rule->aliases.empty()) << rule->id;
  }
  EXPECT_GT(SelectRules("VUID-*").size(), 100u);
  EXPECT_TRUE(SelectRules("nothing.*").empty());
}

TEST(RuleSelectionTest, RulesThatCannotBeDisabledStay) {
  RuleSelection selection;
  ASSERT_EQ(selection.Add(PLUMB_ACTION_OFF, "*"), PLUMB_OK);
  RulePolicy policy;
  selection.Apply(&policy);
  size_t fixed = 0;
  for (const Rule* rule : AllRules()) {
    EXPECT_EQ(policy.disabled.contains(rule), CanBeDisabled(*rule));
    if (!CanBeDisabled(*rule)) ++fixed;
  }
  EXPECT_GT(fixed, 0u);
}

}  // namespace
}  // namespace plumb::c_api

// Mutates a sample of generated modules: nothing may crash, and
// violated_rules.txt must have the rules that they violate.
#include "testdata/generator/rule_survey.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb::generator {
namespace {

TEST(RuleSurveyTest, TheListHasTheRulesOfASample) {
  SurveyOptions options;
  options.step = 211;
  options.mutations = 20;
  options.forks.time_limit_ms = 120000;
  const Survey survey = RunSurvey(options);
  for (const std::string& failure : survey.failures) {
    ADD_FAILURE() << failure;
  }
  std::cout << survey.modules << " modules, " << survey.mutants << " mutants, "
            << survey.rules.size() << " rules\n";
  EXPECT_GT(survey.rules.size(), 100u);
  const std::vector<std::string> listed = ReadViolatedRules();
  for (const auto& [rule, count] : survey.rules) {
    EXPECT_TRUE(std::binary_search(listed.begin(), listed.end(), rule))
        << rule << " is not listed";
  }
}

TEST(RuleSurveyTest, ListedRulesExist) {
  const std::vector<std::string> listed = ReadViolatedRules();
  EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end()));
  for (const std::string& rule : listed) {
    const Rule* const found = FindRule(rule);
    ASSERT_NE(found, nullptr) << rule;
    EXPECT_EQ(found->id, rule);
  }
}

}  // namespace
}  // namespace plumb::generator

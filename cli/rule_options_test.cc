#include "cli/rule_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "api/explain/explanation.h"
#include "api/explain/gists.h"
#include "api/explain/spec_link.h"
#include "api/report/report_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "validate/registry.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

RuleChoice Off(const char* expression) {
  return {RuleAction::kOff, expression};
}

TEST(PolicyOfTest, TheLastChoiceDecides) {
  const auto policy =
      PolicyOf({{RuleAction::kWarn, "^limit[.]"},
                {RuleAction::kError, "^limit[.]struct"},
                {RuleAction::kError, "^cfg[.]merge[.]unique-block$"},
                {RuleAction::kOff, "^cfg[.]merge[.]"},
                {RuleAction::kError, "^asm[.]opcode[.]unknown$"}},
               {});
  ASSERT_TRUE(policy.ok()) << policy.status();
  int structs = 0;
  for (const Rule* rule : AllRules()) {
    const bool is_limit = AreaOf(rule->id) == "limit";
    const bool is_struct = rule->id.find("limit.struct") == 0;
    structs += is_struct;
    EXPECT_EQ(policy->warnings.contains(rule), is_limit && !is_struct)
        << rule->id;
    EXPECT_EQ(policy->errors.contains(rule),
              is_struct || rule->id == "asm.opcode.unknown")
        << rule->id;
    EXPECT_EQ(policy->disabled.contains(rule), rule->id.find("cfg.merge.") == 0)
        << rule->id;
  }
  EXPECT_GT(structs, 0);
}

TEST(PolicyOfTest, TurnsOffWhatMatchesAPart) {
  const auto policy = PolicyOf({Off("merge\\.unique"), Off("^limit[.]")}, {});
  ASSERT_TRUE(policy.ok()) << policy.status();
  for (const Rule* rule : AllRules()) {
    EXPECT_EQ(
        policy->disabled.contains(rule),
        rule->id == "cfg.merge.unique-block" || AreaOf(rule->id) == "limit")
        << rule->id;
  }
}

TEST(PolicyOfTest, MatchesAliasesAndVuids) {
  for (const char* name : {"cfg.loop.header-dominates-continue", "04633$"}) {
    const auto policy = PolicyOf({Off(name)}, {});
    ASSERT_TRUE(policy.ok()) << policy.status();
    EXPECT_FALSE(policy->disabled.empty());
    for (const Rule* rule : policy->disabled) {
      EXPECT_THAT(FindRules(absl::StrCat(rule->id)),
                  testing::ElementsAre(rule));
      EXPECT_TRUE(rule->id == "cfg.structural.header-dominates-continue" ||
                  rule->vuid == "VUID-StandaloneSpirv-None-04633")
          << rule->id;
    }
  }
}

TEST(PolicyOfTest, OnlyKeepsWhatMatchesAndWhatCannotBeOff) {
  const auto policy = PolicyOf({Off("switch")}, {"^limit[.]"});
  ASSERT_TRUE(policy.ok()) << policy.status();
  for (const Rule* rule : AllRules()) {
    const bool off = CanBeDisabled(*rule) &&
                     (AreaOf(rule->id) != "limit" ||
                      rule->id.find("switch") != absl::string_view::npos);
    EXPECT_EQ(policy->disabled.contains(rule), off) << rule->id;
  }
}

TEST(PolicyOfTest, RejectsWhatWouldDoNothing) {
  struct Row {
    const char* expression;
    const char* message;
  };
  for (const Row& row : {
           Row{"(", "'(' is not a regular expression: missing ): ("},
           Row{"no[.]such[.]rule", "matches no rule"},
           Row{"^asm[.]opcode", "only rules that cannot be turned off"},
       }) {
    for (const RuleAction action : {RuleAction::kOff, RuleAction::kWarn}) {
      const RuleChoice choice = {action, row.expression};
      const auto policy = PolicyOf({choice}, {});
      EXPECT_THAT(std::string(policy.status().message()),
                  HasSubstr(row.message));
    }
    const auto only = PolicyOf({}, {row.expression});
    EXPECT_THAT(std::string(only.status().message()), HasSubstr(row.message));
  }
}

TEST(ExplainRuleTest, FindsByIdAliasAndVuid) {
  for (const char* name :
       {"cfg.structural.back-edge-missing", "cfg.loop.has-back-edge"}) {
    EXPECT_THAT(ExplainRule(name, false).value(),
                AllOf(HasSubstr("cfg.structural.back-edge-missing\n"),
                      HasSubstr("no back edge branches to loop header <A>\n"),
                      HasSubstr("SPIR-V 1.6, section 2.11.1\n"),
                      HasSubstr("cfg.loop.has-back-edge\n"),
                      HasSubstr("OpLoopMerge"), HasSubstr("  valid:")));
  }
  const std::string by_digits = ExplainRule("04633", false).value();
  EXPECT_THAT(by_digits, HasSubstr("VUID-StandaloneSpirv-None-04633"));
  EXPECT_EQ(ExplainRule("VUID-StandaloneSpirv-None-04633", false).value(),
            by_digits);
  EXPECT_THAT(ExplainRule("asm.opcode.unknown", false).value(),
              HasSubstr("  disable       no"));
}

TEST(ExplainRuleTest, SuggestsTheClosest) {
  EXPECT_EQ(ExplainRule("cfg.merge.unique-blok", false).status().message(),
            "there is no rule 'cfg.merge.unique-blok'; did you mean "
            "cfg.merge.unique-block?");
  for (const char* name : {"", "3", "633", "nothing like it at all"}) {
    EXPECT_FALSE(ExplainRule(name, false).ok()) << name;
  }
}

TEST(ListRulesTest, JsonHasEveryRuleSortedById) {
  const auto json = nlohmann::json::parse(ListRulesAsJson("").value());
  const auto& rows = json.at("rules");
  const std::vector<const Rule*>& rules = AllRules();
  ASSERT_EQ(rows.size(), rules.size());
  for (size_t i = 0; i < rules.size(); ++i) {
    const auto& row = rows[i];
    const std::string gist(GistOf(rules[i]->id));
    const std::string link = SpecLink(*rules[i]);
    EXPECT_EQ(row.size(), 10 + !gist.empty() + !link.empty()) << row;
    EXPECT_EQ(row.value("gist", ""), gist);
    EXPECT_EQ(row.value("link", ""), link);
    EXPECT_EQ(row.at("id"), std::string(rules[i]->id));
    EXPECT_EQ(row.at("area"), std::string(AreaOf(rules[i]->id)));
    EXPECT_EQ(row.at("aliases").size(), AliasesOf(*rules[i]).size());
    EXPECT_EQ(row.at("vuids").size(), rules[i]->vuid.empty() ? 0 : 1);
    EXPECT_EQ(row.at("severity"),
              std::string(SeverityText(rules[i]->severity)));
    EXPECT_EQ(row.at("section"), std::string(rules[i]->section));
    EXPECT_EQ(row.at("summary"), NamedPlaceholders(rules[i]->text));
    EXPECT_TRUE(row.at("implemented"));
    EXPECT_TRUE(row.contains("since") && row.contains("until"));
    EXPECT_TRUE(i == 0 || rows[i - 1].at("id") < row.at("id"));
  }
}

TEST(ExplainRuleTest, ExplainsAreas) {
  EXPECT_THAT(ExplainRule("cfg", false).value(),
              AllOf(HasSubstr("Structured control flow"),
                    HasSubstr("cfg.merge.unique-block (error, ")));
  const auto json = nlohmann::json::parse(ExplainRule("cfg", true).value());
  EXPECT_GT(json.at("rules").size(), 10u);
  EXPECT_EQ(json.at("rules")[0].at("area"), "cfg");
}

TEST(ExplainRuleTest, SaysAllAsJson) {
  const auto json = nlohmann::json::parse(ExplainRule("04633", true).value());
  ASSERT_EQ(json.at("rules").size(), 2u);
  EXPECT_EQ(json.at("rules")[0].at("vuids")[0],
            "VUID-StandaloneSpirv-None-04633");
}

TEST(ListRulesTest, OfAnArea) {
  EXPECT_THAT(ListRules("cfg").value(), Not(HasSubstr("ssa.")));
  EXPECT_THAT(std::string(ListRules("cgf").status().message()),
              HasSubstr("no area 'cgf' of rules; the areas are abort, "));
}

TEST(ListRulesTest, TextHasALineForEach) {
  const std::string text = ListRules("").value();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), AllRules().size());
  EXPECT_THAT(text, HasSubstr("\nasm.opcode.unknown (error, assembly syntax): "
                              "no opcode has this name\n"));
}

}  // namespace
}  // namespace plumb

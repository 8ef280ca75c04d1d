#include "api/explain/explanation.h"

#include <algorithm>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/explain/rule_examples.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "validate/registry.h"

namespace plumb {
namespace {

TEST(AreasTest, AreSortedByName) {
  EXPECT_TRUE(std::is_sorted(
      Areas().begin(), Areas().end(),
      [](const Area& a, const Area& b) { return a.name < b.name; }));
  EXPECT_EQ(FindArea("nothing"), nullptr);
  EXPECT_EQ(FindArea(""), nullptr);
  EXPECT_EQ(FindArea("cfg")->title, "Structured control flow");
}

TEST(ExplainTest, EveryRuleHasAnArea) {
  for (const Rule* rule : AllRules()) {
    const RuleExplanation explanation = Explain(*rule);
    ASSERT_NE(explanation.area, nullptr) << rule->id;
    EXPECT_FALSE(explanation.area->why.empty());
    EXPECT_FALSE(explanation.message.empty());
  }
}

// Rules of the form of texts and binaries have tests of other kinds, as have
// these, which no text can violate.
constexpr absl::string_view kOnlyInBinaries[] = {
    "const.constant.result-type",
    "const.specconstantop.opcode-allowed",
    "ext.extinst.set-is-import",
};
TEST(ExplainTest, EveryOtherRuleHasExamples) {
  for (const Rule* rule : AllRules()) {
    const absl::string_view area = AreaOf(rule->id);
    if (area == "asm" || area == "binary" || !CanBeDisabled(*rule)) continue;
    if (absl::c_linear_search(kOnlyInBinaries, rule->id)) continue;
    EXPECT_FALSE(InvalidExample(rule->id).empty()) << rule->id;
    EXPECT_FALSE(ValidExample(rule->id).empty()) << rule->id;
  }
}

TEST(ExplainTest, NamesOpcodesOfTablesAndExamples) {
  // From a signature: all of them.
  const auto named = Explain(*FindRule("derivative.result-type.float"));
  EXPECT_GT(named.opcodes.size(), 3u);
  EXPECT_TRUE(absl::StartsWith(OpcodesText(named), "Op"));
  // From the places that the example marks.
  EXPECT_EQ(OpcodesText(Explain(*FindRule("cfg.merge.unique-block"))),
            "for example OpSelectionMerge");
  EXPECT_EQ(OpcodesText(Explain(*FindRule("ssa.id.defined"))),
            "for example OpDecorate, OpIAdd");
}

TEST(ExplainTest, UnknownRuleHasNoExample) {
  EXPECT_EQ(InvalidExample("no.such.rule"), "");
  EXPECT_EQ(ValidExample(""), "");
}

TEST(ExplainTest, JsonHasAllOfIt) {
  const auto json = nlohmann::json::parse(
      ExplanationJson(Explain(*FindRule("cfg.merge.unique-block"))));
  EXPECT_EQ(json["id"], "cfg.merge.unique-block");
  EXPECT_EQ(json["opcodes"][0], "OpSelectionMerge");
  EXPECT_EQ(json["opcodes_are_examples"], true);
  EXPECT_NE(json["invalid_example"], "");
  EXPECT_NE(json["change"], "");
}

TEST(DifferingLinesTest, IgnoresCommentsAndIndentation) {
  EXPECT_EQ(DifferingLines("a\n; x\n  b  c\n", " a\nb c\n"), "");
  EXPECT_EQ(DifferingLines("a\nb\nc\n", "a\nx\nc\n"), "- b\n+ x\n");
  EXPECT_EQ(DifferingLines("", "a\n"), "+ a\n");
  EXPECT_EQ(DifferingLines("a\n", ""), "- a\n");
}

TEST(NamedPlaceholdersTest, NamesEach) {
  EXPECT_EQ(NamedPlaceholders("{0} of {3}, not {0}"), "<A> of <D>, not <A>");
  EXPECT_EQ(NamedPlaceholders("{1} member{1s}"), "<B> members");
  EXPECT_EQ(NamedPlaceholders("{x} {0"), "{x} {0");
  EXPECT_EQ(NamedPlaceholders(""), "");
}

}  // namespace
}  // namespace plumb

// What holds for every rule: ids, messages, sections.
#include "validate/registry.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "validate/engine/family.h"
#include "validate/rules/families.h"

namespace plumb {
namespace {

TEST(RegistryTest, IdsAndAliasesAreUnique) {
  std::map<std::string, int> count;
  for (const Rule* rule : AllRules()) {
    ++count[std::string(rule->id)];
    for (absl::string_view alias : AliasesOf(*rule)) {
      ++count[std::string(alias)];
    }
  }
  EXPECT_GT(count.size(), 200);
  for (const auto& [id, times] : count) EXPECT_EQ(times, 1) << id;
}

TEST(RegistryTest, IdsFollowTheScheme) {
  const RE2 scheme(R"([a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*){2,3})");
  for (const Rule* rule : AllRules()) {
    EXPECT_TRUE(RE2::FullMatch(std::string(rule->id), scheme)) << rule->id;
    for (absl::string_view alias : AliasesOf(*rule)) {
      EXPECT_TRUE(RE2::FullMatch(std::string(alias), scheme)) << alias;
    }
  }
}

TEST(RegistryTest, RulesAreSortedAndFound) {
  const std::vector<const Rule*>& rules = AllRules();
  for (size_t i = 0; i < rules.size(); ++i) {
    if (i > 0) {
      EXPECT_LT(rules[i - 1]->id, rules[i]->id);
    }
    EXPECT_EQ(FindRule(rules[i]->id), rules[i]);
    for (absl::string_view alias : AliasesOf(*rules[i])) {
      EXPECT_EQ(FindRule(alias), rules[i]) << alias;
    }
    if (!rules[i]->vuid.empty()) {
      EXPECT_NE(FindRule(rules[i]->vuid), nullptr) << rules[i]->vuid;
    }
  }
  EXPECT_EQ(FindRule("no.such.rule"), nullptr);
  EXPECT_EQ(FindRule(""), nullptr);
}

TEST(RegistryTest, FewRulesOfTheFormCanBeDisabled) {
  std::vector<std::string> rules_of_form;
  for (const Rule* rule : AllRules()) {
    const absl::string_view area = AreaOf(rule->id);
    if (area == "cfg" || area == "layout" || area == "limit") {
      EXPECT_TRUE(CanBeDisabled(*rule)) << rule->id;
    }
    if ((area == "asm" || area == "binary") && CanBeDisabled(*rule)) {
      rules_of_form.push_back(std::string(rule->id));
    }
  }
  EXPECT_EQ(
      rules_of_form,
      (std::vector<std::string>{
          "asm.comment.form", "asm.comment.late-env", "asm.comment.rule",
          "asm.comment.unused", "asm.string.utf8", "binary.header.schema-zero",
          "binary.header.version-supported", "binary.number.float-high-bits",
          "binary.number.signed-high-bits", "binary.number.unsigned-high-bits",
          "binary.number.wide-high-bits", "binary.string.utf8",
          "binary.string.zero-padded"}));
}

TEST(RegistryTest, RulesAreInTheFolderOfTheirArea) {
  for (const ListedFamily& listed : Families()) {
    for (const Rule* rule : listed.family->rules) {
      EXPECT_EQ(AreaOf(rule->id), listed.area())
          << rule->id << " stands in " << listed.path;
    }
  }
}

// Calls `visit` with each instruction that a row is about, and its name.
template <typename Visit>
void ForEachInstruction(const Instructions& instructions, Visit visit) {
  for (const grammar::Op op : instructions.ops()) {
    visit(op, std::string(grammar::NameOf(op)));
  }
  for (const uint32_t number : instructions.numbers()) {
    const grammar::ExtInst inst =
        grammar::ExtInstFromNumber(instructions.set(), number);
    if (inst == grammar::ExtInst::kNone) continue;  // in an older grammar
    visit(inst, absl::StrCat("extended instruction ", number));
  }
}

// A row that gives its operand by name is about those of its instructions that
// have one.  A name that none has is misspelt; so is an instruction that has
// none of the names that rows of the family give.
TEST(RegistryTest, OperandsOfRowsAreFound) {
  int found = 0;
  for (const ListedFamily& listed : Families()) {
    std::map<std::string, bool> has_operand;
    for (const OperandRule& row : listed.family->operand_rules) {
      if (row.operand.name().empty()) continue;
      bool is_found = false;
      ForEachInstruction(row.ops, [&](auto inst, const std::string& name) {
        const bool here = row.operand.IndexIn(inst) != kNoOperand;
        has_operand[name] |= here;
        is_found |= here;
      });
      EXPECT_TRUE(is_found) << row.operand.name() << " of " << row.rule->id;
      found += is_found ? 1 : 0;
    }
    for (const auto& [name, has_any] : has_operand) {
      EXPECT_TRUE(has_any) << name << " in " << listed.path;
    }
  }
  EXPECT_GT(found, 0);
}

TEST(RegistryTest, RulesHaveASection) {
  for (const Rule* rule : AllRules()) {
    EXPECT_FALSE(rule->section.empty()) << rule->id;
  }
}

}  // namespace
}  // namespace plumb

// What holds for every rule: ids, messages, sections, and the catalogue of
// rules where it is there ($PLUMB_SHARED/rules or ../shared/rules beside the
// repository; it is no part of this repository).
#include "validate/registry.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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
#include "nlohmann/json.hpp"
#include "re2/re2.h"
#include "validate/engine/family.h"
#include "validate/rules/families.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr char kDisputed[] = "testdata/disputed.md";

// The areas of which every static rule of the catalogue is registered, is an
// alias of one that is, or stands in disputed.md.
constexpr absl::string_view kAreas[] = {
    "layout",  "binary",    "ssa",        "cfg",   "control", "function",
    "entry",   "linkage",   "capability", "enum",  "ext",     "debug",
    "limit",   "type",      "const",      "arith", "bit",     "logical",
    "convert", "composite", "derivative", "mode"};

bool IsCoveredArea(absl::string_view id) {
  return std::find(std::begin(kAreas), std::end(kAreas), AreaOf(id)) !=
         std::end(kAreas);
}

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
  const RE2 scheme(R"([a-z]+\.[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*)");
  for (const Rule* rule : AllRules()) {
    EXPECT_TRUE(RE2::FullMatch(std::string(rule->id), scheme)) << rule->id;
    for (absl::string_view alias : AliasesOf(*rule)) {
      EXPECT_TRUE(RE2::FullMatch(std::string(alias), scheme)) << alias;
    }
  }
}

TEST(RegistryTest, RulesAreSortedAndFound) {
  const std::vector<const Rule*> rules = AllRules();
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
  std::vector<std::string> binary_rules;
  for (const Rule* rule : AllRules()) {
    const absl::string_view area = AreaOf(rule->id);
    if (area == "asm") {
      EXPECT_FALSE(CanBeDisabled(*rule)) << rule->id;
    }
    if (area == "cfg" || area == "layout" || area == "limit") {
      EXPECT_TRUE(CanBeDisabled(*rule)) << rule->id;
    }
    if (area == "binary" && CanBeDisabled(*rule)) {
      binary_rules.push_back(std::string(rule->id));
    }
  }
  EXPECT_EQ(
      binary_rules,
      (std::vector<std::string>{
          "binary.header.schema-zero", "binary.header.version-supported",
          "binary.number.float-high-bits", "binary.number.signed-high-bits",
          "binary.number.unsigned-high-bits", "binary.number.wide-high-bits",
          "binary.string.utf8", "binary.string.zero-padded"}));
}

TEST(RegistryTest, RulesStandInTheFolderOfTheirArea) {
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
        const bool here = row.operand.In(inst) != kNoOperand;
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

// --- The catalogue ---

fs::path CatalogueFolder() {
  std::vector<fs::path> places;
  if (const char* shared = std::getenv("PLUMB_SHARED")) {
    places.push_back(fs::path(shared));
  }
  // What the test sees of the sources are links to where they really are.
  std::error_code error;
  const fs::path source = fs::canonical(kDisputed, error);
  if (!error) {
    places.push_back(source.parent_path().parent_path().parent_path() /
                     "shared");
  }
  for (const fs::path& place : places) {
    if (fs::is_directory(place / "rules", error)) return place / "rules";
  }
  return {};
}

// The ids of the catalogue, with what kind of rule each is.
std::map<std::string, std::string> ReadCatalogue(const fs::path& folder) {
  std::map<std::string, std::string> ids;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      const auto row = nlohmann::json::parse(line);
      ids[row.at("id")] = row.at("check");
    }
  }
  return ids;
}

// What two spellings of an id have in common.
std::string Folded(absl::string_view id) {
  return absl::StrReplaceAll(id, {{"-", ""}, {".", ""}});
}

class CatalogueTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path folder = CatalogueFolder();
    if (folder.empty()) GTEST_SKIP() << "there is no catalogue of rules";
    catalogue_ = ReadCatalogue(folder);
    ASSERT_FALSE(catalogue_.empty()) << folder;
  }
  std::map<std::string, std::string> catalogue_;
};

TEST_F(CatalogueTest, IdsAreSpelledAsThere) {
  std::map<std::string, std::string> spelling;
  for (const auto& [id, check] : catalogue_) spelling[Folded(id)] = id;
  for (const Rule* rule : AllRules()) {
    if (!IsCoveredArea(rule->id)) continue;
    const auto it = spelling.find(Folded(rule->id));
    if (it != spelling.end()) {
      EXPECT_EQ(rule->id, it->second);
    }
    for (absl::string_view alias : AliasesOf(*rule)) {
      EXPECT_TRUE(catalogue_.contains(std::string(alias)))
          << alias << ", an alias of " << rule->id << ", is not there";
    }
  }
}

// Each static rule of the areas is registered, by its id or as an alias, or
// testdata/disputed.md says why not.
TEST_F(CatalogueTest, EveryStaticRuleIsRegisteredOrDisputed) {
  std::ifstream in(kDisputed);
  ASSERT_TRUE(in.good());
  const std::string disputed((std::istreambuf_iterator<char>(in)), {});
  std::set<std::string> registered;
  for (const Rule* rule : AllRules()) {
    registered.insert(std::string(rule->id));
    for (absl::string_view alias : AliasesOf(*rule)) {
      registered.insert(std::string(alias));
    }
  }
  int known = 0;
  for (const auto& [id, check] : catalogue_) {
    if (!IsCoveredArea(id) || check != "static") continue;
    known += registered.contains(id) ? 1 : 0;
    EXPECT_TRUE(registered.contains(id) ||
                absl::StrContains(disputed, absl::StrCat("`", id, "`")))
        << id << " is neither registered nor disputed";
  }
  EXPECT_GT(known, 500) << "the areas of the families are covered";
}

}  // namespace
}  // namespace plumb

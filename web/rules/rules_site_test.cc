#include "web/rules/rules_site.h"

#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "validate/registry.h"

namespace plumb {
namespace {

class RulesSiteTest : public testing::Test {
 protected:
  // The contents of files by name.
  using Site = std::map<std::string, std::string>;

  // Making the pages takes seconds.
  static const Site& Plain() {
    static const Site& site = *new Site(Make(""));
    return site;
  }

  static Site Make(absl::string_view playground) {
    Site site;
    for (SiteFile& file : RulesSite(playground)) {
      EXPECT_TRUE(site.emplace(file.name, std::move(file.content)).second)
          << file.name;
    }
    return site;
  }

  static size_t CountOf(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1)) {
      ++count;
    }
    return count;
  }
};

TEST_F(RulesSiteTest, HasAPlaceForEachRuleAndFindsIt) {
  const Site& site = Plain();
  for (const Rule* rule : AllRules()) {
    const std::string page = absl::StrCat(AreaOf(rule->id), ".html");
    ASSERT_TRUE(site.contains(page)) << rule->id;
    EXPECT_EQ(
        CountOf(site.at(page), absl::StrCat("<article id=\"", rule->id, "\">")),
        1u)
        << rule->id;
    EXPECT_EQ(
        CountOf(site.at("rules.js"), absl::StrCat("\n[\"", rule->id, "\",")),
        1u)
        << rule->id;
  }
}

TEST_F(RulesSiteTest, LinksOnlyToItsFilesAndToTheWeb) {
  const Site& site = Plain();
  const RE2 link(
      R"re(<(?:a|link|script|form)[^>]* (?:href|src|action)="([^"]*)")re");
  for (const auto& [name, content] : site) {
    if (!absl::EndsWith(name, ".html")) continue;
    re2::StringPiece rest(content);
    std::string address;
    while (RE2::FindAndConsume(&rest, link, &address)) {
      const bool is_known =
          site.contains(address) || absl::StartsWith(address, "https://") ||
          absl::StartsWith(address, "#") || address == "data:,";
      EXPECT_TRUE(is_known) << name << ": " << address;
    }
  }
}

TEST_F(RulesSiteTest, LinksToThePlaygroundIfItHasAnAddress) {
  const Site with = Make("../index.html");
  EXPECT_TRUE(absl::StrContains(
      with.at("decoration.html"),
      "../index.html#rule=decoration.binding.required&amp;module=invalid"));
  EXPECT_TRUE(absl::StrContains(
      with.at("decoration.html"),
      "../index.html#rule=decoration.binding.required&amp;module=valid"));
  for (const auto& [name, content] : Plain()) {
    EXPECT_FALSE(absl::StrContains(content, "layground\"")) << name;
    EXPECT_FALSE(absl::StrContains(content, "Playground")) << name;
  }
}

TEST_F(RulesSiteTest, EscapesMessagesAndModules) {
  for (const auto& [name, content] : Plain()) {
    if (!absl::EndsWith(name, ".html")) continue;
    EXPECT_FALSE(absl::StrContains(content, "<A>")) << name;
  }
}

}  // namespace
}  // namespace plumb

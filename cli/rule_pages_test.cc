#include "cli/rule_pages.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

TEST(RulePagesTest, AreThoseInstalledBesideTheProgram) {
  const fs::path root = fs::path(testing::TempDir()) / "a prefix";
  fs::create_directories(root / "bin");
  const std::string program = (root / "bin" / "spv-val").string();
  EXPECT_EQ(RulePagesOf(program), "");
  fs::create_directories(root / "share/plumb/rules");
  EXPECT_EQ(RulePagesOf(program), "");
  std::ofstream(root / "share/plumb/rules/index.html") << "x";
  const std::string url = RulePagesOf(program);
  EXPECT_TRUE(absl::StartsWith(url, "file:///")) << url;
  EXPECT_TRUE(absl::EndsWith(url, "/a%20prefix/share/plumb/rules")) << url;
}

TEST(RulePagesTest, ThisProgramHasNone) { EXPECT_EQ(InstalledRulePages(), ""); }

TEST(ParseRulesUrlTest, TakesUrls) {
  EXPECT_EQ(ParseRulesUrl("--x", "https://example.org/rules/"),
            "https://example.org/rules");
  EXPECT_THROW(ParseRulesUrl("--x", "rules"), CLI::ValidationError);
}

}  // namespace
}  // namespace plumb

// Runs the scripts in their shells; missing shells are skipped.
#include "cli/completion.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// A program with an option of each kind.
class CompletionTest : public testing::Test {
 protected:
  CompletionTest() : app_("About", "spv-x") {
    app_.set_help_flag("-h,--help", "Print this help (all of it)");
    app_.add_option("FILE", values_[0], "A file")->type_name("");
    app_.add_option("-o", values_[1], "The file to write")->type_name("OUT");
    app_.add_option("--color", values_[2], "Color it, or don't; as you [like]")
        ->type_name("auto|always|never");
    app_.add_option("--target-env", values_[3], "For: this")->type_name("ENV");
    app_.add_option("--explain", values_[4], "A rule")->type_name("RULE");
    app_.add_option("--max-errors", values_[5], "So many")->type_name("N");
    app_.add_flag_callback(
            "--secret", [] {}, "Nobody knows")
        ->group("");
  }

  // Writes the script for a shell, and beside it a program that lists rules.
  std::string Script(Shell shell) {
    std::string path = testing::TempDir() + "/completion";
    std::ofstream(path) << Completion(app_, shell);
    std::ofstream(testing::TempDir() + "/spv-x")
        << "#!/bin/sh\necho 'cfg.a.b (error): text'\necho 'ssa.c.d (error)'\n";
    chmod(testing::TempDir() + "/spv-x");
    return path;
  }
  static void chmod(const std::string& path) {
    EXPECT_EQ(std::system(absl::StrCat("chmod +x ", path).c_str()), 0);
  }

  static bool Has(const char* shell) {
    return std::system(
               absl::StrCat("command -v ", shell, " >/dev/null").c_str()) == 0;
  }

  // The output of a shell command.
  static std::string OutputOf(const std::string& command) {
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    char part[256];
    while (std::fgets(part, sizeof(part), pipe) != nullptr) output += part;
    EXPECT_EQ(pclose(pipe), 0) << command << "\n" << output;
    return output;
  }

  // The completions of bash for the last of these words, each followed by a
  // space.
  std::string Bash(const std::string& words) {
    const std::string path = Script(Shell::kBash);
    return OutputOf(
        absl::StrCat("bash -c 'set -eu; source ", path, "; COMP_WORDS=(", words,
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _spv_x ",
                     testing::TempDir(), "/spv-x; echo \"${COMPREPLY[@]-}\"'"));
  }

  CLI::App app_;
  std::string values_[6];
};

TEST_F(CompletionTest, Bash) {
  if (!Has("bash")) GTEST_SKIP() << "there is no bash";
  EXPECT_EQ(Bash("spv-x --"),
            "--help --color --target-env --explain --max-errors\n");
  EXPECT_EQ(Bash("spv-x --max"), "--max-errors\n");
  EXPECT_EQ(Bash("spv-x --color a"), "auto always\n");
  EXPECT_EQ(Bash("spv-x --color = n"), "never\n");
  EXPECT_EQ(Bash("spv-x --color ="), "auto always never\n");
  EXPECT_EQ(Bash("spv-x --target-env vulkan1.4"), "vulkan1.4\n");
  EXPECT_EQ(Bash("spv-x --explain cfg"), "cfg.a.b\n");
  EXPECT_EQ(Bash("spv-x --max-errors \"\""), "\n");
  const std::string file = testing::TempDir() + "/completion";
  EXPECT_EQ(Bash("spv-x " + file), file + "\n");
  EXPECT_EQ(Bash("spv-x -o " + file), file + "\n");
}

TEST_F(CompletionTest, Zsh) {
  const std::string script = Completion(app_, Shell::kZsh);
  EXPECT_TRUE(absl::StartsWith(script, "#compdef spv-x\n"));
  EXPECT_TRUE(absl::StrContains(
      script, "'*--color=[Color it, or don'\\''t]:value:(auto always never)'"))
      << script;
  EXPECT_TRUE(
      absl::StrContains(script, "'*-o+[The file to write]:file:_files'"));
  EXPECT_FALSE(absl::StrContains(script, "secret"));
  if (!Has("zsh")) GTEST_SKIP() << "there is no zsh to read the script";
  OutputOf(absl::StrCat("zsh -n ", Script(Shell::kZsh)));
}

TEST_F(CompletionTest, Fish) {
  const std::string script = Completion(app_, Shell::kFish);
  EXPECT_TRUE(absl::StrContains(
      script,
      "complete -c spv-x -l color -x -a 'auto always never' -d 'Color it, or "
      "don\\'t'\n"))
      << script;
  EXPECT_TRUE(absl::StrContains(script, "complete -c spv-x -s h -l help -d "));
  EXPECT_FALSE(absl::StrContains(script, "secret"));
  if (!Has("fish")) GTEST_SKIP() << "there is no fish to read the script";
  OutputOf(absl::StrCat("fish --no-execute ", Script(Shell::kFish)));
}

TEST(ShellTest, Names) {
  EXPECT_EQ(ParseShell("bash"), Shell::kBash);
  EXPECT_EQ(ParseShell("zsh"), Shell::kZsh);
  EXPECT_EQ(ParseShell("fish"), Shell::kFish);
  EXPECT_FALSE(ParseShell("sh").has_value());
}

}  // namespace
}  // namespace plumb

// Runs the scripts in their shells; missing shells are skipped.
#include "cli/completion.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

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
    app_.add_option("--report", values_[6], "A report")
        ->type_name("[FORMAT:]FILE");
    app_.add_option("--cache", values_[7], "A cache")->type_name("FOLDER");
    app_.add_option("--warn", values_[8], "Rules")->type_name("REGEX");
    app_.add_option("--rules", values_[9], "Lists")->type_name("[AREA]");
    app_.add_flag_callback(
            "--secret", [] {}, "Nobody knows")
        ->group("");
  }

  // Writes the script for a shell, and beside it a program that lists rules.
  std::string Script(Shell shell) {
    std::string path = testing::TempDir() + "/completion";
    std::ofstream(path) << Completion(app_, shell);
    std::ofstream(testing::TempDir() + "/spv-x")
        << "#!/bin/sh\n"
           "test \"$1\" = --list-names || exit 1\n"
           "echo cfg\necho ssa\n"
           "test \"$2\" = areas && exit\n"
           "echo cfg.a.b\necho ssa.c.d\necho VUID-x-00001\n";
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

  // What the line editor of zsh shows after the last word of a command line was
  // completed, in a folder with the script.
  std::string Zsh(const std::string& word) {
    Script(Shell::kZsh);
    const std::string driver = testing::TempDir() + "/driver.zsh";
    std::ofstream(driver) << R"zsh(
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; cd $1; PATH=$1:\$PATH; fpath=($1/functions \$fpath)"
zpty -w shell "autoload -Uz compinit; compinit -D -u; compdef _spv_x spv-x"
zpty -w shell "echo rea''dy"
zpty -r shell start '*ready*'
zpty -w -n shell "spv-x $2"$'\t'
sleep 1
rest=
while zpty -r -t shell more; do rest+=$more; done
print -r -- "$rest"
zpty -d shell
)zsh";
    const std::string functions = testing::TempDir() + "/functions";
    std::filesystem::create_directories(functions);
    std::ofstream(functions + "/_spv_x") << Completion(app_, Shell::kZsh);
    return OutputOf(
        absl::StrCat("zsh -f ", driver, " ", testing::TempDir(), " ", word));
  }

  // What fish offers for the last word of a command line.
  std::string Fish(const std::string& words) {
    return OutputOf(absl::StrCat(
        "cd ", testing::TempDir(), " && PATH=", testing::TempDir(),
        ":$PATH HOME=", testing::TempDir(), " fish --no-config -c 'source ",
        Script(Shell::kFish), "; complete -C \"spv-x ", words, "\"'"));
  }

  CLI::App app_;
  std::string values_[10];
};

TEST_F(CompletionTest, Bash) {
  if (!Has("bash")) GTEST_SKIP() << "there is no bash";
  EXPECT_EQ(Bash("spv-x --"),
            "--help --color --target-env --explain --max-errors --report "
            "--cache --warn --rules\n");
  EXPECT_EQ(Bash("spv-x --max"), "--max-errors\n");
  EXPECT_EQ(Bash("spv-x --color a"), "auto always\n");
  EXPECT_EQ(Bash("spv-x --color = n"), "never\n");
  EXPECT_EQ(Bash("spv-x --color ="), "auto always never\n");
  EXPECT_EQ(Bash("spv-x --target-env vulkan1.4"), "vulkan1.4\n");
  EXPECT_EQ(Bash("spv-x --explain cfg"), "cfg cfg.a.b\n");
  EXPECT_EQ(Bash("spv-x --explain VU"), "VUID-x-00001\n");
  EXPECT_EQ(Bash("spv-x --warn ssa"), "ssa ssa.c.d\n");
  EXPECT_EQ(Bash("spv-x --rules ssa"), "ssa\n");
  EXPECT_EQ(Bash("spv-x --max-errors \"\""), "\n");
  const std::string file = testing::TempDir() + "/completion";
  EXPECT_EQ(Bash("spv-x " + file), file + "\n");
  EXPECT_EQ(Bash("spv-x -o " + file), file + "\n");
  EXPECT_EQ(Bash("spv-x --report " + file), file + "\n");
  EXPECT_EQ(Bash("spv-x --cache " + file), "\n");
  const std::string folder = testing::TempDir() + "/folder";
  std::filesystem::create_directories(folder);
  EXPECT_EQ(Bash("spv-x --cache " + folder), folder + "\n");
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
  EXPECT_THAT(Zsh("--col"), HasSubstr("--color="));
  EXPECT_THAT(Zsh("--color=al"), HasSubstr("--color=always"));
  EXPECT_THAT(Zsh("--explain=cfg.a"), HasSubstr("--explain=cfg.a.b"));
  EXPECT_THAT(Zsh("--warn=VU"), HasSubstr("--warn=VUID-x-00001"));
  EXPECT_THAT(Zsh("--rules=ss"), HasSubstr("--rules=ssa"));
  EXPECT_THAT(Zsh("--report=completi"), HasSubstr("--report=completion"));
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
  EXPECT_THAT(Fish("--col"), HasSubstr("--color\tColor it"));
  EXPECT_THAT(Fish("--color al"), StartsWith("always\t"));
  EXPECT_THAT(Fish("--explain cfg.a"), StartsWith("cfg.a.b\t"));
  EXPECT_THAT(Fish("--warn VU"), StartsWith("VUID-x-00001\t"));
  EXPECT_THAT(Fish("--rules ss"), StartsWith("ssa\t"));
  EXPECT_THAT(Fish("--report completi"), StartsWith("completion"));
}

TEST(ShellTest, Names) {
  EXPECT_EQ(ParseShell("bash"), Shell::kBash);
  EXPECT_EQ(ParseShell("zsh"), Shell::kZsh);
  EXPECT_EQ(ParseShell("fish"), Shell::kFish);
  EXPECT_FALSE(ParseShell("sh").has_value());
}

}  // namespace
}  // namespace plumb

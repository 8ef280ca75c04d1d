#include "cli/options.h"

#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "cli/command_line.h"
#include "core/option_names.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// The exit status of ParseCommandLine, or -1 to continue.
int Parse(std::vector<std::string> words, CommonOptions* options) {
  CLI::App app("About", "program");
  AddCommonOptions(&app, options);
  SetUpProgram(&app, "  program --jobs 1\n");
  words.insert(words.begin(), "program");
  std::vector<const char*> argv;
  argv.reserve(words.size());
  for (const std::string& word : words) argv.push_back(word.c_str());
  return ParseCommandLine(&app, static_cast<int>(argv.size()), argv.data())
      .value_or(-1);
}

TEST(OptionsTest, TakesBothSpellings) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--target-env", "vulkan1.2", "--max-errors",
                                 "3", "--format", "json", "--jobs", "4"},
        std::vector<std::string>{"--target-env=vulkan1.2", "--max-errors=3",
                                 "--format=json", "--jobs=4"}}) {
    CommonOptions options;
    EXPECT_EQ(Parse(words, &options), -1);
    EXPECT_EQ(options.session.env, TargetEnv::kVulkan1_2);
    EXPECT_EQ(options.max_errors, 3);
    EXPECT_EQ(options.format, ReportFormat::kJson);
    EXPECT_EQ(options.session.validator.jobs, 4);
  }
}

TEST(OptionsTest, SetsEveryLimit) {
  for (const LimitName& row : LimitNames()) {
    CommonOptions options;
    EXPECT_EQ(Parse({absl::StrCat("--", row.name, "=7")}, &options), -1);
    for (const LimitName& other : LimitNames()) {
      const uint32_t expected =
          other.name == row.name ? 7 : Limits().*other.limit;
      EXPECT_EQ(options.session.validator.limits.*other.limit, expected)
          << row.name << " and " << other.name;
    }
  }
}

TEST(OptionsTest, SetsEveryRelaxation) {
  for (const RelaxationName& row : RelaxationNames()) {
    CommonOptions options;
    EXPECT_EQ(Parse({absl::StrCat("--", row.name)}, &options), -1);
    for (const RelaxationName& other : RelaxationNames()) {
      EXPECT_EQ(options.session.validator.*other.flag, other.name == row.name)
          << row.name << " and " << other.name;
    }
  }
}

TEST(OptionsTest, TheLastOneCounts) {
  CommonOptions options;
  EXPECT_EQ(
      Parse({"--max-errors", "1", "--target-env=spv1.0", "--color=always",
             "--werror", "--max-errors=2", "--target-env", "vulkan1.2",
             "--werror", "--no-color", "--format=json", "--format", "text"},
            &options),
      -1);
  EXPECT_EQ(options.max_errors, 2);
  EXPECT_EQ(options.session.env, TargetEnv::kVulkan1_2);
  EXPECT_EQ(options.color, ColorMode::kNever);
  EXPECT_EQ(options.format, ReportFormat::kText);
  EXPECT_TRUE(options.session.rules.warnings_are_errors);
  EXPECT_EQ(Parse({"--disable", "^cfg[.]", "--disable=^ssa[.]"}, &options), -1);
  EXPECT_EQ(options.rules.off.size(), 2) << "lists get longer";
}

TEST(OptionsTest, Colors) {
  for (const auto& [word, mode] :
       {std::pair<std::string, ColorMode>{"--color", ColorMode::kAlways},
        {"--color=always", ColorMode::kAlways},
        {"--color=auto", ColorMode::kAuto},
        {"--color=never", ColorMode::kNever},
        {"--no-color", ColorMode::kNever}}) {
    CommonOptions options;
    EXPECT_EQ(Parse({"--color=always", word, "--werror"}, &options), -1);
    EXPECT_EQ(options.color, mode) << word;
  }
}

TEST(OptionsTest, HasAtLeastOneJob) {
  CommonOptions options;
  EXPECT_EQ(Parse({}, &options), -1);
  EXPECT_GE(options.session.validator.jobs, 1);
  options.session.validator.jobs = -1;
  EXPECT_EQ(Parse({"--jobs", "0"}, &options), -1);
  EXPECT_GE(options.session.validator.jobs, 1);
}

TEST(OptionsTest, RejectsWhatIsWrong) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--target-env", "vulkan9.9"},
        std::vector<std::string>{"--target-env", "vulkan1.2foo"},
        std::vector<std::string>{"--target-env"},
        std::vector<std::string>{"--max-errors", "-1"},
        std::vector<std::string>{"--max-errors", "4294967296"},
        std::vector<std::string>{"--max-errors", "3x"},
        std::vector<std::string>{"--max-errors="},
        std::vector<std::string>{"--jobs", "1025"},
        std::vector<std::string>{"--color=red"},
        std::vector<std::string>{"--color="},
        std::vector<std::string>{"--color=99999999999999999999"},
        std::vector<std::string>{"--no-color=x"},
        std::vector<std::string>{"--werror=99999999999999999999"},
        std::vector<std::string>{"--werror=x"},
        std::vector<std::string>{"--disable", ""},
        std::vector<std::string>{"--disable="},
        std::vector<std::string>{"--only", ""},
        std::vector<std::string>{"--completion", "csh"},
        std::vector<std::string>{"--format", "xml"},
        std::vector<std::string>{"--relax-block"},
        std::vector<std::string>{"--no-such-option"},
        std::vector<std::string>{"stray"}}) {
    CommonOptions options;
    EXPECT_EQ(Parse(words, &options), kExitTrouble) << words[0];
  }
}

}  // namespace
}  // namespace plumb

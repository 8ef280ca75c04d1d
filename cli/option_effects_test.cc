// Every option has an effect: for each option that --help of a program lists,
// option_effects.case has a command whose result (exit status, output or files)
// differs without the option.
//
// A command states the option in brackets: "spv-val [--needs] a.spvasm".  If it
// begins with "=", the result must be the same without the option.  A command
// of "spv-val,spv-as" runs once with each program.  Commands that begin with
// "+" run before each of the others.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "cli/case_runner.h"
#include "cli/cli_case.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr char kCase[] = "testdata/option_effects.case";
constexpr const char* kPrograms[] = {"spv-as", "spv-val", "spv-dis", "spv-cfg"};

struct Effect {
  bool is_same = false;
  std::string program;
  std::string option;  // "--needs"
  std::string with, without;
};

// The case, with only the commands that prepare, and those that do not.
struct Table {
  CliCase c;
  std::vector<std::string> lines;
};

Table ReadTable() {
  const absl::StatusOr<CliCase> parsed = ParseCliCase(ReadFile(kCase));
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  if (!parsed.ok()) return {};
  Table table = {*parsed, {}};
  table.c.commands.clear();
  for (const std::string& line : parsed->commands) {
    if (absl::StartsWith(line, "+ ")) {
      table.c.commands.push_back(line.substr(2));
    } else {
      table.lines.push_back(line);
    }
  }
  return table;
}

std::vector<Effect> Effects(const Table& table) {
  std::vector<Effect> effects;
  for (absl::string_view line : table.lines) {
    const bool is_same = absl::ConsumePrefix(&line, "= ");
    const std::vector<absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(absl::ByAnyChar("[]"), 2));
    EXPECT_EQ(parts.size(), 3u) << line;
    if (parts.size() != 3) continue;
    const std::vector<std::string> before =
        absl::StrSplit(parts[0], absl::MaxSplits(' ', 1));
    for (absl::string_view program : absl::StrSplit(before[0], ',')) {
      const std::string start = absl::StrCat(program, " ", before[1]);
      const std::vector<std::string> option =
          absl::StrSplit(parts[1], absl::ByAnyChar(" ="));
      effects.push_back({is_same, std::string(program), option[0],
                         absl::StrCat(start, parts[1], parts[2]),
                         absl::StrCat(start, parts[2])});
    }
  }
  return effects;
}

fs::path Folder() { return fs::path(testing::TempDir()) / "option_effects"; }

CliCase::Result RunAfter(CliCase c, const std::string& command) {
  c.commands.push_back(command);
  return RunCase(c, Folder());
}

// "-v", "--verbose", "--disable" and "--off", but not what they take.
std::set<std::string> OptionsOf(const std::string& program) {
  std::set<std::string> options;
  const CliCase::Result help =
      RunAfter(CliCase(), absl::StrCat(program, " --help"));
  for (absl::string_view line : absl::StrSplit(help.out, '\n')) {
    if (!absl::ConsumePrefix(&line, "  -")) continue;
    const size_t end = std::min(line.find("  "), line.size());
    for (absl::string_view word : absl::StrSplit(line.substr(0, end), ' ')) {
      const bool is_first = word.data() == line.data();
      if (!is_first && !absl::StartsWith(word, "-")) break;
      absl::ConsumeSuffix(&word, ",");
      options.insert(absl::StrCat(is_first ? "-" : "", word));
    }
  }
  return options;
}

TEST(OptionEffectsTest, EveryOptionIsTested) {
  std::set<std::string> tested;
  for (const Effect& effect : Effects(ReadTable())) {
    tested.insert(absl::StrCat(effect.program, " ", effect.option));
  }
  for (const char* program : kPrograms) {
    const std::set<std::string> options = OptionsOf(program);
    EXPECT_GT(options.size(), 10u) << program;
    for (const std::string& option : options) {
      EXPECT_EQ(tested.erase(absl::StrCat(program, " ", option)), 1u)
          << program << " " << option;
    }
  }
  EXPECT_THAT(tested, testing::IsEmpty()) << "of which --help does not tell";
}

TEST(OptionEffectsTest, EveryOptionHasItsEffect) {
  const Table table = ReadTable();
  for (const Effect& effect : Effects(table)) {
    const CliCase::Result with = RunAfter(table.c, effect.with);
    const CliCase::Result without = RunAfter(table.c, effect.without);
    EXPECT_EQ(with == without, effect.is_same) << effect.with << "\n"
                                               << with.exit << with.err;
    EXPECT_FALSE(absl::StrContains(with.err, "--help'")) << effect.with << "\n"
                                                         << with.err;
  }
}

}  // namespace
}  // namespace plumb

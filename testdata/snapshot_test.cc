// Compares the whole report on each module of testdata/rules and
// testdata/mistakes with its snapshot: messages, excerpts, carets, notes,
// fix-its and sections, as users read them.
//
// testdata/snapshots has one file for each area, with a section for each
// module with a report:
//   === arith.integer-binary.operand-type.spvasm
//   module:14:37: error: operand 2 must be ...
//
// To accept the current reports, run the test with PLUMB_REWRITE set to the
// folder of the sources, and read the diff.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "api/report/text_report.h"
#include "api/session.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "re2/stringpiece.h"
#include "testdata/module_setting.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr char kSnapshots[] = "testdata/snapshots";
constexpr absl::string_view kHeading = "=== ";

// Reports by the name of the module's file.
using Snapshot = std::map<std::string, std::string>;

// A folder of modules and the file of its snapshot.
struct Area {
  std::string name;
  fs::path modules;
  fs::path snapshot;

  friend void PrintTo(const Area& area, std::ostream* out) {
    *out << area.modules;
  }
};

std::vector<Area> Areas() {
  std::vector<Area> areas;
  const auto add = [&areas](const fs::path& folder) {
    const std::string name = folder.filename().string();
    areas.push_back({name, folder, fs::path(kSnapshots) / (name + ".txt")});
  };
  for (const auto& entry : fs::directory_iterator("testdata/rules")) {
    if (entry.is_directory()) add(entry.path());
  }
  add("testdata/mistakes");
  std::sort(areas.begin(), areas.end(),
            [](const Area& a, const Area& b) { return a.name < b.name; });
  return areas;
}

// The report as text; places omit the file name, so that they stay short.
std::string Report(const fs::path& path) {
  const std::string text = ReadTestFile(path);
  const ModuleSetting setting = ReadModuleSetting(text);
  EXPECT_EQ(setting.error, "");
  SessionOptions options;
  options.env = setting.options.env;
  options.validator = setting.options;
  Session session(std::move(options));
  const auto verdict = session.Run(text);
  EXPECT_TRUE(verdict.ok()) << verdict.status();
  if (!verdict.ok()) return "";
  std::string report;
  TextReport().Add(session.Report("module"), &report);
  return report;
}

Snapshot ReportsOn(const fs::path& folder) {
  Snapshot reports;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".spvasm") continue;
    std::string report = Report(entry.path());
    if (report.empty()) continue;
    reports[entry.path().filename().string()] = std::move(report);
  }
  return reports;
}

Snapshot ReadSnapshot(const fs::path& path) {
  Snapshot snapshot;
  std::string* report = nullptr;
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (absl::StartsWith(line, kHeading)) {
      report = &snapshot[std::string(absl::StripPrefix(line, kHeading))];
    } else if (report != nullptr) {
      absl::StrAppend(report, line, "\n");
    } else {
      ADD_FAILURE() << path << " does not begin with a heading";
      break;
    }
  }
  return snapshot;
}

void WriteSnapshot(const Snapshot& snapshot, const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  for (const auto& [module, report] : snapshot) {
    out << kHeading << module << "\n" << report;
  }
  ASSERT_TRUE(out.flush().good()) << path;
}

// The report on a module; "" if there is none.
std::string Find(const Snapshot& snapshot, const std::string& module) {
  const auto found = snapshot.find(module);
  return found == snapshot.end() ? "" : found->second;
}

class SnapshotTest : public testing::TestWithParam<Area> {};

TEST_P(SnapshotTest, MatchesTheReport) {
  const Snapshot reported = ReportsOn(GetParam().modules);
  if (const char* root = std::getenv("PLUMB_REWRITE")) {
    WriteSnapshot(reported, root / GetParam().snapshot);
    GTEST_SKIP() << "rewritten";
  }
  const Snapshot expected = ReadSnapshot(GetParam().snapshot);
  std::set<std::string> modules;
  for (const auto& [module, report] : reported) modules.insert(module);
  for (const auto& [module, report] : expected) modules.insert(module);
  for (const std::string& module : modules) {
    EXPECT_EQ(Find(expected, module), Find(reported, module))
        << GetParam().modules / module << "\n"
        << "If this is right, accept it:\n"
        << "  PLUMB_REWRITE=$PWD bazel-bin/testdata/snapshot_test "
        << "--gtest_filter='*/" << GetParam().name << "'";
  }
}

// The messages and notes of a report, without the text around them.
std::vector<std::string> MessagesOf(const std::string& report) {
  static const RE2* const kMessage =
      new RE2(R"((?m)^module[^ ]*: (?:error|warning|pedantic|note): (.*?))"
              R"((?: \[[\w., -]+\])?$)");
  std::vector<std::string> messages;
  re2::StringPiece rest(report);
  for (std::string message; RE2::FindAndConsume(&rest, *kMessage, &message);) {
    messages.push_back(message);
  }
  return messages;
}

TEST_P(SnapshotTest, MessagesHaveNoEmptyOrDoubledArguments) {
  const RE2 empty(R"(^ | $|  | ,|\(\)|, not$|\b(and|as|be|but|has|of|or)$)");
  size_t count = 0;
  for (const auto& [module, report] : ReportsOn(GetParam().modules)) {
    for (const std::string& message : MessagesOf(report)) {
      ++count;
      EXPECT_FALSE(RE2::PartialMatch(message, empty))
          << module << ": " << message;
      const std::vector<std::string> words = absl::StrSplit(message, ' ');
      EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end())
          << module << ": " << message;
    }
  }
  EXPECT_GT(count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Areas, SnapshotTest, testing::ValuesIn(Areas()),
                         [](const testing::TestParamInfo<Area>& info) {
                           return info.param.name;
                         });

TEST(SnapshotFilesTest, EachBelongsToAnArea) {
  std::set<fs::path> files;
  for (const Area& area : Areas()) files.insert(area.snapshot);
  for (const auto& entry : fs::directory_iterator(kSnapshots)) {
    EXPECT_EQ(files.count(entry.path()), 1u) << entry.path();
  }
}

}  // namespace
}  // namespace plumb

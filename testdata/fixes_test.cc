// Every fix that a module of testdata/ gets fixes: after the change, the error
// is gone, and no error of another rule or at another place is new.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/rule_counts.h"
#include "api/session.h"
#include "api/text_fixer.h"
#include "gtest/gtest.h"
#include "testdata/mistake_file.h"
#include "testdata/module_setting.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

// The number of errors of each rule.
using ErrorCounts = std::map<absl::string_view, size_t>;

class Fixes {
 public:
  explicit Fixes(SessionOptions options) : options_(std::move(options)) {
    options_.format = InputFormat::kText;
    options_.max_diagnostics = 0;
    options_.keep_follow_ups = true;
  }

  // Tries each fix of a text; returns their number.
  int Try(const std::string& text, const std::string& name) {
    const InputReport report = ReportOn(text);
    int count = 0;
    for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
      if (!diagnostic.fix.has_value()) continue;
      ++count;
      TryOne(text, report, diagnostic, name);
    }
    return count;
  }

 private:
  InputReport ReportOn(const std::string& text) {
    Session session(options_);
    EXPECT_TRUE(session.Run(text).ok());
    return session.Report("x");
  }

  static ErrorCounts CountErrors(const InputReport& report) {
    ErrorCounts counts;
    for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
      if (diagnostic.severity == Severity::kError) {
        ++counts[diagnostic.rule->id];
      }
    }
    return counts;
  }

  void TryOne(const std::string& text, const InputReport& report,
              const ResolvedDiagnostic& diagnostic, const std::string& name) {
    const ResolvedFix& fix = *diagnostic.fix;
    const std::string fixed = ApplyFix(text, fix);
    const absl::string_view rule = diagnostic.rule->id;
    std::string what = absl::StrCat(name, ": ", rule);
    for (const ResolvedEdit& edit : fix.edits) {
      const auto [begin, end] = edit.offsets;
      absl::StrAppend(&what, ", at line ", edit.text.begin.line, ": '",
                      text.substr(begin, end - begin), "' -> '",
                      edit.replacement, "'");
    }
    const ErrorCounts before = CountErrors(report);
    const InputReport after_report = ReportOn(fixed);
    ErrorCounts after = CountErrors(after_report);
    const auto number = before.find(rule);
    if (number != before.end()) {
      EXPECT_LT(after[rule], number->second) << what;
    }
    // A safe fix of the syntax may show the errors of what is read then.
    const bool of_syntax = IsSyntax(*diagnostic.rule) && fix.is_safe;
    for (const auto& [other, count] : after) {
      if (of_syntax && !absl::StartsWith(other, "asm.")) continue;
      const auto was = before.find(other);
      EXPECT_LE(count, was == before.end() ? 0 : was->second)
          << what << " makes an error of " << other;
    }
  }

  SessionOptions options_;
};

TEST(FixesTest, OfTheModulesOfRules) {
  int count = 0;
  for (const char* folder : {"testdata/rules", "testdata/mistakes"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".spvasm") continue;
      const std::string text = ReadTestFile(entry.path());
      const ModuleSetting setting = ReadModuleSetting(text);
      SessionOptions options;
      options.env = setting.options.env;
      options.validator = setting.options;
      count += Fixes(options).Try(text, entry.path().string());
    }
  }
  EXPECT_GT(count, 70);
}

TEST(FixesTest, OfMistakes) {
  int count = 0;
  for (const fs::path& path : MistakeFiles()) {
    const MistakeFile file = ReadMistakes(path);
    for (const MistakeEdit& edit : file.edits) {
      SessionOptions options;
      options.env = file.env;
      count += Fixes(options).Try(
          ApplyMistake(file.module, edit),
          absl::StrCat(path.filename().string(), ": ", edit.what));
    }
  }
  EXPECT_GT(count, 20);
}

// The number of recorded errors after which --fix leaves a valid text.
struct FixedErrors {
  size_t total = 0;
  size_t safely = 0;
  size_t by_guesses = 0;  // those included
};

FixedErrors CountFixedErrors() {
  FixedErrors count;
  for (const fs::path& path : MistakeFiles()) {
    const MistakeFile file = ReadMistakes(path);
    SessionOptions options;
    options.env = file.env;
    options.format = InputFormat::kText;
    Session session(options);
    const auto is_valid = [&](const std::string& text) {
      const absl::StatusOr<Verdict> verdict = session.Run(text);
      EXPECT_TRUE(verdict.ok()) << verdict.status();
      return verdict.ok() && *verdict == Verdict::kValid;
    };
    for (const MistakeEdit& edit : file.edits) {
      const std::string text = ApplyMistake(file.module, edit);
      if (is_valid(text)) continue;
      ++count.total;
      count.safely += is_valid(FixText(options, text, false).text);
      count.by_guesses += is_valid(FixText(options, text, true).text);
    }
  }
  return count;
}

TEST(FixesTest, FixManyMistakes) {
  const FixedErrors count = CountFixedErrors();
  std::cout << "of " << count.total << " texts, --fix makes " << count.safely
            << " valid, and with --unsafe-fixes " << count.by_guesses << "\n";
  EXPECT_GE(count.safely, 29);
  EXPECT_GE(count.by_guesses, 60);
}

}  // namespace
}  // namespace plumb

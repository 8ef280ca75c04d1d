#include "cli/batch_summary.h"

#include <chrono>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr Rule kOne = {"test.one", "", "odd"};
constexpr Rule kTwo = {"test.two", "", "odd"};

InputReport Report(std::string file, std::vector<InputReport::RuleCount> rules,
                   size_t warnings = 0) {
  InputReport report;
  report.file = std::move(file);
  for (const InputReport::RuleCount& count : rules) {
    report.error_count += count.violations;
  }
  report.warning_count = warnings;
  report.by_rule = std::move(rules);
  return report;
}

// All but the last line, which has times.
std::string CountsOf(const BatchSummary& summary) {
  const std::string text = summary.Text();
  return text.substr(0, text.rfind('\n', text.size() - 2) + 1);
}

TEST(BatchSummaryTest, CountsInputsAndRules) {
  BatchSummary summary;
  EXPECT_EQ(CountsOf(summary),
            "inputs: 0, valid: 0, invalid: 0, unreadable: 0\n"
            "errors: 0, warnings: 0\n");
  using std::chrono::milliseconds;
  summary.Add(Report("a", {{&kOne, 3}}), {1000, milliseconds(1)});
  summary.Add(Report("b", {{&kOne, 1}, {&kTwo, 1}}), {2500, milliseconds(4)});
  summary.Add(Report("c", {}, 2), {7, milliseconds(2)});
  summary.AddUnreadable();
  EXPECT_EQ(CountsOf(summary),
            "inputs: 4, valid: 1, invalid: 2, unreadable: 1\n"
            "errors: 5, warnings: 2\n"
            "rules broken:\n"
            "  test.one: 4 in 2 inputs\n"
            "  test.two: 1 in 1 input\n"
            "slowest:\n"
            "  4.0 ms, 2,500 bytes: b\n"
            "  2.0 ms, 7 bytes: c\n"
            "  1.0 ms, 1,000 bytes: a\n");
}

TEST(BatchSummaryTest, KeepsTheSlowestOnly) {
  BatchSummary summary;
  for (int i = 0; i < 100; ++i) {
    summary.Add(Report(absl::StrCat("f", i), {}),
                {1, std::chrono::milliseconds((i * 37) % 100)});
  }
  EXPECT_EQ(CountsOf(summary),
            "inputs: 100, valid: 100, invalid: 0, unreadable: 0\n"
            "errors: 0, warnings: 0\n"
            "slowest:\n"
            "  99.0 ms, 1 bytes: f27\n"
            "  98.0 ms, 1 bytes: f54\n"
            "  97.0 ms, 1 bytes: f81\n"
            "  96.0 ms, 1 bytes: f8\n"
            "  95.0 ms, 1 bytes: f35\n");
}

}  // namespace
}  // namespace plumb

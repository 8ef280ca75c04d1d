#include "cli/batch_summary.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/progress.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

constexpr size_t kMaxSlowest = 5;
constexpr size_t kRules = 20;  // that are listed

double Seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void BatchSummary::Add(const InputReport& report, const InputCost& cost) {
  ++(report.error_count == 0 ? valid_ : invalid_);
  errors_ += report.error_count;
  warnings_ += report.warning_count;
  pedantic_ += report.pedantic_count;
  suppressed_ += report.suppressed_count;
  bytes_ += cost.bytes;
  if (cost.is_kept) ++kept_;
  for (const InputReport::RuleCount& count : report.by_rule) {
    ViolationCounts& broken = rules_[count.rule];
    broken.violations += count.violations;
    ++broken.inputs;
  }
  KeepIfSlow(report.file, cost);
}

void BatchSummary::KeepIfSlow(const std::string& file, const InputCost& cost) {
  if (slowest_.size() == kMaxSlowest &&
      slowest_.back().cost.time >= cost.time) {
    return;
  }
  const auto place = std::find_if(
      slowest_.begin(), slowest_.end(),
      [&cost](const Slow& slow) { return slow.cost.time < cost.time; });
  slowest_.insert(place, {file, cost});
  if (slowest_.size() > kMaxSlowest) slowest_.pop_back();
}

// The rules that were broken in the most inputs.
std::string BatchSummary::RulesText() const {
  std::vector<std::pair<const Rule*, ViolationCounts>> rules(rules_.begin(),
                                                             rules_.end());
  std::sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) {
    if (a.second.inputs != b.second.inputs) {
      return a.second.inputs > b.second.inputs;
    }
    return a.first->id < b.first->id;
  });
  std::string text;
  for (size_t i = 0; i < std::min(rules.size(), kRules); ++i) {
    const auto& [rule, broken] = rules[i];
    absl::StrAppend(&text, "  ", rule->id, ": ",
                    GroupedNumber(broken.violations), " in ",
                    GroupedNumber(broken.inputs),
                    broken.inputs == 1 ? " input\n" : " inputs\n");
  }
  if (rules.size() > kRules) {
    absl::StrAppend(&text, "  and ", rules.size() - kRules, " more\n");
  }
  return text;
}

std::string BatchSummary::Text() const {
  std::string text =
      absl::StrCat("inputs: ", GroupedNumber(valid_ + invalid_ + unreadable_),
                   ", valid: ", GroupedNumber(valid_),
                   ", invalid: ", GroupedNumber(invalid_),
                   ", unreadable: ", GroupedNumber(unreadable_));
  if (kept_ > 0) {
    absl::StrAppend(&text, ", from the cache: ", GroupedNumber(kept_));
  }
  absl::StrAppend(&text, "\nerrors: ", GroupedNumber(errors_),
                  ", warnings: ", GroupedNumber(warnings_));
  if (pedantic_ > 0) {
    absl::StrAppend(&text, ", pedantic: ", GroupedNumber(pedantic_));
  }
  if (suppressed_ > 0) {
    absl::StrAppend(&text, ", suppressed: ", GroupedNumber(suppressed_));
  }
  absl::StrAppend(&text, "\n");
  if (!rules_.empty()) absl::StrAppend(&text, "rules broken:\n", RulesText());
  if (!slowest_.empty()) absl::StrAppend(&text, "slowest:\n");
  for (const Slow& slow : slowest_) {
    absl::StrAppendFormat(
        &text, "  %.1f ms, %s bytes: ", 1e3 * Seconds(slow.cost.time),
        GroupedNumber(slow.cost.bytes));
    AppendPrintable(slow.file, &text);
    absl::StrAppend(&text, "\n");
  }
  const double seconds = Seconds(std::chrono::steady_clock::now() - start_);
  absl::StrAppendFormat(
      &text, "%.2f s, %.1f MB, %.1f MB/s, %s inputs/s\n", seconds,
      1e-6 * static_cast<double>(bytes_),
      1e-6 * static_cast<double>(bytes_) / std::max(seconds, 1e-9),
      GroupedNumber(static_cast<size_t>(static_cast<double>(valid_ + invalid_) /
                                        std::max(seconds, 1e-9))));
  return text;
}

}  // namespace plumb

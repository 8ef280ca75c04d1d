#include "api/text_fixer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "api/report/report_writer.h"
#include "api/resolve/resolved_diagnostic.h"
#include "api/rule_counts.h"

namespace plumb {
namespace {

constexpr int kMaxRuns = 400;
constexpr size_t kMaxFixes = 1000;  // at once

// Orders edits by place.
bool IsBefore(const ResolvedEdit& a, const ResolvedEdit& b) {
  return a.offsets.begin < b.offsets.begin;
}

// Whether two edits change the same bytes, or insert the same text.
bool Conflict(const ResolvedEdit& a, const ResolvedEdit& b) {
  const auto [a_begin, a_end] = a.offsets;
  const auto [b_begin, b_end] = b.offsets;
  if (a_begin == b_begin && a_end == b_end && a_begin == a_end) {
    return a.replacement == b.replacement;
  }
  return a_begin < b_end && b_begin < a_end;
}

bool ConflictsWithOne(const ResolvedFix& fix,
                      const std::vector<ResolvedFix>& others) {
  for (const ResolvedFix& other : others) {
    for (const ResolvedEdit& edit : other.edits) {
      for (const ResolvedEdit& mine : fix.edits) {
        if (Conflict(edit, mine)) return true;
      }
    }
  }
  return false;
}

class TextFixer {
 public:
  TextFixer(const SessionOptions& options, absl::string_view text,
            bool with_guesses)
      : session_(OptionsToCount(options)),
        with_guesses_(with_guesses),
        text_(text) {}

  FixedText Fix() {
    while (runs_left_ > 0 && FixSome()) {
    }
    return {std::move(text_), fix_count_};
  }

 private:
  // Applies a set of fixes, or the first one that makes the text better.
  // Returns whether it is better now.
  bool FixSome() {
    counts_ = Count(text_);
    const InputReport report = session_.Report("", kMaxFixes);
    // The syntax comes first: what is read after that has other errors.
    return FixSome(FindFixes(report, /*of_syntax=*/true), true) ||
           FixSome(FindFixes(report, /*of_syntax=*/false), false);
  }
  bool FixSome(const std::vector<ResolvedFix>& fixes, bool of_syntax) {
    if (fixes.empty()) return false;
    if (TryAll(fixes, of_syntax)) return true;
    if (fixes.size() == 1) return false;
    for (const ResolvedFix& fix : fixes) {
      if (runs_left_ > 0 && TryAll({fix}, of_syntax)) return true;
    }
    return false;
  }

  // Fixes of the text that do not overlap.
  std::vector<ResolvedFix> FindFixes(const InputReport& report,
                                     bool of_syntax) const {
    std::vector<ResolvedFix> fixes;
    for (const ResolvedDiagnostic& d : report.diagnostics) {
      if (d.fix.has_value() && (d.fix->is_safe || with_guesses_) &&
          IsSyntax(*d.rule) == of_syntax && !ConflictsWithOne(*d.fix, fixes)) {
        fixes.push_back(*d.fix);
      }
    }
    return fixes;
  }

  // Applies fixes if they make the text better.
  bool TryAll(const std::vector<ResolvedFix>& fixes, bool of_syntax) {
    ResolvedFix all;
    for (const ResolvedFix& fix : fixes) {
      all.edits.insert(all.edits.end(), fix.edits.begin(), fix.edits.end());
    }
    std::stable_sort(all.edits.begin(), all.edits.end(), IsBefore);
    std::string fixed = ApplyFix(text_, all);
    const RuleCounts counts = Count(fixed);
    const bool is_better = of_syntax ? counts.HasBetterSyntaxThan(counts_)
                                     : counts.IsBetterThan(counts_);
    if (!is_better) return false;
    text_ = std::move(fixed);
    fix_count_ += fixes.size();
    return true;
  }

  RuleCounts Count(absl::string_view text) {
    --runs_left_;
    return CountByRule(&session_, text);
  }

  Session session_;
  const bool with_guesses_;
  int runs_left_ = kMaxRuns;
  std::string text_;   // so far
  RuleCounts counts_;  // of it
  size_t fix_count_ = 0;
};

}  // namespace

FixedText FixText(const SessionOptions& options, absl::string_view text,
                  bool with_guesses) {
  return TextFixer(options, text, with_guesses).Fix();
}

}  // namespace plumb

#include "api/fix_check.h"

#include <optional>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "api/session.h"
#include "core/diagnostic.h"
#include "core/rule.h"

namespace plumb {
namespace {

// The number of diagnostics of each rule.
using RuleCounts = absl::flat_hash_map<const Rule*, size_t>;

class FixCheck {
 public:
  FixCheck(const SessionOptions& options, absl::string_view text)
      : text_(text),
        session_(OptionsOfCheck(options)),
        before_(CountByRule(text)) {}

  bool Fixes(const Rule& rule, const ResolvedFix& fix) {
    std::string fixed(text_);
    fixed.replace(fix.offsets.begin, fix.offsets.end - fix.offsets.begin,
                  fix.replacement);
    const RuleCounts after = CountByRule(fixed);
    return Count(after, &rule) < Count(before_, &rule) &&
           absl::c_all_of(after, [&](const auto& entry) {
             return entry.second <= Count(before_, entry.first);
           });
  }

 private:
  static SessionOptions OptionsOfCheck(const SessionOptions& options) {
    SessionOptions all = options;
    all.format = InputFormat::kText;
    all.keep_follow_ups = true;
    all.max_diagnostics = 0;
    all.validator.jobs = 1;
    all.checks_fixes = false;
    return all;
  }

  RuleCounts CountByRule(absl::string_view text) {
    RuleCounts counts;
    if (!session_.Run(text).ok()) return counts;
    for (const Diagnostic& d : session_.diagnostics().diagnostics()) {
      ++counts[d.rule];
    }
    return counts;
  }

  static size_t Count(const RuleCounts& counts, const Rule* rule) {
    const auto found = counts.find(rule);
    return found == counts.end() ? 0 : found->second;
  }

  const absl::string_view text_;
  Session session_;
  const RuleCounts before_;
};

}  // namespace

void RemoveWrongFixes(const SessionOptions& options, absl::string_view text,
                      InputReport* report) {
  const auto has_fix = [](const ResolvedDiagnostic& d) {
    return d.fix.has_value();
  };
  if (absl::c_none_of(report->diagnostics, has_fix)) return;
  std::optional<FixCheck> check;
  int left = text.size() <= kMaxTriedText ? kMaxTriedFixes : 0;
  for (ResolvedDiagnostic& diagnostic : report->diagnostics) {
    if (!has_fix(diagnostic)) continue;
    if (left > 0) {
      --left;
      if (!check.has_value()) check.emplace(options, text);
      if (check->Fixes(*diagnostic.rule, *diagnostic.fix)) continue;
    }
    diagnostic.fix.reset();
  }
}

}  // namespace plumb

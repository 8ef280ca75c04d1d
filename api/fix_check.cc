#include "api/fix_check.h"

#include <optional>

#include "absl/algorithm/container.h"
#include "api/rule_counts.h"
#include "api/session.h"
#include "core/rule.h"

namespace plumb {
namespace {

class FixCheck {
 public:
  FixCheck(const SessionOptions& options, absl::string_view text)
      : text_(text),
        session_(OptionsToCount(options)),
        before_(CountByRule(&session_, text)) {}

  bool Fixes(const Rule& rule, const ResolvedFix& fix) {
    const RuleCounts after = CountByRule(&session_, ApplyFix(text_, fix));
    return after.Of(&rule) < before_.Of(&rule) &&
           (fix.is_safe && IsSyntax(rule) ? after.HasBetterSyntaxThan(before_)
                                          : after.IsBetterThan(before_));
  }

 private:
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

// See conformance_report.h.
#include "testdata/conformance_report.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using nlohmann::ordered_json;
using CaseVerdict = CaseOutcome::Verdict;

std::string Expected(const ConformanceCase& c) {
  if (c.expect_accepted) return "accepted";
  return absl::StrCat("rejected (", c.message, ")");
}

std::string DescribeOutcome(const CaseOutcome& outcome) {
  switch (outcome.verdict) {
    case CaseVerdict::kAccepted:
      return "accepted";
    case CaseVerdict::kRejected:
      return outcome.assembly_failed ? "rejected: asm failed" : "rejected";
    case CaseVerdict::kOtherWords:
      return "accepted, with other words";
    case CaseVerdict::kCrashed:
      return "CRASHED";
    case CaseVerdict::kHung:
      return "HUNG";
  }
  return "";
}

std::string Settings(const ConformanceCase& c) {
  std::string text = absl::StrCat("env ", Info(c.options.env).name);
  if (c.assemble_env != c.options.env) {
    absl::StrAppend(&text, ", assembled for ", Info(c.assemble_env).name);
  }
  return text;
}

ordered_json CountsJson(const AreaCounts& counts) {
  return {{"area", counts.area},
          {"cases", counts.cases},
          {"agree", counts.agree},
          {"wrongly_accepted", counts.wrongly_accepted},
          {"wrongly_rejected", counts.wrongly_rejected},
          {"other_words", counts.other_words},
          {"asm_failed", counts.assembly_failed},
          {"crashed", counts.crashed},
          {"hung", counts.hung},
          {"line_agrees", counts.line_agrees},
          {"line_cases", counts.line_cases}};
}

ordered_json CaseJson(const ConformanceCase& c, const CaseOutcome& outcome) {
  const std::string env(Info(c.options.env).name);
  return {{"id", c.id},
          {"area", c.area},
          {"env", env},
          {"expected", c.expect_accepted ? "accepted" : "rejected"},
          {"got", DescribeOutcome(outcome)},
          {"reference", c.message},
          {"messages", outcome.messages}};
}

}  // namespace

void AreaCounts::Add(const ConformanceCase& c, const CaseOutcome& outcome) {
  ++cases;
  const Comparison comparison = Compare(c, outcome);
  agree += comparison == Comparison::kAgrees;
  wrongly_accepted += comparison == Comparison::kWronglyAccepted;
  wrongly_rejected += comparison == Comparison::kWronglyRejected;
  other_words += outcome.verdict == CaseVerdict::kOtherWords;
  assembly_failed += outcome.assembly_failed;
  crashed += outcome.verdict == CaseVerdict::kCrashed;
  hung += outcome.verdict == CaseVerdict::kHung;
  const bool both_reject_text = c.line > 0 &&
                                outcome.verdict == CaseVerdict::kRejected &&
                                comparison == Comparison::kAgrees;
  line_cases += both_reject_text;
  line_agrees += both_reject_text && c.line == outcome.line;
}

std::vector<AreaCounts> CountAreas(absl::Span<const ConformanceCase> cases,
                                   absl::Span<const CaseOutcome> outcomes,
                                   AreaCounts* total) {
  std::map<std::string, AreaCounts> by_name;
  total->area = "total";
  for (size_t i = 0; i < cases.size(); ++i) {
    AreaCounts& counts = by_name[cases[i].area];
    counts.area = cases[i].area;
    counts.Add(cases[i], outcomes[i]);
    total->Add(cases[i], outcomes[i]);
  }
  std::vector<AreaCounts> areas;
  areas.reserve(by_name.size());
  for (auto& [name, counts] : by_name) areas.push_back(counts);
  return areas;
}

std::string AreaTable(absl::Span<const AreaCounts> areas,
                      const AreaCounts& total) {
  std::string out =
      absl::StrFormat("%-52s %6s %6s %9s %9s %6s %6s\n", "area", "cases",
                      "agree", "wrongly", "wrongly", "other", "asm");
  absl::StrAppendFormat(&out, "%-52s %6s %6s %9s %9s %6s %6s\n", "", "", "",
                        "accepted", "rejected", "words", "failed");
  for (const AreaCounts& c : areas) {
    absl::StrAppendFormat(&out, "%-52s %6d %6d %9d %9d %6d %6d\n", c.area,
                          c.cases, c.agree, c.wrongly_accepted,
                          c.wrongly_rejected, c.other_words, c.assembly_failed);
  }
  if (total.crashed + total.hung > 0) {
    absl::StrAppend(&out, "crashed: ", total.crashed, ", hung: ", total.hung,
                    "\n");
  }
  if (total.line_cases > 0) {
    absl::StrAppend(&out, "rejected texts whose first error is in the line ",
                    "that the reference names: ", total.line_agrees, " of ",
                    total.line_cases, "\n");
  }
  const double percent =
      total.cases == 0 ? 0 : 100.0 * total.agree / total.cases;
  absl::StrAppendFormat(&out,
                        "total: %d cases, %d agree (%.2f %%), %d wrongly "
                        "accepted, %d wrongly rejected\n",
                        total.cases, total.agree, percent,
                        total.wrongly_accepted, total.wrongly_rejected);
  return out;
}

std::string Disagreements(absl::Span<const ConformanceCase> cases,
                          absl::Span<const CaseOutcome> outcomes,
                          absl::string_view area) {
  std::string out;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (area != "all" && cases[i].area != area) continue;
    if (Compare(cases[i], outcomes[i]) == Comparison::kAgrees) continue;
    absl::StrAppend(&out, cases[i].id, " (", Settings(cases[i]),
                    ")\n  expected: ", Expected(cases[i]),
                    "\n  got:      ", DescribeOutcome(outcomes[i]), "\n");
    for (const std::string& message : outcomes[i].messages) {
      absl::StrAppend(&out, "    ", message, "\n");
    }
  }
  return out;
}

std::string DescribeCase(const ConformanceCase& c, const CaseOutcome& outcome) {
  std::string out =
      absl::StrCat("case ", c.id, " of ", c.area, ", ", Settings(c), "\n");
  if (c.text.has_value()) absl::StrAppend(&out, *c.text, "\n");
  absl::StrAppend(&out, "--- expected: ", Expected(c));
  if (c.line > 0) absl::StrAppend(&out, ", line ", c.line);
  if (c.instruction > 0) {
    absl::StrAppend(&out, ", instruction ", c.instruction);
  }
  absl::StrAppend(&out, "\n--- got: ", DescribeOutcome(outcome), "\n");
  if (outcome.rendered.empty()) {
    absl::StrAppend(&out, absl::StrJoin(outcome.messages, "\n"));
  }
  absl::StrAppend(&out, outcome.rendered);
  return out;
}

std::string ReportJson(absl::Span<const ConformanceCase> cases,
                       absl::Span<const CaseOutcome> outcomes) {
  AreaCounts total;
  ordered_json areas = ordered_json::array();
  for (const AreaCounts& counts : CountAreas(cases, outcomes, &total)) {
    areas.push_back(CountsJson(counts));
  }
  ordered_json disagreements = ordered_json::array();
  for (size_t i = 0; i < cases.size(); ++i) {
    if (Compare(cases[i], outcomes[i]) != Comparison::kAgrees) {
      disagreements.push_back(CaseJson(cases[i], outcomes[i]));
    }
  }
  const ordered_json report = {{"total", CountsJson(total)},
                               {"areas", areas},
                               {"disagreements", disagreements}};
  return report.dump(1, ' ', false, ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace plumb

// See conformance_run.h.
#include "testdata/conformance_run.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/report/text_report.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using nlohmann::json;
using CaseVerdict = CaseOutcome::Verdict;

constexpr size_t kMaxMessages = 20;
constexpr size_t kGeneratorWord = 2;  // the reference's own, not compared

bool SameWords(absl::Span<const uint32_t> a, absl::Span<const uint32_t> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && i != kGeneratorWord) return false;
  }
  return true;
}

// The first place where words differ, for the message.
std::string Difference(absl::Span<const uint32_t> got,
                       absl::Span<const uint32_t> expected) {
  const size_t size = std::min(got.size(), expected.size());
  size_t i = 0;
  while (i < size && (got[i] == expected[i] || i == kGeneratorWord)) ++i;
  if (i == size) {
    return absl::StrCat(got.size(), " words instead of ", expected.size());
  }
  return absl::StrCat("word ", i, " is 0x", absl::Hex(got[i]), " instead of 0x",
                      absl::Hex(expected[i]));
}

std::string ToJson(const CaseOutcome& outcome) {
  const json object = {{"verdict", static_cast<int>(outcome.verdict)},
                       {"assembly_failed", outcome.assembly_failed},
                       {"line", outcome.line},
                       {"messages", outcome.messages},
                       {"rendered", outcome.rendered}};
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

CaseOutcome FromResult(const JobResult& result) {
  CaseOutcome outcome;
  if (result.state != JobResult::State::kDone) {
    outcome.verdict = result.state == JobResult::State::kHung
                          ? CaseVerdict::kHung
                          : CaseVerdict::kCrashed;
    outcome.messages = {result.output};
    return outcome;
  }
  const json object = json::parse(result.output);
  outcome.verdict = static_cast<CaseVerdict>(object["verdict"].get<int>());
  object["assembly_failed"].get_to(outcome.assembly_failed);
  object["line"].get_to(outcome.line);
  object["messages"].get_to(outcome.messages);
  object["rendered"].get_to(outcome.rendered);
  return outcome;
}

// The options that the programs would use.  A text may be assembled for
// another environment than the one in which it is validated.
SessionOptions OptionsOfSession(const ConformanceCase& c) {
  SessionOptions options;
  options.validate = c.kind == ConformanceCase::Kind::kValidation;
  options.format =
      c.text.has_value() ? InputFormat::kText : InputFormat::kBinary;
  options.env = c.options.env;
  options.validator = c.options;
  options.text.env = c.assemble_env;
  options.text.version_of_env = true;
  options.text.preserve_numeric_ids = c.preserve_ids;
  return options;
}

std::string BytesOf(absl::Span<const uint32_t> words) {
  std::string bytes;
  for (const uint32_t word : words) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<char>(word >> shift));
    }
  }
  return bytes;
}

}  // namespace

Comparison Compare(const ConformanceCase& c, const CaseOutcome& outcome) {
  const bool agrees = c.expect_accepted
                          ? outcome.verdict == CaseVerdict::kAccepted
                          : outcome.verdict == CaseVerdict::kRejected;
  if (agrees) return Comparison::kAgrees;
  const bool rejected =
      outcome.verdict == CaseVerdict::kRejected ||
      (outcome.verdict >= CaseVerdict::kCrashed && c.expect_accepted);
  return rejected ? Comparison::kWronglyRejected : Comparison::kWronglyAccepted;
}

CaseOutcome CaseRunner::Run(const ConformanceCase& c, bool render) {
  CaseOutcome outcome;
  session_.set_options(OptionsOfSession(c));
  CheckVerdict(c, &outcome);
  Describe(c, render, &outcome);
  return outcome;
}

void CaseRunner::CheckVerdict(const ConformanceCase& c, CaseOutcome* outcome) {
  if (!c.text.has_value()) bytes_ = BytesOf(c.words);
  const absl::StatusOr<Verdict> verdict =
      session_.Run(c.text.has_value() ? *c.text : bytes_);
  // Cases have neither hexadecimal text nor settings.
  outcome->verdict = verdict.ok() && *verdict == Verdict::kValid
                         ? CaseVerdict::kAccepted
                         : CaseVerdict::kRejected;
  const bool is_assembly = c.kind == ConformanceCase::Kind::kAssembly;
  outcome->assembly_failed = !is_assembly && c.text.has_value() &&
                             verdict.ok() && *verdict == Verdict::kMalformed;
  if (!is_assembly || !c.expect_accepted ||
      outcome->verdict != CaseVerdict::kAccepted) {
    return;
  }
  const absl::Span<const uint32_t> words = session_.module().words();
  if (SameWords(words, c.words)) return;
  outcome->verdict = CaseVerdict::kOtherWords;
  outcome->messages.push_back(Difference(words, c.words));
}

void CaseRunner::Describe(const ConformanceCase& c, bool render,
                          CaseOutcome* outcome) {
  if (render) {
    TextReport().Add(session_.Report(c.id), &outcome->rendered);
  }
  // If the verdicts agree, the messages are not used, except for the line of
  // an assembly error.
  if (c.kind == ConformanceCase::Kind::kValidation && !render &&
      Compare(c, *outcome) == Comparison::kAgrees) {
    return;
  }
  for (const ResolvedDiagnostic& d :
       session_.Report(c.id, kMaxMessages).diagnostics) {
    const ResolvedPlace& place = d.place;
    if (outcome->line == 0 && d.severity == Severity::kError &&
        place.text.has_value()) {
      outcome->line = static_cast<uint32_t>(place.text->begin.line);
    }
    std::string where;
    if (place.text.has_value()) {
      absl::StrAppend(&where, "line ", place.text->begin.line, ": ");
    }
    if (place.instruction.has_value()) {
      absl::StrAppend(&where, "instruction ", *place.instruction + 1, ": ");
    }
    outcome->messages.push_back(absl::StrCat(where, SeverityText(d.severity),
                                             ": ", d.message, " [", d.rule->id,
                                             "]"));
  }
}

std::vector<CaseOutcome> RunConformanceCases(
    absl::Span<const ConformanceCase> cases, const ForkOptions& options,
    bool render) {
  CaseRunner runner;  // each child works with a copy
  const std::vector<JobResult> results =
      RunForked(cases.size(), options,
                [&](size_t i) { return ToJson(runner.Run(cases[i], render)); });
  std::vector<CaseOutcome> outcomes;
  outcomes.reserve(results.size());
  for (const JobResult& result : results) {
    outcomes.push_back(FromResult(result));
  }
  return outcomes;
}

}  // namespace plumb

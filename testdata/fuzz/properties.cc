#include "testdata/fuzz/properties.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "api/report/github_report.h"
#include "api/report/json_lines_report.h"
#include "api/report/junit_report.h"
#include "api/report/sarif_report.h"
#include "api/report/text_report.h"
#include "core/module.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"
#include "testdata/fuzz/documents.h"
#include "testdata/fuzz/equivalents.h"

namespace plumb {
namespace {

constexpr absl::string_view kJUnitElements[] = {
    "error", "failure", "system-out", "testcase", "testsuite", "testsuites"};

void CheckPlace(const ResolvedPlace& place, absl::string_view input) {
  if (place.offsets.has_value()) {
    const auto [begin, end] = *place.offsets;
    Require(begin <= end && end <= input.size(), "offsets are in the input");
  }
  if (place.text.has_value()) {
    const auto [begin, end] = *place.text;
    const auto lines =
        static_cast<size_t>(std::count(input.begin(), input.end(), '\n') + 1);
    Require(begin.line >= 1 && begin.line <= end.line && end.line <= lines,
            "lines are in the input");
    Require(begin.column >= 1 && end.column >= 1, "columns count from 1");
  }
  if (place.words.has_value()) {
    Require(place.words->begin <= place.words->end, "words are in order");
  }
  Require(IsPrintable(absl::string_view(place.excerpt.source)),
          "excerpts are printable");
}

std::string Write(std::unique_ptr<ReportWriter> writer,
                  const InputReport& report) {
  std::string out;
  writer->Begin(&out);
  writer->Add(report, &out);
  writer->End(&out);
  for (const absl::string_view line : absl::StrSplit(out, '\n')) {
    Require(IsPrintable(line), absl::StrCat("lines are printable: ", line));
  }
  return out;
}

void CheckFormats(const InputReport& report) {
  Write(std::make_unique<TextReport>(), report);
  const std::string lines =
      Write(std::make_unique<JsonLinesReport>("fuzz", "1"), report);
  for (const absl::string_view line : absl::StrSplit(lines, '\n')) {
    if (line.empty()) continue;
    Require(nlohmann::json::accept(line), "each line is JSON");
  }
  const SarifReportOptions options = {.program = "fuzz", .version = "1"};
  Require(nlohmann::json::accept(
              Write(std::make_unique<SarifReport>(options), report)),
          "SARIF is JSON");
  const std::string units = Write(std::make_unique<JUnitReport>("f"), report);
  CheckXml(units, kJUnitElements);
  const std::string commands = Write(std::make_unique<GitHubReport>(), report);
  for (const absl::string_view line : absl::StrSplit(commands, '\n')) {
    Require(line.empty() || absl::StartsWith(line, "::"),
            "each line of GitHub's is a command");
  }
}

// Requires that an equivalent of a module has its findings.
void CheckEquivalent(const SessionOptions& options,
                     const EquivalentModule& equivalent,
                     const Findings& expected, absl::string_view message) {
  Session session(options);
  const absl::StatusOr<Verdict> verdict =
      session.Run({reinterpret_cast<const char*>(equivalent.words.data()),
                   equivalent.words.size() * sizeof(uint32_t)});
  Require(verdict.ok() && *verdict != Verdict::kMalformed, message);
  Findings found;
  for (Finding f : FindingsOf(session.diagnostics())) {
    if (f.inst < equivalent.origins.size()) {
      f.inst = equivalent.origins[f.inst];
    }
    found.insert(f);
  }
  RequireSame(found, expected, message);
}

// Whether no rule of the layout is violated, nor hidden as a follow-up error.
bool HasValidLayout(const Session& session, const SessionOptions& options) {
  const auto is_valid = [](const Session& run) {
    return absl::c_none_of(FindingsOf(run.diagnostics()), [](const Finding& f) {
      return absl::StartsWith(f.rule->id, "layout.");
    });
  };
  if (session.diagnostics().hidden_count() == 0) return is_valid(session);
  SessionOptions all = options;
  all.keep_follow_ups = true;
  Session again(std::move(all));
  return again.Run(session.Binary()).ok() && is_valid(again);
}

}  // namespace

void Require(bool condition, absl::string_view message) {
  if (condition) return;
  std::fprintf(stderr, "violated: %.*s\n", static_cast<int>(message.size()),
               message.data());
  std::abort();
}

Findings FindingsOfRules(const Findings& findings) {
  Findings of_rules;
  for (const Finding& f : findings) {
    if (!absl::StartsWith(f.rule->id, "asm.") &&
        !absl::StartsWith(f.rule->id, "binary.")) {
      of_rules.insert(f);
    }
  }
  return of_rules;
}

void RequireSame(const Findings& found, const Findings& expected,
                 absl::string_view message) {
  if (found == expected) return;
  Require(false,
          absl::StrCat(message, "\nlacking:", Text(Lacking(found, expected)),
                       "\nmore:", Text(Lacking(expected, found))));
}

void CheckReports(const Session& session, absl::string_view input) {
  const InputReport report = session.Report("file.spv", /*max_shown=*/100);
  for (const ResolvedDiagnostic& d : report.diagnostics) {
    Require(IsPrintable(absl::string_view(d.message)),
            "messages are printable");
    CheckPlace(d.place, input);
    for (const ResolvedNote& note : d.notes) {
      Require(IsPrintable(absl::string_view(note.message)),
              "notes are printable");
      CheckPlace(note.place, input);
    }
    if (!d.fix.has_value()) continue;
    for (const ResolvedEdit& edit : d.fix->edits) {
      Require(edit.offsets.begin <= edit.offsets.end &&
                  edit.offsets.end <= input.size(),
              "edits are in the input");
    }
  }
  CheckFormats(report);
}

void CheckRepetition(const SessionOptions& options, absl::string_view input,
                     const Findings& expected) {
  SessionOptions parallel = options;
  parallel.validator.jobs = 4;
  Session session(std::move(parallel));
  for (int run = 0; run < 2; ++run) {
    if (!session.Run(input).ok()) return;
    RequireSame(FindingsOf(session.diagnostics()), expected,
                "four threads find the same");
  }
}

void CheckEquivalents(const Session& session, const Findings& expected,
                      uint32_t seed) {
  constexpr uint32_t kMaxBound = 1 << 16;
  const Module& module = session.module();
  if (module.size() == 0 || module.renumbered() ||
      module.header().bound > kMaxBound) {
    return;
  }
  SessionOptions options = session.options();
  options.format = InputFormat::kBinary;
  CheckEquivalent(options, WithOtherIds(module, seed), expected,
                  "a module with other ids has the same errors");
  if (!HasValidLayout(session, options)) return;
  CheckEquivalent(options, WithIdleInstructions(module, seed), expected,
                  "a module with idle instructions has the same errors");
}

void CheckWithoutRule(const SessionOptions& options, absl::string_view input,
                      const Findings& expected, uint32_t choice) {
  if (expected.empty()) return;
  const Rule* rule =
      std::next(expected.begin(), choice % expected.size())->rule;
  SessionOptions others = options;
  others.rules.disabled.insert(rule);
  // What followed from the rule's error can hide others when it is reported.
  others.keep_follow_ups = true;
  Session session(std::move(others));
  if (!session.Run(input).ok()) return;
  const Findings found = FindingsOf(session.diagnostics());
  for (const Finding& f : expected) {
    Require(f.rule == rule || found.contains(f),
            absl::StrCat("without ", rule->id, ", ", f.rule->id, " in ", f.inst,
                         " is found"));
  }
}

}  // namespace plumb

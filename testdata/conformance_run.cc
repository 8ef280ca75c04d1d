// See conformance_run.h.
#include "testdata/conformance_run.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "parse/binary/binary_writer.h"
#include "parse/diagnostic_printer.h"

namespace plumb {
namespace {

using nlohmann::json;
using Verdict = CaseOutcome::Verdict;

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
                          ? Verdict::kHung
                          : Verdict::kCrashed;
    outcome.messages = {result.output};
    return outcome;
  }
  const json object = json::parse(result.output);
  outcome.verdict = static_cast<Verdict>(object["verdict"].get<int>());
  object["assembly_failed"].get_to(outcome.assembly_failed);
  object["line"].get_to(outcome.line);
  object["messages"].get_to(outcome.messages);
  object["rendered"].get_to(outcome.rendered);
  return outcome;
}

}  // namespace

Comparison Compare(const ConformanceCase& c, const CaseOutcome& outcome) {
  const bool agrees = c.expect_accepted ? outcome.verdict == Verdict::kAccepted
                                        : outcome.verdict == Verdict::kRejected;
  if (agrees) return Comparison::kAgrees;
  const bool rejected =
      outcome.verdict == Verdict::kRejected ||
      (outcome.verdict >= Verdict::kCrashed && c.expect_accepted);
  return rejected ? Comparison::kWronglyRejected : Comparison::kWronglyAccepted;
}

CaseOutcome CaseRunner::Run(const ConformanceCase& c, bool render) {
  CaseOutcome outcome;
  diagnostics_.Clear();
  if (c.kind == ConformanceCase::Kind::kAssembly) {
    Assemble(c, &outcome);
    Describe(c, text_module_, render, &outcome);
  } else {
    Validate(c, &outcome);
    Describe(c, outcome.assembly_failed ? text_module_ : module_, render,
             &outcome);
  }
  return outcome;
}

bool CaseRunner::AssembleText(const ConformanceCase& c) {
  AssembleOptions options;
  options.env = c.assemble_env;
  options.preserve_numeric_ids = c.preserve_ids;
  return assembler_.Assemble(*c.text, options, &text_module_, &diagnostics_);
}

void CaseRunner::Assemble(const ConformanceCase& c, CaseOutcome* outcome) {
  if (!AssembleText(c)) {
    outcome->verdict = Verdict::kRejected;
  } else if (c.expect_accepted && !SameWords(text_module_.words(), c.words)) {
    outcome->verdict = Verdict::kOtherWords;
    outcome->messages.push_back(Difference(text_module_.words(), c.words));
  }
}

void CaseRunner::Validate(const ConformanceCase& c, CaseOutcome* outcome) {
  outcome->verdict = Verdict::kRejected;
  // Through bytes and back, as a file would be.
  bytes_.clear();
  if (c.text.has_value()) {
    if (!AssembleText(c)) {
      outcome->assembly_failed = true;
      return;
    }
    bytes_ = EncodeModule(text_module_);
  } else {
    for (uint32_t word : c.words) {
      for (int shift = 0; shift < 32; shift += 8) {
        bytes_.push_back(static_cast<char>(word >> shift));
      }
    }
  }
  if (reader_.ReadBytes(bytes_, &module_, &diagnostics_) &&
      validator_.Validate(module_, c.options, &diagnostics_)) {
    outcome->verdict = Verdict::kAccepted;
  }
}

void CaseRunner::Describe(const ConformanceCase& c, const Module& module,
                          bool render, CaseOutcome* outcome) {
  diagnostics_.Sort();
  DiagnosticPrinterOptions options;
  options.file = c.id;
  if (render) {
    outcome->rendered = PrintDiagnostics(module, diagnostics_, options);
  }
  // Nobody asks what was said where the verdicts agree, but for the line that
  // an error of assembly names.
  if (c.kind == ConformanceCase::Kind::kValidation && !render &&
      Compare(c, *outcome) == Comparison::kAgrees) {
    return;
  }
  options.format = DiagnosticFormat::kJson;
  options.max_diagnostics = kMaxMessages;
  const std::string lines = PrintDiagnostics(module, diagnostics_, options);
  for (absl::string_view line :
       absl::StrSplit(lines, '\n', absl::SkipEmpty())) {
    const json d = json::parse(line.begin(), line.end());
    if (outcome->line == 0 && d["severity"] == "error") {
      outcome->line = d.value("line", 0u);
    }
    std::string place;
    for (const char* unit : {"line", "instruction"}) {
      if (d.contains(unit)) {
        absl::StrAppend(&place, unit, " ", d[unit].dump(), ": ");
      }
    }
    outcome->messages.push_back(
        absl::StrCat(place, d["severity"].get<std::string>(), ": ",
                     d["message"].get<std::string>(), " [",
                     d["rule"].get<std::string>(), "]"));
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

// Fuzzes the assembler, also with hexadecimal text.  The first byte selects the
// target environment and the dialect; the text is the rest.
#include <string>
#include <utility>

#include "api/session.h"
#include "core/target_env.h"
#include "testdata/fuzz/fuzz_input.h"
#include "testdata/fuzz/fuzz_target.h"
#include "testdata/fuzz/properties.h"

namespace plumb {
namespace {

constexpr size_t kMaxSize = 1 << 16;

// The binary of a text has its errors, but for suppressions.
void CheckBinary(const Session& session, const Findings& expected) {
  const std::string binary = session.Binary();
  SessionOptions options = session.options();
  options.env = session.env();
  options.format = InputFormat::kBinary;
  Session of_binary(std::move(options));
  const absl::StatusOr<Verdict> verdict = of_binary.Run(binary);
  Require(verdict.ok() && *verdict != Verdict::kMalformed,
          "the binary of a text can be read");
  Require(of_binary.Binary() == binary, "a binary is written as it is read");
  RequireSame(FindingsOfRules(FindingsOf(of_binary.diagnostics())),
              FindingsOfRules(expected), "the binary of a text has its errors");
}

}  // namespace

void FuzzText(absl::string_view input) {
  if (input.empty() || input.size() > kMaxSize) return;
  const auto choice = static_cast<uint8_t>(input[0]);
  input.remove_prefix(1);
  SessionOptions options;
  options.env = static_cast<TargetEnv>(choice % kTargetEnvCount);
  options.text.extended = choice >= 128;
  options.text.has_suppressions = choice % 4 == 0;
  options.max_diagnostics = 0;
  options.rules.reports_pedantic = true;
  // Trying the fixes takes a run for each.
  options.checks_fixes = input.size() < 1000;
  Session session(options);
  const absl::StatusOr<Verdict> verdict = session.Run(input);
  if (!verdict.ok()) return;
  CheckReports(session, input);
  const Findings findings = FindingsOf(session.diagnostics());
  CheckRepetition(options, input, findings);
  if (*verdict == Verdict::kMalformed) return;
  if (!options.text.has_suppressions) CheckBinary(session, findings);
  CheckWithoutRule(options, input, findings, choice);
}

}  // namespace plumb

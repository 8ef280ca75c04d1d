// Fuzzes the reader of binaries, the validator, the disassembler, reports and
// drawings.
// The word of the header that names the generator selects the target
// environment.
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/report/text_report.h"
#include "api/session.h"
#include "cli/drawing/flow_chart.h"
#include "core/target_env.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "testdata/fuzz/documents.h"
#include "testdata/fuzz/fuzz_input.h"
#include "testdata/fuzz/fuzz_target.h"
#include "testdata/fuzz/properties.h"
#include "testdata/mutants.h"
#include "testdata/mutations.h"

namespace plumb {
namespace {

constexpr size_t kMaxSize = 1 << 16;
constexpr size_t kMaxDrawnSize = 1 << 11;
constexpr size_t kGeneratorWord = 2;

absl::string_view BytesOf(absl::Span<const uint32_t> words) {
  return {reinterpret_cast<const char*>(words.data()),
          words.size() * sizeof(uint32_t)};
}

// No capacity of diagnostics, so that none is left out.
SessionOptions OptionsFor(uint32_t generator) {
  SessionOptions options;
  options.env = static_cast<TargetEnv>(generator % kTargetEnvCount);
  options.max_diagnostics = 0;
  options.rules.reports_pedantic = true;
  options.checks_fixes = false;
  return options;
}

// The text of a module, with numbers for ids, has the same words and errors.
void CheckText(const Session& session, absl::string_view input,
               const Findings& expected) {
  DisassemblerOptions form;
  form.friendly_names = false;
  const std::string text = session.Text(form);
  SessionOptions options = session.options();
  options.text.preserve_numeric_ids = true;
  options.text.keep_generator = true;
  options.format = InputFormat::kText;
  options.text.has_suppressions = false;
  Session of_text(std::move(options));
  const absl::StatusOr<Verdict> verdict = of_text.Run(text);
  Require(verdict.ok(), "the text of a module can be read");
  if (*verdict == Verdict::kMalformed) {
    std::string errors;
    TextReport().Add(of_text.Report("text"), &errors);
    Require(false,
            absl::StrCat("the text of a module can be assembled:\n", errors));
  }
  Require(of_text.Binary() == input, "the text of a module has its words");
  RequireSame(FindingsOfRules(FindingsOf(of_text.diagnostics())),
              FindingsOfRules(expected), "the text of a module has its errors");
}

// With friendly names and all decorations of the text, too.
void CheckFriendlyText(const Session& session) {
  DisassemblerOptions form;
  form.comment = true;
  form.offsets = true;
  form.nested_indent = true;
  form.reorder_blocks = true;
  form.printable_strings = true;
  form.color = true;
  session.Text(form);
}

}  // namespace

void FuzzModule(absl::string_view input) {
  const std::vector<uint32_t> words = FuzzInput(input).TakeRestAsWords();
  if (words.size() > kMaxSize) return;
  const absl::string_view bytes = BytesOf(words);
  const uint32_t generator =
      words.size() > kGeneratorWord ? words[kGeneratorWord] : 0;
  const SessionOptions options = OptionsFor(generator);
  Session session(options);
  const absl::StatusOr<Verdict> verdict = session.Run(bytes);
  if (!verdict.ok()) return;
  CheckReports(session, bytes);
  CheckFriendlyText(session);
  const Findings findings = FindingsOf(session.diagnostics());
  CheckRepetition(options, bytes, findings);
  if (*verdict == Verdict::kMalformed) return;
  // A text without instructions is an error.
  if (words[0] == kMagicNumber && session.module().size() != 0) {
    CheckText(session, bytes, findings);
  }
  CheckWithoutRule(options, bytes, findings, generator / 64);
  CheckEquivalents(session, findings, generator);
  CheckAsPipeline(options, bytes);
  if (words.size() <= kMaxDrawnSize) {
    CheckDrawing(drawing::DrawModule(session.module(), session.diagnostics(),
                                     "file.spv"));
  }
}

std::optional<std::vector<uint32_t>> MutateModule(absl::string_view input,
                                                  uint32_t seed) {
  std::vector<uint32_t> words = FuzzInput(input).TakeRestAsWords();
  if (words.size() < 6 || words.size() > kMaxSize) return std::nullopt;
  switch (seed % 8) {
    case 0:
      words[kGeneratorWord] = seed / 8;
      return words;
    case 1:
      return Mutant(words, seed / 8);
    default:
      break;
  }
  Module module;
  DiagnosticList diagnostics;
  if (!BinaryReader().Read(words, &module, &diagnostics)) {
    return Mutant(words, seed / 8);
  }
  if (module.size() == 0) return std::nullopt;
  Mutation mutation = Mutate(IdGroups(module), seed / 8);
  if (mutation.words.empty()) return std::nullopt;
  return std::move(mutation.words);
}

}  // namespace plumb

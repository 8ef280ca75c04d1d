#include "cli/baseline_use.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "cli/input_file.h"
#include "cli/output_file.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

// A baseline can hold longer texts than a report.
constexpr size_t kMaxQuotedSize = 1000;

}  // namespace

absl::Status BaselineUse::Load() {
  if (options_.known.empty()) return absl::OkStatus();
  const absl::StatusOr<InputFile> file = InputFile::Open(options_.known);
  if (!file.ok()) return file.status();
  absl::StatusOr<Baseline> baseline = Baseline::Parse(file->bytes());
  if (!baseline.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file->name(), ": ", baseline.status().message()));
  }
  known_ = *std::move(baseline);
  return absl::OkStatus();
}

BaselineMatch BaselineUse::Match(InputReport* report) const {
  return known_.has_value() ? known_->Match(report) : BaselineMatch();
}

void BaselineUse::Note(const InputReport& report, const BaselineMatch& match) {
  if (is_writing()) found_.Add(report);
  known_count_ += match.known;
  for (const KnownViolation& violation : match.fixed) {
    AppendPrintable(report.file, &fixed_);
    absl::StrAppend(&fixed_, ": fixed: ");
    AppendPrintable(CutText(violation.message, kMaxQuotedSize), &fixed_);
    absl::StrAppend(&fixed_, " [");
    AppendPrintable(CutText(violation.rule, kMaxQuotedSize), &fixed_);
    absl::StrAppend(&fixed_, "]");
    if (violation.count > 1) {
      absl::StrAppend(&fixed_, ", ", violation.count, " times");
    }
    absl::StrAppend(&fixed_, "\n");
  }
}

absl::Status BaselineUse::Write(const OutputGuard& guard) const {
  if (!is_writing()) return absl::OkStatus();
  return WriteFileAtomically(options_.written, OutputKind::kBaseline,
                             found_.Text(), guard);
}

std::string BaselineUse::Text(absl::string_view program) const {
  std::string text = fixed_;
  if (known_.has_value()) {
    absl::StrAppend(&text, program, ": ",
                    Counted(known_count_, "known violation"), "\n");
  }
  if (is_writing()) {
    absl::StrAppend(&text, program, ": ",
                    Counted(found_.violation_count(), "violation"), " of ",
                    Counted(found_.file_count(), "input"), " written to ",
                    PrintableText(options_.written), "\n");
  }
  return text;
}

}  // namespace plumb

#include "cli/baseline_use.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/input_file.h"
#include "cli/output_file.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

// A baseline can hold longer texts than a report.
constexpr size_t kMaxQuotedSize = 1000;

namespace fs = std::filesystem;

// The absolute path of the folder that a file is in; empty if there is none.
std::string FolderOf(const std::string& file) {
  if (file.empty()) return "";
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  return error ? "" : path.lexically_normal().parent_path().string();
}

}  // namespace

bool BaselineOptions::IsUpdate() const {
  return !known.empty() && !written.empty() &&
         fs::path(known).lexically_normal() ==
             fs::path(written).lexically_normal();
}

BaselineUse::BaselineUse(const BaselineOptions& options)
    : options_(options), found_(FolderOf(options.written)) {}

absl::Status BaselineUse::Load() {
  if (options_.known.empty()) return absl::OkStatus();
  const absl::StatusOr<InputFile> file = InputFile::Open(options_.known);
  if (!file.ok()) return file.status();
  absl::StatusOr<Baseline> baseline =
      Baseline::Parse(file->bytes(), FolderOf(options_.known));
  if (!baseline.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file->name(), ": ", baseline.status().message()));
  }
  known_ = *std::move(baseline);
  return absl::OkStatus();
}

BaselineMatch BaselineUse::Match(InputReport* report) const {
  if (!known_.has_value()) return BaselineMatch();
  if (!is_writing()) return known_->Match(report);
  InputReport copy = *report;
  return known_->Match(&copy);
}

void BaselineUse::Note(const InputReport& report, const BaselineMatch& match) {
  if (is_writing()) found_.Add(report);
  if (!known_.has_value()) return;
  seen_.insert(known_->KeyOf(report.file));
  known_count_ += match.known;
  for (const KnownViolation& violation : match.fixed) {
    NoteFixed(report.file, violation);
  }
}

void BaselineUse::NoteFixed(absl::string_view file,
                            const KnownViolation& violation) {
  AppendPrintable(file, &fixed_);
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

// Violations of a file that is gone do not occur any more.  A key with
// replaced characters does not tell whether there is a file.
void BaselineUse::NoteOtherFiles() {
  const fs::path folder = FolderOf(options_.known);
  for (const auto& [key, violations] : known_->files()) {
    if (seen_.contains(key)) continue;
    std::error_code error;
    const bool is_gone = !absl::StrContains(key, "<") &&
                         !fs::exists(folder / key, error) && !error;
    if (is_gone) gone_.insert(key);
    for (const KnownViolation& violation : violations) {
      if (is_gone) {
        NoteFixed(key, violation);
      } else {
        other_count_ += violation.count;
      }
    }
  }
}

absl::Status BaselineUse::Write(const OutputGuard& guard) {
  if (known_.has_value()) NoteOtherFiles();
  if (!is_writing()) return absl::OkStatus();
  if (known_.has_value()) {
    found_.AddFrom(*known_, [this](const std::string& key) {
      return !seen_.contains(key) && !gone_.contains(key);
    });
  }
  return WriteFileAtomically(options_.written, OutputKind::kBaseline,
                             found_.Text(), guard);
}

std::string BaselineUse::Text(absl::string_view program) const {
  std::string text = fixed_;
  if (known_.has_value()) {
    absl::StrAppend(&text, program, ": ",
                    Counted(known_count_, "known violation"));
    if (other_count_ > 0) {
      absl::StrAppend(&text, "; ", other_count_,
                      " more of files that are not among the inputs");
    }
    absl::StrAppend(&text, "\n");
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

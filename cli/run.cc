// See run.h.
#include "cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/report/json_lines_report.h"
#include "api/report/text_report.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

// At least as many diagnostics are kept as are to be shown.
SessionOptions OptionsOfSession(const CommonOptions& options) {
  SessionOptions session = options.session;
  const size_t shown = options.max_errors;
  session.max_diagnostics =
      shown == 0 ? 0 : std::max(shown, session.max_diagnostics);
  return session;
}

std::unique_ptr<ReportWriter> MakeWriter(const CommonOptions& options) {
  if (options.format == ReportFormat::kJson) {
    return std::make_unique<JsonLinesReport>();
  }
  return std::make_unique<TextReport>(
      TextReportOptions{.color = UseColor(options.color, STDERR_FILENO),
                        .total_of_valid = options.total_of_valid});
}

}  // namespace

Run::Run(absl::string_view program, const CommonOptions& options)
    : program_(program),
      format_(options.format),
      json_on_stderr_(options.json_on_stderr),
      max_shown_(options.max_errors),
      session_(OptionsOfSession(options)),
      writer_(MakeWriter(options)) {}

bool Run::Open(const std::string& path) {
  absl::StatusOr<InputFile> file = InputFile::Open(path);
  if (!file.ok()) {
    AddUnreadable(path, file.status().message());
    return false;
  }
  file_ = *std::move(file);
  return true;
}

void Run::AddUnreadable(absl::string_view path, absl::string_view message) {
  Complain(program_, message);
  Begin();
  writer_->AddUnreadable(path, message, &out_);
  Print();
}

std::optional<Verdict> Run::Judge() {
  const absl::StatusOr<Verdict> verdict = session_.Run(file_->bytes());
  if (verdict.ok()) return *verdict;
  const absl::string_view message = verdict.status().message();
  AddUnreadable(file_->name(),
                absl::IsFailedPrecondition(verdict.status())
                    ? absl::StrCat("--spec: ", file_->name(), ": ", message)
                    : absl::StrCat(file_->name(), ":", message));
  return std::nullopt;
}

void Run::Begin() {
  if (!begun_) writer_->Begin(&out_);
  begun_ = true;
}

bool Run::Report() {
  Begin();
  writer_->Add(session_.Report(file_->name(), max_shown_), &out_);
  return Print();
}

bool Run::Finish() {
  Begin();
  writer_->End(&out_);
  return Print();
}

bool Run::Print() {
  const std::string text = std::exchange(out_, {});
  if (text.empty()) return true;
  if (format_ == ReportFormat::kJson && !json_on_stderr_) {
    return PrintToStdout(program_, text);
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
  return true;
}

}  // namespace plumb

#include "cli/report_outputs.h"

#include <cstdio>
#include <utility>

#include "absl/algorithm/container.h"
#include "cli/report_formats.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

bool IsText(ReportFormat format) {
  return format == ReportFormat::kText || format == ReportFormat::kConcise;
}

}  // namespace

ReportOutputs::ReportOutputs(absl::string_view program,
                             const CommonOptions& options, OutputGuard* guard,
                             Progress* progress)
    : program_(program),
      is_on_stderr_(options.report_on_stderr),
      guard_(guard),
      progress_(progress) {
  const auto add = [&](ReportFormat format, const std::string& path) {
    Output output = {format, path, nullptr, nullptr, ""};
    output.writer = MakeReportWriter(program, options, format,
                                     /*to_terminal=*/path.empty());
    outputs_.push_back(std::move(output));
  };
  if (!HasMainReportFile(options) && !options.quiet) add(options.format, "");
  for (const ReportFile& report : options.reports) {
    add(report.format.value_or(options.format), report.path);
  }
}

absl::Status ReportOutputs::Open() {
  for (Output& output : outputs_) {
    if (output.path.empty()) continue;
    const OutputKind kind = KindOfReport(output.format);
    if (absl::Status s = guard_->AddOutput(output.path, kind); !s.ok()) {
      return s;
    }
  }
  for (Output& output : outputs_) {
    if (output.path.empty()) continue;
    output.file = std::make_unique<PendingFile>(*guard_);
    const absl::Status opened =
        output.file->Open(output.path, KindOfReport(output.format));
    if (!opened.ok()) return opened;
  }
  return absl::OkStatus();
}

void ReportOutputs::Begin() {
  for (Output& output : outputs_) output.writer->Begin(&output.text);
}

bool ReportOutputs::Add(const InputReport& report) {
  for (Output& output : outputs_) output.writer->Add(report, &output.text);
  return Write();
}

bool ReportOutputs::AddUnreadable(absl::string_view name,
                                  absl::string_view message) {
  for (Output& output : outputs_) {
    output.writer->AddUnreadable(name, message, &output.text);
  }
  return Write();
}

bool ReportOutputs::End() {
  if (is_broken_) return false;
  for (Output& output : outputs_) output.writer->End(&output.text);
  return Write();
}

bool ReportOutputs::Write() {
  for (Output& output : outputs_) {
    if (output.text.empty()) continue;
    const std::string text = std::exchange(output.text, {});
    if (output.file == nullptr) {
      is_broken_ = !WriteToTerminal(output, text) || is_broken_;
      continue;
    }
    const absl::Status written = output.file->Append(text);
    if (written.ok()) continue;
    Complain(program_, written.message());
    is_broken_ = true;
  }
  return !is_broken_;
}

bool ReportOutputs::WriteToTerminal(const Output& output,
                                    absl::string_view text) {
  progress_->Hide();
  if (IsText(output.format)) {
    PrintToStderr(text);
    return true;
  }
  if (!is_on_stderr_) return PrintToStdout(program_, text);
  std::fwrite(text.data(), 1, text.size(), stderr);
  return true;
}

absl::Status ReportOutputs::Commit() {
  for (Output& output : outputs_) {
    if (output.file == nullptr) continue;
    if (absl::Status s = output.file->Commit(); !s.ok()) return s;
  }
  return absl::OkStatus();
}

}  // namespace plumb

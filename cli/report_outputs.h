// The reports of a run: one on the terminal or in a file, and others in files
// (--format and --report).
//
//   ReportOutputs outputs("spv-val", options, &guard, &progress);
//   if (absl::Status s = outputs.Open(); !s.ok()) ...
//   outputs.Begin();
//   for (...) outputs.Add(report);
//   outputs.End();
//   absl::Status written = outputs.Commit();
//
// What was appended is written at once, so that memory holds one report at a
// time.  Files appear when they are complete.
//
// Tested by testdata/cli/batch_formats.case.
#ifndef PLUMB_CLI_REPORT_OUTPUTS_H_
#define PLUMB_CLI_REPORT_OUTPUTS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/progress.h"

namespace plumb {

class ReportOutputs {
 public:
  // `program` is the prefix of messages; it and the pointers must outlive this.
  ReportOutputs(absl::string_view program, const CommonOptions& options,
                OutputGuard* guard, Progress* progress);

  // Opens the files.
  absl::Status Open();

  void Begin();
  // Each returns false if something could not be written, with a message on
  // standard error; the caller must stop then.
  bool Add(const InputReport& report);
  bool AddUnreadable(absl::string_view name, absl::string_view message);
  bool End();

  // Gives the files their names.
  absl::Status Commit();

 private:
  struct Output {
    ReportFormat format;
    std::string path;  // empty: the terminal
    std::unique_ptr<ReportWriter> writer;
    std::unique_ptr<PendingFile> file;  // null: the terminal
    std::string text;                   // that is to be written
  };

  bool Write();
  bool WriteToTerminal(const Output& output, absl::string_view text);

  const absl::string_view program_;
  const bool is_on_stderr_;
  OutputGuard* const guard_;
  Progress* const progress_;
  std::vector<Output> outputs_;
  bool is_broken_ = false;
};

}  // namespace plumb

#endif  // PLUMB_CLI_REPORT_OUTPUTS_H_

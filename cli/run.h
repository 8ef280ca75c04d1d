// A program's way through its inputs: files opened, judged by a session, and
// reported on.
//
//   Run run("spv-val", options);
//   if (run.Open("a.spvasm") && run.Judge().has_value()) run.Report();
//   run.Finish();
//
// What goes wrong on the way is said on standard error.
//
// Tested by testdata/cli.
#ifndef PLUMB_CLI_RUN_H_
#define PLUMB_CLI_RUN_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "api/session.h"
#include "cli/input_file.h"
#include "cli/options.h"

namespace plumb {

class Run {
 public:
  // `program` is what messages begin with; it must outlive this.
  Run(absl::string_view program, const CommonOptions& options);

  // Opens a file, or standard input for "-".  False if it cannot be read, which
  // is said.
  bool Open(const std::string& path);
  // Says of an input that it cannot be read, and why.
  void AddUnreadable(absl::string_view path, absl::string_view message);
  const InputFile& file() const { return *file_; }

  // Has the session judge the open file.  Nothing if that is not possible.
  std::optional<Verdict> Judge();
  const Session& session() const { return session_; }

  // Prints what was found in the open file, in the chosen format.  False if
  // that is not possible.
  bool Report();
  // Ends the report, after the last input.
  bool Finish();

 private:
  void Begin();
  bool Print();

  absl::string_view program_;
  ReportFormat format_;
  bool json_on_stderr_;
  uint32_t max_shown_;
  Session session_;
  std::unique_ptr<ReportWriter> writer_;
  bool begun_ = false;
  std::string out_;  // what the writer wrote
  std::optional<InputFile> file_;
};

}  // namespace plumb

#endif  // PLUMB_CLI_RUN_H_

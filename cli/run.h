// Runs a program over its inputs: opens files, validates several in parallel,
// and reports on them in the order of the command line.
//
//   Run run("spv-val", options);
//   return run.Execute(
//       inputs, {.make = [](const ValidatedInput& input) { ... }});
//
// Problems are printed on standard error.  An unreadable or unwritable file
// does not keep others from being processed; an interruption (Control-C) ends
// the run with a complete report on the inputs processed so far.
//
// Tested by testdata/cli.
#ifndef PLUMB_CLI_RUN_H_
#define PLUMB_CLI_RUN_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/report/report_writer.h"
#include "api/session.h"
#include "cli/baseline_use.h"
#include "cli/batch_summary.h"
#include "cli/exit_status.h"
#include "cli/input_file.h"
#include "cli/input_list.h"
#include "cli/interruption.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/progress.h"
#include "cli/report_outputs.h"
#include "cli/result_cache.h"

namespace plumb {

struct ValidatedInput {
  const Input& input;
  const InputFile& file;
  // The session that validated the input; null if the report is from --cache.
  const Session* session;
  Verdict verdict;
};

// The output of a program for an input.
struct InputOutput {
  std::string printed;  // for standard output, after the report
  // Makes more for standard output, in parts; called after the report.  Only
  // for a single input, whose session is not used for another one before.
  std::function<void(WritePart write)> print = nullptr;
  absl::Status status;      // why it could not be made
  bool with_report = true;  // on what was found in the input
  std::string written;      // the file that was written, if one was
  // The verdict for the exit status, if not the session's.
  std::optional<Verdict> verdict;
};

// What a program does with its inputs.  Called by several threads in parallel.
struct InputHandler {
  // Returns an error for inputs of a kind that the program does not accept.
  std::function<absl::Status(const InputFile& file)> accept = nullptr;
  std::function<InputOutput(const ValidatedInput& input)> make = nullptr;
};

class Run {
 public:
  // `program` is the prefix of messages; it and `guard` must outlive this.  The
  // guard knows the inputs; outputs of the options are added to it.
  Run(absl::string_view program, const CommonOptions& options,
      OutputGuard* guard);

  // The worst status of all inputs: one that cannot be read is worse than one
  // that is invalid.
  int Execute(const InputList& list, const InputHandler& handler);

 private:
  struct WorkItem;
  struct Outcome;
  struct Worker;

  static Outcome OutOfMemoryOutcome(const std::string& path);
  absl::Status Prepare();
  size_t ProcessAll(const InputList& list, const InputHandler& handler,
                    const Interruption& interruption);
  void Process(const WorkItem& item, const InputHandler& handler,
               Worker* worker, Outcome* outcome);
  absl::Status ValidateFile(const Input& input, const InputFile& file,
                            const InputHandler& handler, Worker* worker,
                            Outcome* outcome);
  absl::Status GetReport(const InputFile& file, Session* session,
                         Outcome* outcome);
  absl::Status ValidateBytes(const std::string& name, absl::string_view bytes,
                             size_t max_shown, Session* session,
                             Outcome* outcome) const;
  absl::Status Fix(const Input& input, Worker* worker, Outcome* outcome) const;
  bool LoadCachedReport(const ResultCache::Key& key, const std::string& name,
                        Outcome* outcome) const;
  void RemoveKnownViolations(Outcome* outcome) const;
  bool Emit(const Outcome& outcome);
  bool Print(const InputOutput& made);
  bool EmitFixes(const Outcome& outcome);
  void AddUnreadable(absl::string_view name, absl::string_view message);
  bool Finish();
  void SetExitStatus(ExitStatus status);
  // Diagnostics to keep of an input before known violations are removed.
  size_t shown_at_first() const {
    return baseline_.is_on() ? 0 : options_.max_errors;
  }

  const absl::string_view program_;
  const CommonOptions options_;
  OutputGuard* const guard_;
  Progress progress_;
  ReportOutputs reports_;
  BaselineUse baseline_;
  ResultCache cache_;
  BatchSummary summary_;
  int status_ = kExitValid;
};

}  // namespace plumb

#endif  // PLUMB_CLI_RUN_H_

// A program's way through its inputs: files opened, judged by sessions, several
// at a time, and reported on in the order of the command line.
//
//   Run run("spv-val", options);
//   return run.Do(inputs, {.make = [](const JudgedInput& input) { ... }});
//
// What goes wrong on the way is said on standard error.  Of several inputs,
// one that cannot be read or written does not keep the others from being
// looked at; an interruption (Control-C) ends the work with what is done, and
// with a report that is whole.
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
#include "cli/result_cache.h"

namespace plumb {

struct JudgedInput {
  const Input& input;
  const InputFile& file;
  // What it was judged by, if it was: not if what was found is from --cache.
  const Session* session;
  Verdict verdict;
};

// What a program makes of an input.
struct Made {
  std::string printed;      // for standard output, after the report
  absl::Status status;      // why it could not be made
  bool with_report = true;  // on what was found in the input
  // What counts for the exit status, if not the session's verdict.
  std::optional<Verdict> verdict;
};

// What a program does with its inputs.  Called by several threads at a time.
struct Job {
  // Whether an input is of the kind that the program takes; else why not.
  std::function<absl::Status(const InputFile& file)> accept = nullptr;
  std::function<Made(const JudgedInput& input)> make = nullptr;
};

class Run {
 public:
  // `program` is what messages begin with; it and `guard` must outlive this.
  // The guard knows the inputs; outputs that the options name are added to it.
  Run(absl::string_view program, const CommonOptions& options,
      OutputGuard* guard);

  // The worst status of all inputs: one that cannot be read is worse than one
  // that is invalid.
  int Do(const InputList& list, const Job& job);

 private:
  struct Turn;
  struct Outcome;
  struct Worker;

  static Outcome OutOfMemory(const std::string& path);
  absl::Status Prepare();
  size_t JudgeAll(const InputList& list, const Job& job,
                  const Interruption& interruption);
  void Judge(const Turn& turn, const Job& job, Worker* worker,
             Outcome* outcome);
  absl::Status JudgeFile(const Input& input, const InputFile& file,
                         const Job& job, Session* session, Outcome* outcome);
  absl::Status Look(const InputFile& file, Session* session, Outcome* outcome);
  absl::Status Ask(const InputFile& file, size_t max_shown, Session* session,
                   Outcome* outcome) const;
  bool TakeKept(const ResultCache::Key& key, const std::string& name,
                Outcome* outcome) const;
  void TakeKnownOut(Outcome* outcome) const;
  bool Take(const Outcome& outcome);
  void AddUnreadable(absl::string_view name, absl::string_view message);
  bool Print();
  bool Finish();
  void Raise(ExitStatus status);
  // Diagnostics to keep of an input before what is known is taken out.
  size_t shown_at_first() const {
    return baseline_.is_on() ? 0 : options_.max_errors;
  }

  const absl::string_view program_;
  const CommonOptions options_;
  OutputGuard* const guard_;
  const std::unique_ptr<ReportWriter> writer_;
  PendingFile report_file_;
  bool is_report_broken_ = false;  // a part could not be written
  std::string out_;                // what the writer wrote
  BaselineUse baseline_;
  ResultCache cache_;
  BatchSummary summary_;
  Progress progress_;
  int status_ = kExitValid;
};

}  // namespace plumb

#endif  // PLUMB_CLI_RUN_H_

// See run.h.
#include "cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <new>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/batch/ordered_work.h"
#include "api/input_format.h"
#include "api/report/report_codec.h"
#include "api/text_fixer.h"
#include "cli/read_ahead.h"
#include "cli/terminal.h"
#include "cli/unified_diff.h"
#include "parse/printable_text.h"
#include "validate/registry.h"

namespace plumb {
namespace {

// At least as many diagnostics are kept as are to be shown.
SessionOptions OptionsOfSession(const CommonOptions& options, int jobs) {
  SessionOptions session = options.session;
  const size_t shown = options.max_errors;
  session.max_diagnostics =
      shown == 0 ? 0 : std::max(shown, session.max_diagnostics);
  session.validator.jobs = jobs;
  return session;
}

// The message of a session's error for an input.
std::string Refusal(const std::string& name, const absl::Status& status) {
  return absl::IsFailedPrecondition(status)
             ? absl::StrCat("--spec: ", name, ": ", status.message())
             : absl::StrCat(name, ":", status.message());
}

}  // namespace

// An input and its position among the others.
struct Run::WorkItem {
  const std::vector<Input>& inputs;
  size_t number;
  ReadAhead& ahead;
};

// The reusable state of a thread.
struct Run::Worker {
  std::unique_ptr<Session> session;  // made by the thread that uses it
  InputFile file;
  std::string fixed_text;  // instead of the file's bytes
};

// The result of an input.
struct Run::Outcome {
  absl::Status readable;  // why there is no verdict
  Verdict verdict = Verdict::kValid;
  InputReport report;  // names the file, whatever came of it
  BaselineMatch match;
  InputOutput made;
  InputCost cost;
  size_t fix_count = 0;     // that were applied to the file
  std::string diff;         // that --diff prints
  absl::Status fix_status;  // why the file could not be fixed

  // Clears everything, but keeps memory that every input uses.
  void Clear() {
    readable = absl::OkStatus();
    verdict = Verdict::kValid;
    if (report.error_count + report.warning_count + report.pedantic_count +
            report.suppressed_count >
        0) {
      report = {};
    }
    report.file.clear();
    match = {};
    made = {};
    cost = {};
    fix_count = 0;
    diff.clear();
    fix_status = absl::OkStatus();
  }
};

// The result of an input that ran out of memory.
Run::Outcome Run::OutOfMemoryOutcome(const std::string& path) {
  Outcome outcome;
  outcome.report.file = path;
  outcome.readable = absl::ResourceExhaustedError(
      absl::StrCat("'", path, "' requires more memory than there is"));
  return outcome;
}

Run::Run(absl::string_view program, const CommonOptions& options,
         OutputGuard* guard)
    : program_(program),
      options_(options),
      guard_(guard),
      reports_(program, options, guard, &progress_),
      baseline_(options.baseline) {}

absl::Status Run::Prepare() {
  const absl::Status allowed =
      guard_->AddOutput(options_.baseline.written, OutputKind::kBaseline);
  if (!allowed.ok()) return allowed;
  if (absl::Status s = baseline_.Load(); !s.ok()) return s;
  if (!options_.cache.folder.empty()) {
    absl::Status s = cache_.Open(options_.cache, options_.deciding);
    if (!s.ok()) return s;
    const std::string warning = cache_.Warning();
    if (!warning.empty()) Complain(program_, warning);
  }
  return reports_.Open();
}

int Run::Execute(const InputList& list, const InputHandler& handler) {
  if (absl::Status s = Prepare(); !s.ok()) {
    Complain(program_, s.message());
    return kExitTrouble;
  }
  reports_.Begin();
  for (const InputList::Error& error : list.errors) {
    AddUnreadable(error.name, error.status.message());
  }
  const Interruption interruption(list.is_batch);
  if (list.is_batch) progress_.Begin(list.inputs.size());
  const size_t taken = ProcessAll(list, handler, interruption);
  progress_.End();
  if (interruption.has_come()) {
    Complain(program_, absl::StrCat("interrupted after ", taken, " of ",
                                    list.inputs.size(), " inputs"));
    SetExitStatus(kExitInterrupted);
  }
  return Finish() ? status_ : std::max<int>(status_, kExitTrouble);
}

size_t Run::ProcessAll(const InputList& list, const InputHandler& handler,
                       const Interruption& interruption) {
  const size_t jobs = static_cast<size_t>(options_.session.validator.jobs);
  const size_t workers =
      std::clamp<size_t>(list.inputs.size(), 1, std::max<size_t>(jobs, 1));
  ReadAhead ahead(list.inputs);
  // Intentionally leaked: exiting the process is faster than freeing these.
  static auto* const kept = new std::deque<std::vector<Worker>>;
  std::vector<Worker>& all = kept->emplace_back(workers);
  const SessionOptions of_session = OptionsOfSession(
      options_, static_cast<int>(std::max<size_t>(jobs / workers, 1)));
  return WorkInOrder<Outcome>(
      {.pieces = list.inputs.size(), .workers = workers},
      [&](size_t piece, size_t worker, Outcome* outcome) {
        const WorkItem item = {list.inputs, piece, ahead};
        try {
          std::unique_ptr<Session>& session = all[worker].session;
          if (session == nullptr) {
            session = std::make_unique<Session>(of_session);
          }
          Process(item, handler, &all[worker], outcome);
        } catch (const std::bad_alloc&) {
          // The next input may need less than this one held.
          all[worker] = {};
          *outcome = OutOfMemoryOutcome(list.inputs[piece].path);
        }
      },
      [&](size_t, Outcome* outcome) {
        const bool go_on = Emit(*outcome) && !interruption.has_come();
        outcome->Clear();
        return go_on;
      });
}

void Run::Process(const WorkItem& item, const InputHandler& handler,
                  Worker* worker, Outcome* outcome) {
  const Input& input = item.inputs[item.number];
  const auto start = std::chrono::steady_clock::now();
  InputFile& file = worker->file;
  if (input.path == "-") NoteTerminalInput(program_);
  outcome->readable = file.Read(
      input.path, {.max_size = options_.max_size, .needs_rest = MayBeSpirv});
  const bool is_read = outcome->readable.ok();
  if (is_read) {
    item.ahead.Note(item.number, file.bytes().size(),
                    std::chrono::steady_clock::now() - start);
    outcome->readable = ValidateFile(input, file, handler, worker, outcome);
    outcome->cost.bytes = file.bytes().size();
  }
  if (!outcome->readable.ok()) {
    outcome->report.file = is_read ? file.name() : input.path;
  }
  if (!options_.summary) return;  // nobody asks
  outcome->cost.time = std::chrono::steady_clock::now() - start;
}

absl::Status Run::ValidateFile(const Input& input, const InputFile& file,
                               const InputHandler& handler, Worker* worker,
                               Outcome* outcome) {
  Session* const session = worker->session.get();
  if (handler.accept != nullptr) {
    if (absl::Status s = handler.accept(file); !s.ok()) return s;
  }
  const std::optional<TargetEnv> by_path =
      options_.env_of_path.Find(input.path);
  session->set_env(by_path.has_value() ? by_path : options_.session.env);
  if (absl::Status s = GetReport(file, session, outcome); !s.ok()) return s;
  if (options_.fix.is_on) {
    if (absl::Status s = Fix(input, worker, outcome); !s.ok()) return s;
  }
  RemoveKnownViolations(outcome);
  if (handler.make != nullptr) {
    outcome->made =
        handler.make({input, file, outcome->cost.is_kept ? nullptr : session,
                      outcome->verdict});
  }
  outcome->verdict = outcome->made.verdict.value_or(outcome->verdict);
  return absl::OkStatus();
}

// Gets the report on an input from the cache or a session.
absl::Status Run::GetReport(const InputFile& file, Session* session,
                            Outcome* outcome) {
  if (!cache_.is_open()) {
    return ValidateBytes(file.name(), file.bytes(), shown_at_first(), session,
                         outcome);
  }
  const ResultCache::Key key =
      cache_.KeyOf(file.bytes(), session->options().env);
  if (!LoadCachedReport(key, file.name(), outcome)) {
    absl::Status validated = ValidateBytes(file.name(), file.bytes(),
                                           /*max_shown=*/0, session, outcome);
    if (!validated.ok()) return validated;
    cache_.Store(key, EncodeReport(outcome->report));
  }
  CutReport(shown_at_first(), &outcome->report);
  return absl::OkStatus();
}

absl::Status Run::ValidateBytes(const std::string& name,
                                absl::string_view bytes, size_t max_shown,
                                Session* session, Outcome* outcome) const {
  const absl::StatusOr<Verdict> verdict = session->Run(bytes);
  if (!verdict.ok()) {
    return absl::InvalidArgumentError(Refusal(name, verdict.status()));
  }
  outcome->verdict = *verdict;
  const DiagnosticList& found = session->diagnostics();
  if (found.total_count() + found.suppressed_count() > 0) {
    outcome->report = session->Report(name, max_shown);
  } else {
    outcome->report = {};
    outcome->report.file = name;
  }
  return absl::OkStatus();
}

// Fixes an input that was validated, if it is a text and there are fixes.
absl::Status Run::Fix(const Input& input, Worker* worker,
                      Outcome* outcome) const {
  Session* const session = worker->session.get();
  const absl::string_view bytes = worker->file.bytes();
  if (session->format() != InputFormat::kText ||
      session->diagnostics().total_count() == 0) {
    return absl::OkStatus();
  }
  const std::string name = worker->file.name();
  FixedText fixed =
      FixText(session->options(), bytes, options_.fix.with_guesses);
  if (fixed.fix_count == 0) return absl::OkStatus();
  if (options_.fix.as_diff) {
    outcome->diff = UnifiedDiff(name, bytes, fixed.text);
    return absl::OkStatus();
  }
  outcome->fix_status = WriteFixedText(input.path, bytes, fixed.text);
  if (!outcome->fix_status.ok()) return absl::OkStatus();
  outcome->fix_count = fixed.fix_count;
  worker->fixed_text = std::move(fixed.text);
  return ValidateBytes(name, worker->fixed_text, shown_at_first(), session,
                       outcome);
}

bool Run::LoadCachedReport(const ResultCache::Key& key, const std::string& name,
                           Outcome* outcome) const {
  const std::optional<std::string> result = cache_.Find(key);
  if (!result.has_value()) return false;
  std::optional<InputReport> report = DecodeReport(*result, FindRule);
  if (!report.has_value()) return false;
  outcome->report = *std::move(report);
  outcome->report.file = name;
  outcome->verdict =
      outcome->report.error_count == 0 ? Verdict::kValid : Verdict::kInvalid;
  outcome->cost.is_kept = true;
  return true;
}

// Removes known violations before the report is cut.
void Run::RemoveKnownViolations(Outcome* outcome) const {
  if (!baseline_.is_on()) return;
  outcome->match = baseline_.Match(&outcome->report);
  if (baseline_.is_writing() || outcome->report.error_count == 0) {
    outcome->verdict = Verdict::kValid;
  }
  if (!baseline_.is_writing()) {
    CutReport(options_.max_errors, &outcome->report);
  }
}

// False if nothing can be printed any more.
bool Run::Emit(const Outcome& outcome) {
  if (!outcome.readable.ok()) {
    AddUnreadable(outcome.report.file, outcome.readable.message());
    progress_.Add();
    return true;
  }
  if (outcome.verdict != Verdict::kValid) SetExitStatus(kExitInvalid);
  summary_.Add(outcome.report, outcome.cost);
  baseline_.Note(outcome.report, outcome.match);
  if (outcome.made.with_report && !baseline_.is_writing()) {
    if (!reports_.Add(outcome.report)) {
      SetExitStatus(kExitTrouble);
      return false;
    }
  }
  if (!EmitFixes(outcome)) return false;
  if (!outcome.made.status.ok()) {
    progress_.Hide();
    Complain(program_, outcome.made.status.message());
    SetExitStatus(kExitTrouble);
  } else if (!Print(outcome.made)) {
    SetExitStatus(kExitTrouble);
    return false;
  }
  const std::string& written = outcome.made.written;
  if (options_.total_of_valid && !written.empty() &&
      !IsStandardOutput(written)) {
    progress_.Hide();
    PrintToStderr(absl::StrCat(PrintableText(outcome.report.file),
                               ": written to ", PrintableText(written), "\n"));
  }
  progress_.Add();
  return true;
}

// False if nothing can be printed any more.
bool Run::Print(const InputOutput& made) {
  bool is_printed = true;
  const auto print = [&](absl::string_view part) {
    is_printed = is_printed && PrintToStdout(program_, part);
  };
  if (made.printed.empty() && made.print == nullptr) return true;
  progress_.Hide();
  if (!made.printed.empty()) print(made.printed);
  if (made.print != nullptr) made.print(print);
  return is_printed;
}

// Prints what --fix did to an input.  False if nothing can be printed any more.
bool Run::EmitFixes(const Outcome& outcome) {
  if (outcome.fix_count > 0 && !options_.quiet) {
    progress_.Hide();
    PrintToStderr(absl::StrCat(
        PrintableText(outcome.report.file), ": ", outcome.fix_count,
        outcome.fix_count == 1 ? " fix" : " fixes", " applied\n"));
  }
  if (!outcome.fix_status.ok()) {
    progress_.Hide();
    Complain(program_, outcome.fix_status.message());
    SetExitStatus(kExitTrouble);
  }
  if (outcome.diff.empty()) return true;
  progress_.Hide();
  if (PrintToStdout(program_, ForLog(isatty(STDOUT_FILENO) != 0
                                         ? PrintableLines(outcome.diff)
                                         : outcome.diff))) {
    return true;
  }
  SetExitStatus(kExitTrouble);
  return false;
}

void Run::AddUnreadable(absl::string_view name, absl::string_view message) {
  progress_.Hide();
  Complain(program_, message);
  summary_.AddUnreadable();
  reports_.AddUnreadable(name, message);
  SetExitStatus(kExitTrouble);
}

void Run::SetExitStatus(ExitStatus status) {
  status_ = std::max<int>(status_, status);
}

bool Run::Finish() {
  if (!reports_.End()) return false;
  if (options_.summary) PrintToStderr(summary_.Text());
  if (absl::Status s = baseline_.Write(*guard_); !s.ok()) {
    Complain(program_, s.message());
    return false;
  }
  PrintToStderr(baseline_.Text(program_));
  if (!cache_.status().ok()) {
    Complain(program_, absl::StrCat("--cache: some results could not be kept: ",
                                    cache_.status().message()));
  }
  const absl::Status written = reports_.Commit();
  if (!written.ok()) Complain(program_, written.message());
  return written.ok();
}

}  // namespace plumb

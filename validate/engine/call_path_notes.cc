#include "validate/engine/call_path_notes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "validate/analysis/call_sites.h"
#include "validate/analysis/entry_point.h"

namespace plumb {
namespace {

// Calls that are shown; of a longer path those next to the instruction.
constexpr size_t kMaxCalls = 8;

Id IdOf(const Module& module, cfg::FunctionIndex f) {
  return module.record(module.functions()[f.value].first).result;
}

void NoteEntryPoint(const Module& module, InstIndex at,
                    DiagnosticBuilder report) {
  // The id appears in notes only, where poisoning does not matter.
  report.Note("it is reached from entry point {0}", Place::At(at),
              {EntryPoint(module, at).id()});
}

void NoteCalls(const Module& module, const EntryPaths& paths,
               cfg::FunctionIndex function, DiagnosticBuilder report) {
  const std::vector<CallSite> shown = paths.LastCalls(function, kMaxCalls);
  size_t left_out = paths.call_count(function) - shown.size();
  for (const CallSite& call : shown) {
    const Place place = Place::At(call.at);
    const Id caller = IdOf(module, call.caller);
    const Id callee = IdOf(module, call.callee);
    if (left_out > 0) {
      report.Note("after {0} more call{0s}, {1} calls {2} here", place,
                  {uint64_t{left_out}, caller, callee});
      left_out = 0;
    } else {
      report.Note("{0} calls {1} here", place, {caller, callee});
    }
  }
}

void AddOtherEntryPointsNote(const EntryPaths::OtherEntryPoints& others,
                             DiagnosticBuilder report) {
  if (others.count == 0) return;
  report.Note(others.at_least
                  ? "this also applies to at least {0} more entry point{0s}"
                  : "this also applies to {0} more entry point{0s}",
              Place::At(others.first), {others.count});
}

}  // namespace

void AddCallPathNotes(const Module& module, const EntryPaths& paths,
                      cfg::FunctionIndex function, DiagnosticBuilder report) {
  if (!report) return;
  const InstIndex at = paths.entry_point(function);
  if (at == kNoInst) return;
  NoteEntryPoint(module, at, report);
  NoteCalls(module, paths, function, report);
  AddOtherEntryPointsNote(paths.others(function), report);
}

void AddCallPathNotes(const ModuleContext& context, cfg::FunctionIndex function,
                      ModelSet models, DiagnosticBuilder report) {
  if (!report) return;
  AddCallPathNotes(context.module(), context.reach().PathsFrom(models),
                   function, report);
}

void AddCallPathNotes(const ModuleContext& context, cfg::FunctionIndex function,
                      grammar::ExecutionMode mode, DiagnosticBuilder report) {
  if (!report) return;
  const Module& module = context.module();
  const EntryPaths& paths = context.reach().PathsFrom(mode);
  const InstIndex at = paths.entry_point(function);
  if (at == kNoInst) return;
  const EntryFunction entry =
      context.entry_points().Get(EntryPoint(module, at).id());
  if (const ExecutionModeRow* const row = entry.Find(mode)) {
    report.Note("the execution mode is stated here", Place::At(row->at));
  }
  AddCallPathNotes(module, paths, function, report);
}

}  // namespace plumb

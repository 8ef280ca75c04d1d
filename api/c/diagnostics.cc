// The diagnostics of the last input as records.
//
// Tested by diagnostics_test.cc.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "absl/algorithm/container.h"
#include "api/c/call.h"
#include "api/c/session.h"
#include "api/resolve/resolved_diagnostic.h"

namespace plumb::c_api {
namespace {

uint32_t Narrow(size_t n) {
  constexpr size_t kMax = std::numeric_limits<uint32_t>::max();
  return static_cast<uint32_t>(std::min(n, kMax));
}

// What a place and an edit have in common.
template <typename Range>
void FillLines(const Range& range, auto* out) {
  out->line = Narrow(range.begin.line);
  out->column = Narrow(range.begin.column);
  out->end_line = Narrow(range.end.line);
  out->end_column = Narrow(range.end.column);
}

plumb_place PlaceOf(const ResolvedPlace& place) {
  plumb_place out = {};
  if (place.text.has_value()) {
    FillLines(*place.text, &out);
    out.character = Narrow(place.text->begin.character);
    out.end_character = Narrow(place.text->end.character);
  }
  constexpr ResolvedRange<uint32_t> kNowhere = {PLUMB_NONE, PLUMB_NONE};
  const ResolvedRange<uint32_t> offsets = place.offsets.value_or(kNowhere);
  out.offset = offsets.begin;
  out.end_offset = offsets.end;
  const ResolvedRange<uint32_t> words = place.words.value_or(kNowhere);
  out.word = words.begin;
  out.end_word = words.end;
  out.instruction = place.instruction.value_or(PLUMB_NONE);
  out.instruction_word = place.instruction_word.value_or(PLUMB_NONE);
  out.excerpt = ToString(place.excerpt.source);
  out.caret = ToString(place.excerpt.caret);
  return out;
}

plumb_source SourceOf(const ResolvedPosition& position) {
  plumb_source out = {};
  out.file = ToString(position.file);
  out.line = position.line;
  out.column = position.column;
  out.excerpt = out.caret = ToString("");
  return out;
}

plumb_diagnostic RecordOf(const ResolvedDiagnostic& d,
                          const std::string& reference) {
  plumb_diagnostic out = {};
  out.severity = SeverityOf(d.severity);
  out.is_follow_up = d.is_follow_up ? 1 : 0;
  out.rule = ToString(d.rule->id);
  out.section = ToString(d.rule->section);
  out.reference = ToString(reference);
  out.vuid = ToString(d.vuid);
  out.message = ToString(d.message);
  out.function = ToString(d.function);
  out.function_name = ToString(d.function_name);
  out.block = ToString(d.block);
  out.note_count = d.notes.size();
  out.source_count = d.source.has_value() ? 1 + d.source->inlined_at.size() : 0;
  out.edit_count = d.fix.has_value() ? d.fix->edits.size() : 0;
  out.is_fix_safe = d.fix.has_value() && d.fix->is_safe ? 1 : 0;
  return out;
}

plumb_result FailOfIndex(absl::string_view what) {
  return Fail(PLUMB_E_RANGE, what);
}

// Calls `get` with a diagnostic after `out` was checked.
template <typename T, typename Get>
plumb_result WithDiagnostic(plumb_session* session, size_t index, T* out,
                            const Get& get) {
  return WithInput(session, [&] {
    if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
      return result;
    }
    const InputReport& report = session->Report();
    if (index >= report.diagnostics.size()) {
      return FailOfIndex("the index of the diagnostic is out of range");
    }
    return get(report.diagnostics[index]);
  });
}

}  // namespace

extern "C" {

PLUMB_API plumb_result plumb_counts_get(plumb_session* session,
                                        plumb_counts* out) {
  return WithInput(session, [&] {
    if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
      return result;
    }
    const InputReport& report = session->Report();
    plumb_counts counts = {};
    counts.kept = report.diagnostics.size();
    counts.fixes = static_cast<size_t>(absl::c_count_if(
        report.diagnostics,
        [](const ResolvedDiagnostic& d) { return d.fix.has_value(); }));
    counts.errors = report.error_count;
    counts.warnings = report.warning_count;
    counts.pedantic = report.pedantic_count;
    counts.follow_ups = report.follow_ups_left_out;
    counts.suppressed = report.suppressed_count;
    return Store(counts, out);
  });
}

PLUMB_API plumb_result plumb_diagnostic_get(plumb_session* session,
                                            size_t index,
                                            plumb_diagnostic* out) {
  return WithDiagnostic(session, index, out, [&](const ResolvedDiagnostic& d) {
    return Store(RecordOf(d, session->ReferenceOf(*d.rule)), out);
  });
}

PLUMB_API plumb_result plumb_note_get(plumb_session* session, size_t index,
                                      size_t note, plumb_note* out) {
  return WithDiagnostic(session, index, out, [&](const ResolvedDiagnostic& d) {
    if (note >= d.notes.size()) {
      return FailOfIndex("the index of the note is out of range");
    }
    plumb_note record = {};
    record.message = ToString(d.notes[note].message);
    return Store(record, out);
  });
}

PLUMB_API plumb_result plumb_place_get(plumb_session* session, size_t index,
                                       size_t note, plumb_place* out) {
  return WithDiagnostic(session, index, out, [&](const ResolvedDiagnostic& d) {
    if (note == PLUMB_NO_NOTE) return Store(PlaceOf(d.place), out);
    if (note >= d.notes.size()) {
      return FailOfIndex("the index of the note is out of range");
    }
    return Store(PlaceOf(d.notes[note].place), out);
  });
}

PLUMB_API plumb_result plumb_source_get(plumb_session* session, size_t index,
                                        size_t level, plumb_source* out) {
  return WithDiagnostic(session, index, out, [&](const ResolvedDiagnostic& d) {
    if (!d.source.has_value() || level > d.source->inlined_at.size()) {
      return FailOfIndex("the level of the place is out of range");
    }
    if (level > 0) {
      return Store(SourceOf(d.source->inlined_at[level - 1]), out);
    }
    plumb_source record = SourceOf(d.source->position);
    record.excerpt = ToString(d.source->excerpt.source);
    record.caret = ToString(d.source->excerpt.caret);
    return Store(record, out);
  });
}

PLUMB_API plumb_result plumb_edit_get(plumb_session* session, size_t index,
                                      size_t edit, plumb_edit* out) {
  return WithDiagnostic(session, index, out, [&](const ResolvedDiagnostic& d) {
    if (!d.fix.has_value() || edit >= d.fix->edits.size()) {
      return FailOfIndex("the index of the edit is out of range");
    }
    const ResolvedEdit& resolved = d.fix->edits[edit];
    plumb_edit record = {};
    FillLines(resolved.text, &record);
    record.offset = resolved.offsets.begin;
    record.end_offset = resolved.offsets.end;
    record.replacement = ToString(resolved.replacement);
    return Store(record, out);
  });
}

}  // extern "C"

}  // namespace plumb::c_api

#include "api/resolve/diagnostic_resolver.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "api/resolve/arg_text.h"
#include "api/resolve/fix_finder.h"
#include "api/resolve/id_text.h"
#include "api/resolve/place_resolver.h"
#include "api/resolve/source_location.h"
#include "api/resolve/source_text.h"
#include "parse/printable_text.h"
#include "parse/text/id_suggestion.h"

namespace plumb {
namespace {

constexpr size_t kMaxNotes = 64;
// Limit for file names and replacements.
constexpr size_t kMaxTextSize = 1000;

class Resolver {
 public:
  Resolver(const Module& module, TargetEnv env)
      : module_(module),
        has_vuids_(Info(env).api == Api::kVulkan),
        ids_(module),
        places_(module, &ids_),
        sources_(module),
        source_text_(module),
        fixes_(module) {}

  ResolvedDiagnostic Resolve(const Diagnostic& diagnostic,
                             absl::Span<const Note> notes) {
    ResolvedDiagnostic resolved;
    resolved.rule = diagnostic.rule;
    if (has_vuids_) resolved.vuid = diagnostic.rule->vuid;
    resolved.severity = diagnostic.severity;
    resolved.is_follow_up = diagnostic.is_follow_up;
    InstIndex near;
    resolved.place =
        places_.Resolve(diagnostic.place, /*is_note=*/false, &near);
    resolved.message = MessageText(module_, diagnostic.rule->text,
                                   diagnostic.args, near, &ids_);
    AddLocation(sources_.At(near), &resolved);
    resolved.fix = fixes_.Find(diagnostic, notes);
    AddNotes(notes, &resolved);
    if (diagnostic.rule->fix.kind == Fix::Kind::kSpelling)
      AddSpelling(&resolved);
    if (resolved.fix.has_value() &&
        absl::c_any_of(resolved.fix->edits, [](const ResolvedEdit& edit) {
          return edit.replacement.size() > kMaxTextSize;
        })) {
      resolved.fix.reset();
    }
    return resolved;
  }

 private:
  // Adds the first notes; the last one counts the remaining ones.
  void AddNotes(absl::Span<const Note> notes, ResolvedDiagnostic* resolved) {
    const size_t count =
        notes.size() <= kMaxNotes ? notes.size() : kMaxNotes - 1;
    resolved->notes.reserve(std::min(notes.size(), kMaxNotes));
    for (const Note& note : notes.first(count)) AddNote(note, resolved);
    if (count == notes.size()) return;
    resolved->notes.push_back(
        {absl::StrCat(notes.size() - count, " more notes are not shown"), {}});
  }

  void AddNote(const Note& note, ResolvedDiagnostic* resolved) {
    InstIndex near;
    ResolvedNote last;
    last.place = places_.Resolve(note.place, /*is_note=*/!note.is_fix, &near);
    last.message = MessageText(module_, note.text, note.args, near, &ids_);
    if (note.is_fix && last.place.text.has_value()) {
      SetFix(last.place, note.args[0].text, !note.is_guess, resolved);
    }
    if (!last.message.empty()) resolved->notes.push_back(std::move(last));
  }

  // Sets a fix that replaces the text at a place.
  static void SetFix(const ResolvedPlace& place, absl::string_view replacement,
                     bool is_safe, ResolvedDiagnostic* resolved) {
    resolved->fix.emplace();
    resolved->fix->edits.push_back(
        {*place.text, *place.offsets, absl::StrCat(replacement)});
    resolved->fix->is_safe = is_safe;
  }

  // Adds the most similar id to the report of an undefined one.
  void AddSpelling(ResolvedDiagnostic* resolved) {
    if (!resolved->place.text.has_value() || spellings_left_ == 0) return;
    --spellings_left_;
    const auto [begin, end] = *resolved->place.offsets;
    const absl::string_view best = ClosestResult(
        module_, module_.text(), module_.text().substr(begin, end - begin),
        InstIndex(resolved->place.instruction.value_or(kNoInst.value)));
    if (best.empty() || best.size() > kMaxNameSize) return;
    SetFix(resolved->place, best, /*is_safe=*/false, resolved);
    resolved->notes.push_back(
        {absl::StrCat("did you mean ", PrintableText(best)), resolved->place});
  }

  void AddLocation(const SourceLocation& location,
                   ResolvedDiagnostic* resolved) {
    if (location.function != kNoId) {
      resolved->function = ids_.Text(location.function);
      resolved->function_name = CutText(location.function_name, kMaxNameSize);
    }
    if (location.block != kNoId) resolved->block = ids_.Text(location.block);
    if (!location.position.known()) return;
    ResolvedSource& source = resolved->source.emplace();
    source.position = Resolved(location.position);
    source.excerpt = ExcerptAt(location.position);
    for (const SourcePosition& call : location.inlined_at) {
      if (call.known()) source.inlined_at.push_back(Resolved(call));
    }
  }

  // The line of the embedded source, with a caret if the column is known.
  Excerpt ExcerptAt(const SourcePosition& position) {
    const absl::string_view line =
        source_text_.Line(position.file, position.line);
    if (line.empty()) return {};
    const size_t column = position.column == 0 ? 0 : position.column - 1;
    Excerpt excerpt = MakeExcerpt(line, column, column + 1);
    if (position.column == 0) excerpt.caret.clear();
    return excerpt;
  }

  static ResolvedPosition Resolved(const SourcePosition& position) {
    return {CutText(position.file, kMaxTextSize), position.line,
            position.column};
  }

  const Module& module_;
  bool has_vuids_;
  IdText ids_;
  PlaceResolver places_;
  SourceLocator sources_;
  SourceText source_text_;
  FixFinder fixes_;
  int spellings_left_ = 64;  // each looks at all ids
};

}  // namespace

std::vector<ResolvedDiagnostic> ResolveDiagnostics(
    const Module& module, const DiagnosticList& diagnostics, TargetEnv env,
    size_t max) {
  std::vector<ResolvedDiagnostic> resolved;
  const absl::Span<const Diagnostic> all = diagnostics.diagnostics();
  if (all.empty()) return resolved;
  const size_t count = max == 0 ? all.size() : std::min(max, all.size());
  SeverityCounts counts = CountsToShow(all, count);
  resolved.reserve(count);
  Resolver resolver(module, env);
  for (const Diagnostic& diagnostic : all) {
    size_t& left = counts[static_cast<size_t>(diagnostic.severity)];
    if (left == 0) continue;
    --left;
    resolved.push_back(
        resolver.Resolve(diagnostic, diagnostics.notes(diagnostic)));
  }
  return resolved;
}

}  // namespace plumb

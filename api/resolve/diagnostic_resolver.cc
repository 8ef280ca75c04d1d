#include "api/resolve/diagnostic_resolver.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
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

// What is known about one module.
struct ModuleTexts {
  explicit ModuleTexts(const Module& m)
      : module(m),
        ids(m),
        places(m, &ids),
        sources(m),
        source_text(m),
        fixes(m) {}

  const Module& module;
  IdText ids;
  PlaceResolver places;
  SourceLocator sources;
  SourceText source_text;
  FixFinder fixes;
};

class Resolver {
 public:
  Resolver(absl::Span<const NamedModule> modules, TargetEnv env)
      : modules_(modules),
        has_vuids_(Info(env).api == Api::kVulkan),
        texts_(modules.size()) {}

  ResolvedDiagnostic Resolve(const Diagnostic& diagnostic,
                             absl::Span<const Note> notes) {
    ModuleTexts& texts = TextsOf(diagnostic.place.module);
    ResolvedDiagnostic resolved;
    resolved.rule = diagnostic.rule;
    resolved.module = diagnostic.place.module;
    if (has_vuids_) resolved.vuid = diagnostic.rule->vuid;
    resolved.severity = diagnostic.severity;
    resolved.is_follow_up = diagnostic.is_follow_up;
    InstIndex near;
    resolved.place =
        texts.places.Resolve(diagnostic.place, /*is_note=*/false, &near);
    resolved.message = Message(diagnostic.rule->text, diagnostic.args,
                               diagnostic.place.module, near);
    AddLocation(&texts, texts.sources.At(near), &resolved);
    resolved.fix = texts.fixes.Find(diagnostic, notes);
    AddNotes(notes, &resolved);
    if (diagnostic.rule->fix.kind == Fix::Kind::kSpelling)
      AddSpelling(texts.module, &resolved);
    if (resolved.fix.has_value() &&
        absl::c_any_of(resolved.fix->edits, [](const ResolvedEdit& edit) {
          return edit.replacement.size() > kMaxTextSize;
        })) {
      resolved.fix.reset();
    }
    return resolved;
  }

 private:
  ModuleTexts& TextsOf(uint16_t module) {
    std::unique_ptr<ModuleTexts>& texts = texts_[module];
    if (texts == nullptr) {
      texts = std::make_unique<ModuleTexts>(*modules_[module].module);
    }
    return *texts;
  }

  std::string Message(absl::string_view text, const Args& args, uint16_t module,
                      InstIndex near) {
    return MessageText(
        [this](uint16_t number) {
          ModuleTexts& texts = TextsOf(number);
          return NamedIds{&texts.module, &texts.ids};
        },
        text, args, module, near);
  }

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
    const uint16_t module = note.place.module;
    InstIndex near;
    ResolvedNote last;
    last.place = TextsOf(module).places.Resolve(
        note.place, /*is_note=*/!note.is_fix, &near);
    last.message = Message(note.text, note.args, module, near);
    if (module != resolved->module) {
      last.file = absl::StrCat(modules_[module].file);
    }
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
  void AddSpelling(const Module& module, ResolvedDiagnostic* resolved) {
    if (!resolved->place.text.has_value() || spellings_left_ == 0) return;
    --spellings_left_;
    const auto [begin, end] = *resolved->place.offsets;
    const absl::string_view best = ClosestResult(
        module, module.text(), module.text().substr(begin, end - begin),
        InstIndex(resolved->place.instruction.value_or(kNoInst.value)));
    if (best.empty() || best.size() > kMaxNameSize) return;
    SetFix(resolved->place, best, /*is_safe=*/false, resolved);
    resolved->notes.push_back(
        {absl::StrCat("did you mean ", PrintableText(best)), resolved->place});
  }

  static void AddLocation(ModuleTexts* texts, const SourceLocation& location,
                          ResolvedDiagnostic* resolved) {
    if (location.function != kNoId) {
      resolved->function = texts->ids.Text(location.function);
      resolved->function_name = CutText(location.function_name, kMaxNameSize);
    }
    if (location.block != kNoId) {
      resolved->block = texts->ids.Text(location.block);
    }
    if (!location.position.known()) return;
    ResolvedSource& source = resolved->source.emplace();
    source.position = Resolved(location.position);
    source.excerpt = ExcerptAt(texts->source_text, location.position);
    for (const SourcePosition& call : location.inlined_at) {
      if (call.known()) source.inlined_at.push_back(Resolved(call));
    }
  }

  // The line of the embedded source, with a caret if the column is known.
  static Excerpt ExcerptAt(SourceText& source_text,
                           const SourcePosition& position) {
    const absl::string_view line =
        source_text.Line(position.file, position.line);
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

  absl::Span<const NamedModule> modules_;
  bool has_vuids_;
  std::vector<std::unique_ptr<ModuleTexts>> texts_;  // made on demand
  int spellings_left_ = 64;                          // each looks at all ids
};

}  // namespace

std::vector<ResolvedDiagnostic> ResolveDiagnostics(
    const Module& module, const DiagnosticList& diagnostics, TargetEnv env,
    size_t max) {
  const NamedModule only = {&module, ""};
  return ResolveDiagnostics(absl::MakeConstSpan(&only, 1), diagnostics, env,
                            max);
}

std::vector<ResolvedDiagnostic> ResolveDiagnostics(
    absl::Span<const NamedModule> modules, const DiagnosticList& diagnostics,
    TargetEnv env, size_t max) {
  std::vector<ResolvedDiagnostic> resolved;
  const absl::Span<const Diagnostic> all = diagnostics.diagnostics();
  if (all.empty()) return resolved;
  const size_t count = max == 0 ? all.size() : std::min(max, all.size());
  SeverityCounts counts = CountsToShow(all, count);
  resolved.reserve(count);
  Resolver resolver(modules, env);
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

#include "api/resolve/diagnostic_resolver.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/resolve/arg_text.h"
#include "api/resolve/id_text.h"
#include "api/resolve/place_resolver.h"
#include "api/resolve/source_location.h"

namespace plumb {
namespace {

class Resolver {
 public:
  explicit Resolver(const Module& module)
      : module_(module),
        ids_(module),
        places_(module, &ids_),
        sources_(module) {}

  ResolvedDiagnostic Resolve(const Diagnostic& diagnostic,
                             absl::Span<const Note> notes) {
    ResolvedDiagnostic resolved;
    resolved.rule = diagnostic.rule;
    resolved.severity = diagnostic.severity;
    InstIndex near;
    resolved.place =
        places_.Resolve(diagnostic.place, /*is_note=*/false, &near);
    resolved.message = MessageText(module_, diagnostic.rule->text,
                                   diagnostic.args, near, &ids_);
    AddLocation(sources_.At(near), &resolved);
    resolved.notes.reserve(notes.size());
    for (const Note& note : notes) {
      ResolvedNote& last = resolved.notes.emplace_back();
      last.place = places_.Resolve(note.place, /*is_note=*/true, &near);
      last.message = MessageText(module_, note.text, note.args, near, &ids_);
    }
    return resolved;
  }

 private:
  void AddLocation(const SourceLocation& location,
                   ResolvedDiagnostic* resolved) {
    if (location.function != kNoId) {
      resolved->function = ids_.Text(location.function);
      resolved->function_name = absl::StrCat(location.function_name);
    }
    if (location.block != kNoId) resolved->block = ids_.Text(location.block);
    if (location.has_line()) {
      resolved->source = {absl::StrCat(location.file), location.line,
                          location.column};
    }
  }

  const Module& module_;
  IdText ids_;
  PlaceResolver places_;
  SourceLocator sources_;
};

}  // namespace

std::vector<ResolvedDiagnostic> ResolveDiagnostics(
    const Module& module, const DiagnosticList& diagnostics, size_t max) {
  std::vector<ResolvedDiagnostic> resolved;
  const absl::Span<const Diagnostic> all = diagnostics.diagnostics();
  if (all.empty()) return resolved;
  const size_t count = max == 0 ? all.size() : std::min(max, all.size());
  resolved.reserve(count);
  Resolver resolver(module);
  for (const Diagnostic& diagnostic : all.first(count)) {
    resolved.push_back(
        resolver.Resolve(diagnostic, diagnostics.notes(diagnostic)));
  }
  return resolved;
}

}  // namespace plumb

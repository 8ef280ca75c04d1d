#include "parse/text/assembler_testing.h"

#include "absl/strings/str_cat.h"

namespace plumb {

std::string AssembleToText(absl::string_view text,
                           const AssembleOptions& options) {
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  if (!assembler.Assemble(text, options, &module, &diagnostics)) {
    return DumpErrors(text, diagnostics);
  }
  std::string dump;
  for (uint32_t word : module.words().subspan(kHeaderWords)) {
    absl::StrAppend(&dump, dump.empty() ? "" : " ", absl::Hex(word));
  }
  return dump;
}

std::string DumpErrors(absl::string_view text, const DiagnosticList& list) {
  std::string dump;
  for (const Diagnostic& d : list.diagnostics()) {
    size_t line = 1;
    size_t column = 1;
    for (char c : text.substr(0, d.place.begin)) {
      column = c == '\n' ? 1 : column + 1;
      line += c == '\n' ? 1 : 0;
    }
    absl::StrAppend(&dump, dump.empty() ? "" : "\n");
    if (d.place.kind == Place::Kind::kInput) {
      absl::StrAppend(&dump, line, ":", column, " ");
    }
    absl::StrAppend(&dump, d.rule->id);
    for (const Note& note : list.notes(d)) {
      if (note.text.empty()) continue;  // only a deletion
      absl::StrAppend(&dump, " -> ", note.args[0].text);
    }
  }
  return dump;
}

std::string ErrorsOf(absl::string_view text, const AssembleOptions& options) {
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  const bool good = assembler.Assemble(text, options, &module, &diagnostics);
  if (good != (diagnostics.error_count() == 0))
    return "verdict and errors disagree";
  return DumpErrors(text, diagnostics);
}

}  // namespace plumb

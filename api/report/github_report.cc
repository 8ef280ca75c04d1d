#include "api/report/github_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "api/report/place_parts.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

constexpr absl::string_view kLineFeed = "%0A";

// A line of the text of a command, escaped to stay on one line.
std::string Data(absl::string_view line) {
  return absl::StrReplaceAll(PrintableText(line), {{"%", "%25"}});
}

// The value of a property, in which commas and colons separate as well.
std::string Property(absl::string_view text) {
  return absl::StrReplaceAll(Data(text), {{":", "%3A"}, {",", "%2C"}});
}

// Whether the annotation is for the source that a binary was compiled from.
bool IsInSource(const ResolvedDiagnostic& diagnostic) {
  return !diagnostic.place.text.has_value() && diagnostic.source.has_value() &&
         !diagnostic.source->position.file.empty();
}

// The lines below the message: places that an annotation cannot show.
std::string Details(absl::string_view file,
                    const ResolvedDiagnostic& diagnostic) {
  std::string text;
  if (IsInSource(diagnostic)) {
    absl::StrAppend(&text, kLineFeed, "in ", Data(file));
  }
  const ResolvedPlace& place = diagnostic.place;
  if (!place.text.has_value() && place.instruction.has_value()) {
    absl::StrAppend(&text, kLineFeed, "at ", InstructionText(place), ", ",
                    Data(place.excerpt.source));
  }
  if (!diagnostic.function.empty()) {
    absl::StrAppend(&text, kLineFeed, "in function ",
                    Data(diagnostic.function));
    if (!diagnostic.block.empty()) {
      absl::StrAppend(&text, ", block ", Data(diagnostic.block));
    }
  }
  for (const ResolvedNote& note : diagnostic.notes) {
    absl::StrAppend(&text, kLineFeed, "note: ", Data(note.message));
    if (note.place.text.has_value()) {
      absl::StrAppend(&text, " (", Data(note.file),
                      note.file.empty() ? "" : ", ", "line ",
                      note.place.text->begin.line, ")");
    }
  }
  return text;
}

void AppendCommand(absl::string_view file, const ResolvedDiagnostic& diagnostic,
                   std::string* out) {
  const bool is_pedantic = diagnostic.severity == Severity::kPedantic;
  absl::StrAppend(
      out, "::", is_pedantic ? "notice" : SeverityText(diagnostic.severity));
  if (IsInSource(diagnostic)) {
    const ResolvedPosition& position = diagnostic.source->position;
    absl::StrAppend(out, " file=", Property(position.file),
                    ",line=", position.line);
    if (position.column != 0) absl::StrAppend(out, ",col=", position.column);
  } else {
    absl::StrAppend(out, " file=", Property(file));
  }
  if (diagnostic.place.text.has_value()) {
    const ResolvedRange<LineAndColumn>& range = *diagnostic.place.text;
    absl::StrAppend(out, ",line=", range.begin.line,
                    ",endLine=", range.end.line, ",col=", range.begin.column,
                    ",endColumn=", range.end.column);
  }
  absl::StrAppend(out, ",title=", Property(diagnostic.rule->id),
                  "::", Data(diagnostic.message), Details(file, diagnostic),
                  "\n");
}

}  // namespace

void GitHubReport::Add(const InputReport& report, std::string* out) {
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    AppendCommand(report.file, diagnostic, out);
  }
  if (report.is_incomplete()) {
    absl::StrAppend(out, "::notice file=", Property(report.file),
                    "::", Data(LeftOutText(report)), "\n");
  }
  if (report.suppressed_count > 0) {
    absl::StrAppend(out, "::notice file=", Property(report.file),
                    "::", SuppressedText(report), "\n");
  }
}

void GitHubReport::AddUnreadable(absl::string_view file,
                                 absl::string_view message, std::string* out) {
  absl::StrAppend(out, "::error file=", Property(file), "::", Data(message),
                  "\n");
}

}  // namespace plumb

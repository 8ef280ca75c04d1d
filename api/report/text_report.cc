#include "api/report/text_report.h"

#include "absl/base/attributes.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/report/place_parts.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

struct Palette {
  absl::string_view error, warning, note, bold, caret, dim, end;
};
constexpr Palette kNoColors = {};
constexpr Palette kColors = {"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m",
                             "\x1b[1m",    "\x1b[1;32m", "\x1b[2m",
                             "\x1b[0m"};

// "31:17:", "instruction 4 at 0x00000050 (word 21):", "word 21:", or nothing.
std::string PlaceText(const ResolvedPlace& place) {
  if (place.text.has_value()) return LineText(place);
  if (!place.words.has_value()) return "";
  const uint32_t word = place.words->begin;
  if (!place.instruction.has_value()) return absl::StrCat("word ", word, ":");
  return absl::StrCat(InstructionText(place), " at 0x",
                      absl::Hex(OffsetOf(place), absl::kZeroPad8), " (word ",
                      word, "):");
}

// Whether two places have the same caret.
bool IsSamePlace(const ResolvedPlace& a, const ResolvedPlace& b) {
  return a.excerpt.source == b.excerpt.source &&
         a.excerpt.caret == b.excerpt.caret && PlaceText(a) == PlaceText(b);
}

// Appends the report of one input.
class Printer {
 public:
  Printer(const InputReport& report, const TextReportOptions& options,
          std::string* out)
      : options_(options),
        palette_(options.color ? kColors : kNoColors),
        out_(out) {
    AppendPrintable(report.file, &file_);
  }

  void Append(const ResolvedDiagnostic& diagnostic) {
    const Rule& rule = *diagnostic.rule;
    AppendMessage(file_, diagnostic.place, SeverityText(diagnostic.severity),
                  ColorOf(diagnostic.severity), diagnostic.message,
                  absl::StrCat(rule.id, diagnostic.vuid.empty() ? "" : ", ",
                               diagnostic.vuid),
                  !options_.concise);
    if (options_.concise) return;
    for (const ResolvedNote& note : diagnostic.notes) {
      std::string other_file;
      AppendPrintable(note.file, &other_file);
      AppendMessage(
          note.file.empty() ? file_ : other_file, note.place, "note",
          palette_.note, note.message, "",
          !note.file.empty() || !IsSamePlace(note.place, diagnostic.place));
    }
    AppendDim(LocationText(diagnostic));
    if (diagnostic.source.has_value()) {
      AppendExcerpt(diagnostic.source->excerpt);
    }
    if (!rule.section.empty()) {
      AppendDim(SectionText(rule) + VersionsText(rule));
    }
    if (options_.link != nullptr) AppendDim(options_.link(rule));
  }

 private:
  void AppendMessage(absl::string_view file, const ResolvedPlace& place,
                     absl::string_view label, absl::string_view label_color,
                     absl::string_view message, absl::string_view rule,
                     bool with_excerpt = true);
  void AppendExcerpt(const Excerpt& excerpt);
  static std::string LocationText(const ResolvedDiagnostic& diagnostic);
  absl::string_view ColorOf(Severity severity) const {
    switch (severity) {
      case Severity::kPedantic:
        return palette_.note;
      case Severity::kWarning:
        return palette_.warning;
      case Severity::kError:
        break;
    }
    return palette_.error;
  }
  void AppendDim(absl::string_view line) {
    if (line.empty()) return;
    absl::StrAppend(out_, "  ", palette_.dim, line, palette_.end, "\n");
  }

  const TextReportOptions& options_;
  const Palette& palette_;
  std::string file_;
  std::string* out_;
};

void Printer::AppendMessage(absl::string_view file, const ResolvedPlace& place,
                            absl::string_view label,
                            absl::string_view label_color,
                            absl::string_view message, absl::string_view rule,
                            bool with_excerpt) {
  absl::StrAppend(out_, palette_.bold, file, ":", PlaceText(place),
                  palette_.end, " ", label_color, label, ":", palette_.end, " ",
                  palette_.bold, message, palette_.end);
  if (!rule.empty()) {
    absl::StrAppend(out_, " ", palette_.dim, "[", rule, "]", palette_.end);
  }
  out_->push_back('\n');
  if (with_excerpt) AppendExcerpt(place.excerpt);
}

void Printer::AppendExcerpt(const Excerpt& excerpt) {
  if (excerpt.source.empty()) return;
  // Indents a line that has no indentation, so that it stands out.
  const bool indent = !absl::ascii_isspace(excerpt.source[0]);
  const absl::string_view margin = indent ? "     " : "";
  absl::StrAppend(out_, margin, excerpt.source, "\n");
  if (excerpt.caret.empty()) return;
  absl::StrAppend(out_, margin, palette_.caret, excerpt.caret, palette_.end,
                  "\n");
}

void AppendPosition(const ResolvedPosition& position, std::string* text) {
  AppendPrintable(position.file, text);
  absl::StrAppend(text, ":", position.line);
  if (position.column != 0) absl::StrAppend(text, ":", position.column);
}

// "in function %4 (main), block %12; source: shader.frag:12:5", and perhaps
// ", inlined at main.frag:3".
std::string Printer::LocationText(const ResolvedDiagnostic& diagnostic) {
  std::string text;
  if (!diagnostic.function.empty()) {
    absl::StrAppend(&text, "in function ");
    AppendPrintable(diagnostic.function, &text);
    if (!diagnostic.function_name.empty() &&
        diagnostic.function.substr(1) != diagnostic.function_name) {
      absl::StrAppend(&text, " (");
      AppendPrintable(diagnostic.function_name, &text);
      absl::StrAppend(&text, ")");
    }
  }
  if (!diagnostic.block.empty()) {
    absl::StrAppend(&text, text.empty() ? "in block " : ", block ");
    AppendPrintable(diagnostic.block, &text);
  }
  if (diagnostic.source.has_value()) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", "source: ");
    AppendPosition(diagnostic.source->position, &text);
    for (const ResolvedPosition& call : diagnostic.source->inlined_at) {
      absl::StrAppend(&text, ", inlined at ");
      AppendPosition(call, &text);
    }
  }
  return text;
}

}  // namespace

void TextReport::Add(const InputReport& report, std::string* out) {
  if (!report.diagnostics.empty() || report.is_incomplete()) Print(report, out);
  ++(report.error_count == 0 ? valid_ : invalid_);
  errors_ += report.error_count;
  warnings_ += report.warning_count;
  pedantic_ += report.pedantic_count;
}

// Apart from Add(), where most inputs are only counted.
ABSL_ATTRIBUTE_NOINLINE
void TextReport::Print(const InputReport& report, std::string* out) const {
  Printer printer(report, options_, out);
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    printer.Append(diagnostic);
  }
  if (report.is_incomplete()) absl::StrAppend(out, LeftOutText(report), "\n");
}

void TextReport::AddUnreadable(absl::string_view /*file*/,
                               absl::string_view /*message*/,
                               std::string* /*out*/) {
  ++unreadable_;
}

// "3 inputs: 1 valid, 2 invalid; 5 errors, 1 warning".
void TextReport::End(std::string* out) {
  const size_t inputs = valid_ + invalid_ + unreadable_;
  const bool is_clean = inputs == valid_ && warnings_ + pedantic_ == 0;
  if (inputs < 2 || (is_clean && !options_.total_of_valid)) return;
  absl::StrAppend(out, inputs, " inputs: ", valid_, " valid");
  if (invalid_ > 0) absl::StrAppend(out, ", ", invalid_, " invalid");
  if (unreadable_ > 0) absl::StrAppend(out, ", ", unreadable_, " unreadable");
  if (errors_ + warnings_ + pedantic_ > 0) {
    absl::StrAppend(out, "; ", Counted(errors_, "error"), ", ",
                    Counted(warnings_, "warning"));
  }
  if (pedantic_ > 0) {
    absl::StrAppend(out, ", ", Counted(pedantic_, "pedantic diagnostic"));
  }
  absl::StrAppend(out, "\n");
}

}  // namespace plumb

#include "parse/diagnostic_printer.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "parse/arg_text.h"
#include "parse/id_text.h"
#include "parse/place_text.h"
#include "parse/source_excerpt.h"
#include "parse/source_location.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

struct Palette {
  absl::string_view error, warning, note, bold, caret, dim, end;
};
constexpr Palette kNoColors = {};
constexpr Palette kColors = {"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m",
                             "\x1b[1m",    "\x1b[1;32m", "\x1b[2m",
                             "\x1b[0m"};

absl::string_view SeverityText(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

// What a module calls something can be as long as the module; a message is for
// reading.
absl::string_view ShortName(absl::string_view name) {
  constexpr size_t kMaxSize = 200;
  return name.substr(0, kMaxSize);
}

class Printer {
 public:
  Printer(const Module& module, const DiagnosticPrinterOptions& options)
      : module_(module),
        options_(options),
        palette_(options.color ? kColors : kNoColors),
        ids_(module),
        places_(module, &ids_),
        locations_(module) {
    AppendHarmless(options.file, &file_);
  }

  void AppendText(const Diagnostic& diagnostic, absl::Span<const Note> notes,
                  std::string* out);
  void AppendJson(const Diagnostic& diagnostic, absl::Span<const Note> notes,
                  std::string* out);

 private:
  void AppendMessage(const ResolvedPlace& place, absl::string_view label,
                     absl::string_view label_color, absl::string_view message,
                     absl::string_view rule, std::string* out) const;
  Json PlaceJson(const ResolvedPlace& place) const;
  void AppendLocation(const SourceLocation& location, std::string* out);
  Json LocationJson(const SourceLocation& location);
  std::string Message(absl::string_view text, const Args& args,
                      InstIndex near) {
    return MessageText(module_, text, args, near, &ids_);
  }

  const Module& module_;
  const DiagnosticPrinterOptions& options_;
  const Palette& palette_;
  std::string file_;
  IdText ids_;
  PlaceResolver places_;
  SourceLocator locations_;
};

void Printer::AppendMessage(const ResolvedPlace& place, absl::string_view label,
                            absl::string_view label_color,
                            absl::string_view message, absl::string_view rule,
                            std::string* out) const {
  absl::StrAppend(out, palette_.bold, file_, ":",
                  place.text.empty() ? "" : absl::StrCat(place.text, ":"),
                  palette_.end, " ", label_color, label, ":", palette_.end, " ",
                  palette_.bold, message, palette_.end);
  if (!rule.empty()) {
    absl::StrAppend(out, " ", palette_.dim, "[", rule, "]", palette_.end);
  }
  out->push_back('\n');
  if (place.excerpt.source.empty()) return;
  // A line that has no indentation of its own gets some, to stand out.
  const bool indent = !absl::ascii_isspace(place.excerpt.source[0]);
  const absl::string_view margin = indent ? "     " : "";
  absl::StrAppend(out, margin, place.excerpt.source, "\n", margin,
                  palette_.caret, place.excerpt.caret, palette_.end, "\n");
}

void Printer::AppendText(const Diagnostic& diagnostic,
                         absl::Span<const Note> notes, std::string* out) {
  const Rule& rule = *diagnostic.rule;
  const ResolvedPlace place =
      places_.Resolve(diagnostic.place, /*is_note=*/false);
  const bool is_error = diagnostic.severity == Severity::kError;
  AppendMessage(place, SeverityText(diagnostic.severity),
                is_error ? palette_.error : palette_.warning,
                Message(rule.text, diagnostic.args, place.inst),
                absl::StrCat(rule.id, rule.vuid.empty() ? "" : ", ", rule.vuid),
                out);
  for (const Note& note : notes) {
    const ResolvedPlace at = places_.Resolve(note.place, /*is_note=*/true);
    AppendMessage(at, "note", palette_.note,
                  Message(note.text, note.args, at.inst), "", out);
  }
  AppendLocation(locations_.At(place.inst), out);
  if (!rule.section.empty()) {
    // A section of another specification says which one.
    const bool is_ours = absl::ascii_isdigit(rule.section[0]);
    absl::StrAppend(out, "  ", palette_.dim, is_ours ? "SPIR-V " : "",
                    rule.section, palette_.end, "\n");
  }
}

// "  in function %4 (main), block %12; source: shader.frag:12:5"
void Printer::AppendLocation(const SourceLocation& location, std::string* out) {
  std::string text;
  if (location.function != kNoId) {
    const std::string function = ids_.Text(location.function);
    absl::StrAppend(&text, "in function ");
    AppendHarmless(function, &text);
    if (!location.function_name.empty() &&
        function.substr(1) != location.function_name) {
      absl::StrAppend(&text, " (");
      AppendHarmless(ShortName(location.function_name), &text);
      absl::StrAppend(&text, ")");
    }
  }
  if (location.block != kNoId) {
    absl::StrAppend(&text, ", block ");
    AppendHarmless(ids_.Text(location.block), &text);
  }
  if (location.has_line()) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", "source: ");
    AppendHarmless(ShortName(location.file), &text);
    absl::StrAppend(&text, ":", location.line);
    if (location.column != 0) absl::StrAppend(&text, ":", location.column);
  }
  if (text.empty()) return;
  absl::StrAppend(out, "  ", palette_.dim, text, palette_.end, "\n");
}

Json Printer::LocationJson(const SourceLocation& location) {
  Json json = Json::object();
  if (location.function != kNoId) {
    json["function"] = ids_.Text(location.function);
    if (!location.function_name.empty()) {
      json["function_name"] = absl::StrCat(location.function_name);
    }
  }
  if (location.block != kNoId) json["block"] = ids_.Text(location.block);
  if (location.has_line()) {
    Json& source = json["source"];
    source["file"] = absl::StrCat(location.file);
    source["line"] = location.line;
    if (location.column != 0) source["column"] = location.column;
  }
  return json;
}

Json Printer::PlaceJson(const ResolvedPlace& place) const {
  Json json = Json::object();
  if (place.at.line != 0) {
    json["line"] = place.at.line;
    json["column"] = place.at.column;
  }
  if (place.word.has_value()) json["word"] = *place.word;
  if (place.inst != kNoInst) json["instruction"] = place.inst.value + 1;
  return json;
}

void Printer::AppendJson(const Diagnostic& diagnostic,
                         absl::Span<const Note> notes, std::string* out) {
  const Rule& rule = *diagnostic.rule;
  const ResolvedPlace place =
      places_.Resolve(diagnostic.place, /*is_note=*/false);
  Json json;
  json["rule"] = absl::StrCat(rule.id);
  json["severity"] = absl::StrCat(SeverityText(diagnostic.severity));
  json["message"] = Message(rule.text, diagnostic.args, place.inst);
  json["file"] = options_.file;
  json.update(PlaceJson(place));
  json.update(LocationJson(locations_.At(place.inst)));
  if (!rule.section.empty()) json["section"] = absl::StrCat(rule.section);
  if (!rule.vuid.empty()) json["vuid"] = absl::StrCat(rule.vuid);
  Json list = Json::array();
  for (const Note& note : notes) {
    const ResolvedPlace at = places_.Resolve(note.place, /*is_note=*/true);
    Json entry;
    entry["message"] = Message(note.text, note.args, at.inst);
    entry.update(PlaceJson(at));
    list.push_back(std::move(entry));
  }
  json["notes"] = std::move(list);
  out->append(json.dump(-1, ' ', /*ensure_ascii=*/false,
                        Json::error_handler_t::replace));
  out->push_back('\n');
}

}  // namespace

bool UseColor(ColorMode mode, int fd) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fd) == 1 && (no_color == nullptr || no_color[0] == '\0');
}

std::string PrintDiagnostics(const Module& module,
                             const DiagnosticList& diagnostics,
                             const DiagnosticPrinterOptions& options) {
  Printer printer(module, options);
  const absl::Span<const Diagnostic> all = diagnostics.diagnostics();
  const size_t count = options.max_diagnostics == 0
                           ? all.size()
                           : std::min(options.max_diagnostics, all.size());
  std::string out;
  for (const Diagnostic& diagnostic : all.first(count)) {
    const absl::Span<const Note> notes = diagnostics.notes(diagnostic);
    if (options.format == DiagnosticFormat::kJson) {
      printer.AppendJson(diagnostic, notes, &out);
    } else {
      printer.AppendText(diagnostic, notes, &out);
    }
  }
  const size_t total = diagnostics.total_count();
  if (count < total && options.format == DiagnosticFormat::kText) {
    absl::StrAppend(&out, total - count, " more not shown\n");
  }
  return out;
}

}  // namespace plumb

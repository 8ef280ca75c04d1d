#include "api/report/json_lines_report.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "api/report/json_text.h"
#include "api/report/place_parts.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

void AddRange(const ResolvedRange<LineAndColumn>& range, Json* json) {
  AddLine(range.begin, json);
  (*json)["end_line"] = range.end.line;
  (*json)["end_column"] = range.end.column;
}

void AddPlace(const ResolvedPlace& place, Json* json) {
  if (place.text.has_value()) AddRange(*place.text, json);
  if (place.words.has_value()) {
    (*json)["word"] = place.words->begin;
    (*json)["end_word"] = place.words->end;
  }
  if (place.instruction.has_value()) {
    AddInstruction(place, json);
    if (!place.text.has_value()) (*json)["offset"] = OffsetOf(place);
  }
}

Json ToJson(const ResolvedPosition& position) {
  Json json;
  json["file"] = position.file;
  json["line"] = position.line;
  if (position.column != 0) json["column"] = position.column;
  return json;
}

void AddLocation(const ResolvedDiagnostic& diagnostic, Json* json) {
  if (!diagnostic.function.empty()) {
    (*json)["function"] = diagnostic.function;
    if (!diagnostic.function_name.empty()) {
      (*json)["function_name"] = diagnostic.function_name;
    }
  }
  if (!diagnostic.block.empty()) (*json)["block"] = diagnostic.block;
  if (diagnostic.source.has_value()) {
    Json& source = (*json)["source"];
    source = ToJson(diagnostic.source->position);
    if (!diagnostic.source->excerpt.source.empty()) {
      source["text"] = diagnostic.source->excerpt.source;
    }
    for (const ResolvedPosition& call : diagnostic.source->inlined_at) {
      source["inlined_at"].push_back(ToJson(call));
    }
  }
}

Json ToJson(const std::string& file, const ResolvedDiagnostic& diagnostic) {
  const Rule& rule = *diagnostic.rule;
  Json json;
  json["kind"] = "diagnostic";
  json["rule"] = absl::StrCat(rule.id);
  json["severity"] = absl::StrCat(SeverityText(diagnostic.severity));
  json["message"] = diagnostic.message;
  json["file"] = file;
  AddPlace(diagnostic.place, &json);
  AddLocation(diagnostic, &json);
  if (!rule.section.empty()) json["section"] = absl::StrCat(rule.section);
  if (!diagnostic.vuid.empty()) json["vuid"] = absl::StrCat(diagnostic.vuid);
  Json notes = Json::array();
  for (const ResolvedNote& note : diagnostic.notes) {
    Json entry;
    entry["message"] = note.message;
    if (!note.file.empty()) entry["file"] = note.file;
    AddPlace(note.place, &entry);
    notes.push_back(std::move(entry));
  }
  json["notes"] = std::move(notes);
  if (diagnostic.is_follow_up) json["follow_up"] = true;
  if (diagnostic.fix.has_value()) {
    Json& fix = json["fix"];
    fix["safe"] = diagnostic.fix->is_safe;
    for (const ResolvedEdit& edit : diagnostic.fix->edits) {
      Json& change = fix["edits"].emplace_back();
      AddRange(edit.text, &change);
      change["replacement"] = edit.replacement;
    }
  }
  return json;
}

Json Verdict(const InputReport& report) {
  Json json;
  json["kind"] = "input";
  json["file"] = report.file;
  json["valid"] = report.error_count == 0;
  json["errors"] = report.error_count;
  json["warnings"] = report.warning_count;
  if (report.pedantic_count > 0) json["pedantic"] = report.pedantic_count;
  if (report.is_cut()) {
    json["errors_not_shown"] = report.errors_left_out;
    json["warnings_not_shown"] = report.warnings_left_out;
    if (report.pedantic_left_out > 0) {
      json["pedantic_not_shown"] = report.pedantic_left_out;
    }
  }
  if (report.follow_ups_left_out > 0) {
    json["follow_ups_not_shown"] = report.follow_ups_left_out;
  }
  if (report.suppressed_count > 0) json["suppressed"] = report.suppressed_count;
  return json;
}

void AppendLine(const Json& json, std::string* out) {
  absl::StrAppend(out, JsonText(json), "\n");
}

}  // namespace

void JsonLinesReport::Begin(std::string* out) {
  Json json;
  json["kind"] = "run";
  json["schema"] = kSchema;
  json["program"] = program_;
  json["version"] = version_;
  AppendLine(json, out);
}

void JsonLinesReport::Add(const InputReport& report, std::string* out) {
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    AppendLine(ToJson(report.file, diagnostic), out);
  }
  AppendLine(Verdict(report), out);
}

void JsonLinesReport::AddUnreadable(absl::string_view file,
                                    absl::string_view message,
                                    std::string* out) {
  Json json;
  json["kind"] = "input";
  json["file"] = absl::StrCat(file);
  json["valid"] = nullptr;
  json["error"] = absl::StrCat(message);
  AppendLine(json, out);
}

}  // namespace plumb

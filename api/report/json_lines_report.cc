#include "api/report/json_lines_report.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

// Instructions are counted from 1, as other tools count.
void AddPlace(const ResolvedPlace& place, Json* json) {
  if (place.text.has_value()) {
    (*json)["line"] = place.text->begin.line;
    (*json)["column"] = place.text->begin.column;
  }
  if (place.words.has_value()) (*json)["word"] = place.words->begin;
  if (place.instruction.has_value()) {
    (*json)["instruction"] = *place.instruction + 1;
  }
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
    source["file"] = diagnostic.source->file;
    source["line"] = diagnostic.source->line;
    if (diagnostic.source->column != 0) {
      source["column"] = diagnostic.source->column;
    }
  }
}

Json ToJson(const std::string& file, const ResolvedDiagnostic& diagnostic) {
  const Rule& rule = *diagnostic.rule;
  Json json;
  json["rule"] = absl::StrCat(rule.id);
  json["severity"] = absl::StrCat(SeverityText(diagnostic.severity));
  json["message"] = diagnostic.message;
  json["file"] = file;
  AddPlace(diagnostic.place, &json);
  AddLocation(diagnostic, &json);
  if (!rule.section.empty()) json["section"] = absl::StrCat(rule.section);
  if (!rule.vuid.empty()) json["vuid"] = absl::StrCat(rule.vuid);
  Json notes = Json::array();
  for (const ResolvedNote& note : diagnostic.notes) {
    Json entry;
    entry["message"] = note.message;
    AddPlace(note.place, &entry);
    notes.push_back(std::move(entry));
  }
  json["notes"] = std::move(notes);
  return json;
}

Json Verdict(const InputReport& report) {
  Json json;
  json["file"] = report.file;
  json["valid"] = report.error_count == 0;
  json["errors"] = report.error_count;
  json["warnings"] = report.warning_count;
  return json;
}

// Bytes that are no UTF-8 become U+FFFD.
void AppendLine(const Json& json, std::string* out) {
  absl::StrAppend(out,
                  json.dump(-1, ' ', /*ensure_ascii=*/false,
                            Json::error_handler_t::replace),
                  "\n");
}

}  // namespace

void JsonLinesReport::Add(const InputReport& report, std::string* out) {
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    AppendLine(ToJson(report.file, diagnostic), out);
  }
  AppendLine(Verdict(report), out);
}

}  // namespace plumb

#include "api/report/sarif_report.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/report/json_text.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

// Whether a byte needs no escape in the path of a URI (RFC 3986).
bool IsPathCharacter(char c) {
  return absl::ascii_isalnum(c) ||
         absl::string_view("-._~!$&'()*+,;=@/").find(c) !=
             absl::string_view::npos;
}

// A path as a reference: relative to the folder that the program ran in, if the
// path is.
std::string Uri(absl::string_view path) {
  std::string uri = path.substr(0, 1) == "/" ? "file://" : "";
  for (const char c : path) {
    if (IsPathCharacter(c)) {
      uri.push_back(c);
    } else {
      absl::StrAppend(&uri, "%",
                      absl::AsciiStrToUpper(absl::StrCat(absl::Hex(
                          static_cast<unsigned char>(c), absl::kZeroPad2))));
    }
  }
  return uri;
}

Json Message(absl::string_view text) { return {{"text", absl::StrCat(text)}}; }

Json Artifact(absl::string_view file) { return {{"uri", Uri(file)}}; }

Json Lines(const ResolvedRange<LineAndColumn>& range) {
  return {{"startLine", range.begin.line},
          {"startColumn", range.begin.character},
          {"endLine", range.end.line},
          {"endColumn", range.end.character}};
}

void AddBytes(uint64_t begin, uint64_t end, Json* region) {
  (*region)["byteOffset"] = begin;
  (*region)["byteLength"] = end - begin;
}

// The region of a place, or null for the input as a whole.
Json Region(const ResolvedPlace& place) {
  Json region;
  if (place.text.has_value()) {
    region = Lines(*place.text);
    if (place.offsets.has_value()) {
      AddBytes(place.offsets->begin, place.offsets->end, &region);
    }
  } else if (place.words.has_value()) {
    AddBytes(uint64_t{place.words->begin} * sizeof(uint32_t),
             uint64_t{place.words->end} * sizeof(uint32_t), &region);
  }
  if (!region.is_null() && !place.excerpt.source.empty()) {
    region["snippet"] = Message(place.excerpt.source);
  }
  return region;
}

Json Location(absl::string_view file, const ResolvedPlace& place) {
  Json physical;
  physical["artifactLocation"] = Artifact(file);
  Json region = Region(place);
  if (!region.is_null()) physical["region"] = std::move(region);
  return {{"physicalLocation", std::move(physical)}};
}

// The place in the source that a binary was compiled from.
Json SourceLocation(const ResolvedSource& source) {
  Json region;
  region["startLine"] = source.position.line;
  if (source.position.column != 0) {
    region["startColumn"] = source.position.column;
  }
  if (!source.excerpt.source.empty()) {
    region["snippet"] = Message(source.excerpt.source);
  }
  Json physical;
  physical["artifactLocation"] = Artifact(source.position.file);
  physical["region"] = std::move(region);
  return {{"physicalLocation", std::move(physical)}};
}

// "%main", or "%4 (main)".
std::string NameOfFunction(const ResolvedDiagnostic& diagnostic) {
  return diagnostic.function_name.empty()
             ? diagnostic.function
             : absl::StrCat(diagnostic.function, " (", diagnostic.function_name,
                            ")");
}

Json Fix(absl::string_view file, const ResolvedFix& fix) {
  Json change;
  change["artifactLocation"] = Artifact(file);
  for (const ResolvedEdit& edit : fix.edits) {
    Json& replacement = change["replacements"].emplace_back();
    replacement["deletedRegion"] = Lines(edit.text);
    if (!edit.replacement.empty()) {
      replacement["insertedContent"] = Message(edit.replacement);
    }
  }
  Json json;
  json["artifactChanges"] = Json::array({std::move(change)});
  json["properties"]["safe"] = fix.is_safe;
  return json;
}

// SARIF has no level below "note" that is shown.
const char* LevelOf(Severity severity) {
  switch (severity) {
    case Severity::kPedantic:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      break;
  }
  return "error";
}

Json Result(absl::string_view file, const ResolvedDiagnostic& diagnostic,
            size_t rule_index) {
  Json result;
  result["ruleId"] = absl::StrCat(diagnostic.rule->id);
  result["ruleIndex"] = rule_index;
  result["level"] = LevelOf(diagnostic.severity);
  result["message"] = Message(diagnostic.message);
  // Readers show the first location: of a binary, the source if it is known.
  const bool is_in_source = !diagnostic.place.text.has_value() &&
                            diagnostic.source.has_value() &&
                            !diagnostic.source->position.file.empty();
  Json location = is_in_source ? SourceLocation(*diagnostic.source)
                               : Location(file, diagnostic.place);
  if (!diagnostic.function.empty()) {
    location["logicalLocations"] = Json::array(
        {{{"name", NameOfFunction(diagnostic)}, {"kind", "function"}}});
  }
  result["locations"] = Json::array({std::move(location)});
  Json related = Json::array();
  if (is_in_source) {
    Json place = Location(file, diagnostic.place);
    place["id"] = 1;
    place["message"] = Message("the instruction of the module");
    related.push_back(std::move(place));
  }
  for (const ResolvedNote& note : diagnostic.notes) {
    Json place = Location(note.file.empty() ? file : note.file, note.place);
    place["id"] = related.size() + 1;
    place["message"] = Message(note.message);
    related.push_back(std::move(place));
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  if (diagnostic.fix.has_value()) {
    result["fixes"] = Json::array({Fix(file, *diagnostic.fix)});
  }
  return result;
}

Json Describe(const Rule& rule, const SarifReportOptions& options) {
  Json json;
  json["id"] = absl::StrCat(rule.id);
  RuleText text;
  if (options.describe) text = options.describe(rule);
  if (!text.summary.empty()) json["shortDescription"] = Message(text.summary);
  if (!text.gist.empty()) json["fullDescription"] = Message(text.gist);
  Json& configuration = json["defaultConfiguration"];
  configuration["level"] = LevelOf(rule.severity);
  if (rule.severity == Severity::kPedantic) configuration["enabled"] = false;
  if (!text.help.empty()) json["help"] = Message(text.help);
  if (!text.link.empty()) json["helpUri"] = text.link;
  Json properties;
  if (!rule.section.empty()) properties["section"] = SectionText(rule);
  if (!rule.vuid.empty()) properties["vuid"] = absl::StrCat(rule.vuid);
  if (!properties.is_null()) json["properties"] = std::move(properties);
  return json;
}

}  // namespace

size_t SarifReport::IndexOf(const Rule& rule) {
  const auto [entry, is_new] = index_of_.try_emplace(&rule, rules_.size());
  if (is_new) rules_.push_back(&rule);
  return entry->second;
}

void SarifReport::Begin(std::string* out) {
  absl::StrAppend(out,
                  "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/"
                  "v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n"
                  "\"version\":\"2.1.0\",\n\"runs\":[{"
                  "\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

void SarifReport::Add(const InputReport& report, std::string* out) {
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    absl::StrAppend(
        out, has_results_ ? ",\n" : "\n",
        JsonText(Result(report.file, diagnostic, IndexOf(*diagnostic.rule))));
    has_results_ = true;
  }
  if (report.is_incomplete()) {
    AddNotification("note", report.file, LeftOutText(report));
  }
  if (report.suppressed_count > 0) {
    AddNotification("note", report.file, SuppressedText(report));
  }
}

void SarifReport::AddNotification(absl::string_view level,
                                  absl::string_view file,
                                  absl::string_view message) {
  Json notification;
  notification["level"] = level;
  notification["message"] = Message(message);
  notification["locations"] = Json::array(
      {{{"physicalLocation", {{"artifactLocation", Artifact(file)}}}}});
  notifications_.push_back(JsonText(notification));
}

void SarifReport::AddUnreadable(absl::string_view file,
                                absl::string_view message,
                                std::string* /*out*/) {
  is_successful_ = false;
  AddNotification("error", file, message);
}

void SarifReport::End(std::string* out) {
  absl::StrAppend(
      out, "\n],\n\"invocations\":[{\"executionSuccessful\":",
      is_successful_ ? "true" : "false", ",\"toolExecutionNotifications\":[",
      absl::StrJoin(notifications_, ",\n"),
      "]}],\n\"tool\":{\"driver\":{\"name\":", JsonText(options_.program),
      ",\"semanticVersion\":", JsonText(options_.version), ",\"rules\":[");
  for (size_t i = 0; i < rules_.size(); ++i) {
    absl::StrAppend(out, i == 0 ? "\n" : ",\n",
                    JsonText(Describe(*rules_[i], options_)));
  }
  absl::StrAppend(out, "\n]}}}]}\n");
}

}  // namespace plumb

// CBOR, with arrays where other forms have names: member by member, in the
// order of the structures.
#include "api/report/report_codec.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using Json = nlohmann::json;

// --- Writing ---

// What the templates below write.
Json Encode(const ResolvedNote& note);
Json Encode(const ResolvedFix& fix);
Json Encode(const ResolvedPosition& position);
Json Encode(const ResolvedSource& source);
Json Encode(const ResolvedDiagnostic& diagnostic);
Json Encode(const InputReport::RuleCount& count);

Json Encode(uint32_t number) { return number; }

Json Encode(const LineAndColumn& place) {
  return Json::array({place.line, place.column});
}

template <typename T>
Json Encode(const ResolvedRange<T>& range) {
  return Json::array({Encode(range.begin), Encode(range.end)});
}

template <typename T>
Json Encode(const std::optional<T>& value) {
  return value.has_value() ? Encode(*value) : Json();
}

template <typename T>
Json Encode(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(Encode(value));
  return array;
}

Json Encode(const ResolvedPlace& place) {
  return Json::array({Encode(place.text), Encode(place.offsets),
                      Encode(place.words), Encode(place.instruction),
                      Encode(place.instruction_word), place.excerpt.source,
                      place.excerpt.caret});
}

Json Encode(const ResolvedNote& note) {
  return Json::array({note.message, Encode(note.place)});
}

Json Encode(const ResolvedFix& fix) {
  return Json::array({Encode(fix.text), Encode(fix.offsets), fix.replacement});
}

Json Encode(const ResolvedPosition& position) {
  return Json::array({position.file, position.line, position.column});
}

Json Encode(const ResolvedSource& source) {
  return Json::array({Encode(source.position), Encode(source.inlined_at)});
}

Json Encode(const ResolvedDiagnostic& diagnostic) {
  return Json::array(
      {absl::StrCat(diagnostic.rule->id), !diagnostic.vuid.empty(),
       diagnostic.severity == Severity::kError, diagnostic.message,
       Encode(diagnostic.place), diagnostic.function, diagnostic.function_name,
       diagnostic.block, Encode(diagnostic.source), Encode(diagnostic.notes),
       Encode(diagnostic.fix)});
}

Json Encode(const InputReport::RuleCount& count) {
  return Json::array({absl::StrCat(count.rule->id), count.violations});
}

// --- Reading.  What is not as it should be throws nlohmann's exceptions. ---

using FindRule = absl::FunctionRef<const Rule*(absl::string_view id)>;

const Rule* RuleOf(const Json& json, FindRule find_rule) {
  const Rule* const rule = find_rule(json.get_ref<const std::string&>());
  if (rule == nullptr) throw Json::other_error::create(501, "no rule", &json);
  return rule;
}

// What the templates below read.
void Decode(const Json& json, ResolvedNote* note);
void Decode(const Json& json, ResolvedFix* fix);
void Decode(const Json& json, ResolvedPosition* position);
void Decode(const Json& json, ResolvedSource* source);

void Decode(const Json& json, uint32_t* number) { json.get_to(*number); }

void Decode(const Json& json, LineAndColumn* place) {
  json.at(0).get_to(place->line);
  json.at(1).get_to(place->column);
}

template <typename T>
void Decode(const Json& json, ResolvedRange<T>* range) {
  Decode(json.at(0), &range->begin);
  Decode(json.at(1), &range->end);
}

template <typename T>
void Decode(const Json& json, std::optional<T>* value) {
  if (!json.is_null()) Decode(json, &value->emplace());
}

template <typename T>
void Decode(const Json& json, std::vector<T>* values) {
  for (const Json& value : json) Decode(value, &values->emplace_back());
}

void Decode(const Json& json, ResolvedPlace* place) {
  Decode(json.at(0), &place->text);
  Decode(json.at(1), &place->offsets);
  Decode(json.at(2), &place->words);
  Decode(json.at(3), &place->instruction);
  Decode(json.at(4), &place->instruction_word);
  json.at(5).get_to(place->excerpt.source);
  json.at(6).get_to(place->excerpt.caret);
}

void Decode(const Json& json, ResolvedNote* note) {
  json.at(0).get_to(note->message);
  Decode(json.at(1), &note->place);
}

void Decode(const Json& json, ResolvedFix* fix) {
  Decode(json.at(0), &fix->text);
  Decode(json.at(1), &fix->offsets);
  json.at(2).get_to(fix->replacement);
}

void Decode(const Json& json, ResolvedPosition* position) {
  json.at(0).get_to(position->file);
  json.at(1).get_to(position->line);
  json.at(2).get_to(position->column);
}

void Decode(const Json& json, ResolvedSource* source) {
  Decode(json.at(0), &source->position);
  Decode(json.at(1), &source->inlined_at);
}

ResolvedDiagnostic DecodeDiagnostic(const Json& json, FindRule find_rule) {
  ResolvedDiagnostic diagnostic;
  diagnostic.rule = RuleOf(json.at(0), find_rule);
  if (json.at(1).get<bool>()) diagnostic.vuid = diagnostic.rule->vuid;
  diagnostic.severity =
      json.at(2).get<bool>() ? Severity::kError : Severity::kWarning;
  json.at(3).get_to(diagnostic.message);
  Decode(json.at(4), &diagnostic.place);
  json.at(5).get_to(diagnostic.function);
  json.at(6).get_to(diagnostic.function_name);
  json.at(7).get_to(diagnostic.block);
  Decode(json.at(8), &diagnostic.source);
  Decode(json.at(9), &diagnostic.notes);
  Decode(json.at(10), &diagnostic.fix);
  return diagnostic;
}

InputReport Decode(const Json& json, FindRule find_rule) {
  InputReport report;
  json.at(0).get_to(report.error_count);
  json.at(1).get_to(report.warning_count);
  json.at(2).get_to(report.errors_left_out);
  json.at(3).get_to(report.warnings_left_out);
  for (const Json& count : json.at(4)) {
    report.by_rule.push_back(
        {RuleOf(count.at(0), find_rule), count.at(1).get<size_t>()});
  }
  for (const Json& diagnostic : json.at(5)) {
    report.diagnostics.push_back(DecodeDiagnostic(diagnostic, find_rule));
  }
  return report;
}

}  // namespace

std::string EncodeReport(const InputReport& report) {
  const Json json =
      Json::array({report.error_count, report.warning_count,
                   report.errors_left_out, report.warnings_left_out,
                   Encode(report.by_rule), Encode(report.diagnostics)});
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

std::optional<InputReport> DecodeReport(absl::string_view bytes,
                                        FindRule find_rule) {
  try {
    return Decode(Json::from_cbor(bytes.begin(), bytes.end()), find_rule);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace plumb

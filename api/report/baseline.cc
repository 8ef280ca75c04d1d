#include "api/report/baseline.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "api/json/json_document.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

// A text without the numbers of ids: "%* is not a type of %float".
std::string WithoutIdNumbers(absl::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t percent = text.find('%');
    const size_t begin = std::min(text.size(), percent + 1);
    if (percent == text.npos) break;
    size_t end = begin;
    while (end < text.size() && absl::ascii_isdigit(text[end])) ++end;
    const bool is_number =
        end > begin && (end == text.size() ||
                        (!absl::ascii_isalnum(text[end]) && text[end] != '_'));
    absl::StrAppend(&result, text.substr(0, begin),
                    is_number ? "*" : text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
  absl::StrAppend(&result, text);
  return result;
}

KnownViolation Identify(const ResolvedDiagnostic& diagnostic) {
  KnownViolation key;
  key.rule = absl::StrCat(diagnostic.rule->id);
  key.function = diagnostic.function_name.empty()
                     ? PrintableText(WithoutIdNumbers(diagnostic.function))
                     : PrintableText(diagnostic.function_name);
  key.message = WithoutIdNumbers(diagnostic.message);
  key.count = 1;
  return key;
}

auto Order(const KnownViolation& v) {
  return std::tie(v.rule, v.function, v.message);
}

// The insertion position of a violation in a sorted list.
template <typename Violations>
auto Find(Violations& violations, const KnownViolation& key) {
  return std::lower_bound(
      violations.begin(), violations.end(), key,
      [](const auto& a, const auto& b) { return Order(a) < Order(b); });
}

// The number of violations that a row represents: an unsigned 32-bit integer.
size_t CountOf(const nlohmann::json& row) {
  const auto count = row.find("count");
  if (count == row.end()) return 1;
  if (!count->is_number_unsigned() ||
      count->get<uint64_t>() > std::numeric_limits<uint32_t>::max()) {
    throw nlohmann::json::type_error::create(302, "not a count", &*count);
  }
  return count->get<size_t>();
}

void AddTo(std::vector<KnownViolation>* violations, KnownViolation key) {
  const auto place = Find(*violations, key);
  if (place != violations->end() && Order(*place) == Order(key)) {
    place->count += key.count;
  } else {
    violations->insert(place, std::move(key));
  }
}

}  // namespace

Baseline::Baseline(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  current_folder_ = fs::current_path(error).string();
}

// Keys are normal, whatever the path to the file, and printable, because JSON
// cannot express all bytes of names.
std::string Baseline::KeyOf(absl::string_view file) const {
  fs::path path = std::string(file);
  const bool is_file = file.substr(0, 1) != "<";  // rather than "<stdin>"
  if (is_file && !folder_.empty()) {
    path =
        (current_folder_ / path).lexically_normal().lexically_relative(folder_);
  }
  return PrintableText(path.lexically_normal().string());
}

absl::StatusOr<Baseline> Baseline::Parse(absl::string_view text,
                                         std::string folder) {
  const absl::StatusOr<nlohmann::json> json = ParseJson(text);
  if (!json.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("it ", json.status().message()));
  }
  if (!json->is_object() || !json->contains("baseline")) {
    return absl::InvalidArgumentError("it is not a baseline");
  }
  if ((*json)["baseline"] != kFormat) {
    return absl::InvalidArgumentError("it has a format that is not known");
  }
  Baseline baseline(std::move(folder));
  try {
    for (const auto& [file, rows] : json->at("files").items()) {
      for (const nlohmann::json& row : rows) {
        AddTo(&baseline.files_[file],
              {row.at("rule"), row.value("function", ""), row.at("message"),
               CountOf(row)});
      }
    }
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError("a violation lacks something");
  }
  return baseline;
}

void Baseline::Add(const InputReport& report) {
  if (report.diagnostics.empty()) return;
  std::vector<KnownViolation>& known = files_[KeyOf(report.file)];
  for (const ResolvedDiagnostic& diagnostic : report.diagnostics) {
    AddTo(&known, Identify(diagnostic));
  }
}

BaselineMatch Baseline::Match(InputReport* report) const {
  BaselineMatch match;
  const auto file = files_.find(KeyOf(report->file));
  if (file == files_.end()) return match;
  std::vector<KnownViolation> left = file->second;
  std::erase_if(report->diagnostics, [&](const ResolvedDiagnostic& diagnostic) {
    const KnownViolation key = Identify(diagnostic);
    const auto known = Find(left, key);
    if (known == left.end() || Order(*known) != Order(key) ||
        known->count == 0) {
      return false;
    }
    --known->count;
    ++match.known;
    --CountOf(diagnostic.severity, report);
    const auto counted = std::find_if(
        report->by_rule.begin(), report->by_rule.end(),
        [&](const auto& count) { return count.rule == diagnostic.rule; });
    if (counted != report->by_rule.end() && --counted->violations == 0) {
      report->by_rule.erase(counted);
    }
    return true;
  });
  std::erase_if(left, [](const KnownViolation& v) { return v.count == 0; });
  match.fixed = std::move(left);
  return match;
}

void Baseline::AddFrom(
    const Baseline& other,
    const std::function<bool(const std::string& key)>& is_kept) {
  for (const auto& [key, violations] : other.files_) {
    if (!is_kept(key)) continue;
    std::vector<KnownViolation>& known = files_[key];
    for (const KnownViolation& violation : violations) AddTo(&known, violation);
  }
}

std::string Baseline::Text() const {
  Json files = Json::object();
  for (const auto& [file, violations] : files_) {
    Json rows = Json::array();
    for (const KnownViolation& violation : violations) {
      Json row;
      row["rule"] = violation.rule;
      if (!violation.function.empty()) row["function"] = violation.function;
      row["message"] = violation.message;
      if (violation.count != 1) row["count"] = violation.count;
      rows.push_back(std::move(row));
    }
    files[file] = std::move(rows);
  }
  Json json;
  json["baseline"] = kFormat;
  json["files"] = std::move(files);
  return absl::StrCat(json.dump(1, ' ', false, Json::error_handler_t::replace),
                      "\n");
}

size_t Baseline::violation_count() const {
  size_t count = 0;
  for (const auto& [file, violations] : files_) {
    for (const KnownViolation& violation : violations) {
      count += violation.count;
    }
  }
  return count;
}

}  // namespace plumb

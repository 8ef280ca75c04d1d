#include "api/pipeline/json_reader.h"

#include <limits>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/json/json_document.h"
#include "parse/printable_text.h"
#include "parse/suggest.h"

namespace plumb {

using nlohmann::json;

std::string JsonKindText(const json& value) {
  if (value.is_null()) return "null";
  return absl::StrCat(value.is_array() || value.is_object() ? "an " : "a ",
                      value.type_name());
}

void JsonReader::Fail(const std::string& path, absl::string_view what) {
  constexpr size_t kMaxPathSize = 200;
  if (!ok()) return;
  status_ = absl::InvalidArgumentError(
      absl::StrCat(path.empty() ? "the description"
                                : CutText(PrintableText(path), kMaxPathSize),
                   " ", what));
}

void JsonReader::FailUnknown(const std::string& path, absl::string_view what,
                             const std::string& name,
                             absl::Span<const absl::string_view> known) {
  Suggestion suggestion(name);
  for (const absl::string_view candidate : known) suggestion.Offer(candidate);
  std::string text = absl::StrCat(what, " ", QuotedJson(name));
  if (!suggestion.best().empty()) {
    absl::StrAppend(&text, "; did you mean \"", suggestion.best(), "\"?");
  }
  Fail(path, text);
}

bool JsonReader::IsObject(const JsonValue& value,
                          std::initializer_list<absl::string_view> keys) {
  if (!value.value->is_object()) {
    Fail(value.path,
         absl::StrCat("must be an object, not ", JsonKindText(*value.value)));
    return false;
  }
  for (const auto& item : value.value->items()) {
    if (absl::c_linear_search(keys, item.key())) continue;
    FailUnknown(value.path, "has an unknown member", item.key(),
                absl::MakeConstSpan(keys.begin(), keys.size()));
    return false;
  }
  return true;
}

std::optional<JsonValue> JsonReader::Find(const JsonValue& object,
                                          absl::string_view key) {
  const auto found = object.value->find(std::string(key));
  if (found == object.value->end()) return std::nullopt;
  return JsonValue{&*found, absl::StrCat(object.path, "/", key)};
}

std::string JsonReader::StringOf(const JsonValue& value) {
  if (value.value->is_string()) return value.value->get<std::string>();
  Fail(value.path,
       absl::StrCat("must be a string, not ", JsonKindText(*value.value)));
  return "";
}

uint32_t JsonReader::NumberOf(const JsonValue& value) {
  constexpr uint64_t kMax = std::numeric_limits<uint32_t>::max();
  if (value.value->is_number_unsigned() &&
      value.value->get<uint64_t>() <= kMax) {
    return value.value->get<uint32_t>();
  }
  Fail(value.path, absl::StrCat("must be an integer from 0 to ", kMax, ", not ",
                                QuotedJson(*value.value)));
  return 0;
}

std::optional<uint32_t> JsonReader::Number(const JsonValue& object,
                                           absl::string_view key) {
  const std::optional<JsonValue> value = Find(object, key);
  if (!value) return std::nullopt;
  return NumberOf(*value);
}

std::optional<std::string> JsonReader::String(const JsonValue& object,
                                              absl::string_view key) {
  const std::optional<JsonValue> value = Find(object, key);
  if (!value) return std::nullopt;
  return StringOf(*value);
}

std::optional<bool> JsonReader::Boolean(const JsonValue& object,
                                        absl::string_view key) {
  const std::optional<JsonValue> value = Find(object, key);
  if (!value) return std::nullopt;
  if (value->value->is_boolean()) return value->value->get<bool>();
  Fail(value->path, absl::StrCat("must be true or false, not ",
                                 JsonKindText(*value->value)));
  return std::nullopt;
}

bool JsonReader::ForEach(const JsonValue& object, absl::string_view key,
                         absl::FunctionRef<void(const JsonValue&)> visit) {
  const std::optional<JsonValue> array = Find(object, key);
  if (!array) return false;
  if (!array->value->is_array()) {
    Fail(array->path,
         absl::StrCat("must be an array, not ", JsonKindText(*array->value)));
    return false;
  }
  for (size_t i = 0; i < array->value->size() && ok(); ++i) {
    visit({&(*array->value)[i], absl::StrCat(array->path, "/", i)});
  }
  return true;
}

}  // namespace plumb

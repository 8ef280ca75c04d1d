// Typed access to JSON.  See json_object.h.
#include "grammar/generator/json_object.h"

#include <algorithm>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace plumb::grammar::generator {
namespace {

// "line 3" for the position where the parser stopped.
std::string LineOf(absl::string_view text, size_t byte) {
  const size_t end = std::min(text.size(), byte > 0 ? byte - 1 : 0);
  const auto newlines = std::count(text.begin(), text.begin() + end, '\n');
  return absl::StrCat("line ", newlines + 1);
}

}  // namespace

absl::optional<JsonObject> JsonObject::Parse(absl::string_view file,
                                             absl::string_view text,
                                             Report* report) {
  auto document = std::make_shared<nlohmann::json>();
  try {
    *document = nlohmann::json::parse(text.begin(), text.end());
  } catch (const nlohmann::json::parse_error& error) {
    report->Error(file, LineOf(text, error.byte), "not JSON");
    return absl::nullopt;
  } catch (const nlohmann::json::exception&) {
    report->Error(file, "document", "not JSON");
    return absl::nullopt;
  }
  if (!document->is_object()) {
    report->Error(file, "document", "must be an object");
    return absl::nullopt;
  }
  const nlohmann::json* root = document.get();
  return JsonObject(std::move(document), root, std::string(file), "document",
                    report);
}

void JsonObject::Error(absl::string_view reason) const {
  report_->Error(file_, place_, reason);
}

const nlohmann::json* JsonObject::Find(const char* key) const {
  const auto it = json_->find(key);
  return it == json_->end() ? nullptr : &*it;
}

JsonObject JsonObject::Child(const nlohmann::json& json,
                             std::string place) const {
  return JsonObject(document_, &json, file_, std::move(place), report_);
}

std::string JsonObject::PlaceOf(absl::string_view key) const {
  return place_ == "document" ? std::string(key)
                              : absl::StrCat(place_, ".", key);
}

void JsonObject::Require(const char* key) const {
  if (!Has(key)) Error(absl::StrCat("key '", key, "' is missing"));
}

std::string JsonObject::String(const char* key) const {
  Require(key);
  return OptionalString(key).value_or("");
}

absl::optional<std::string> JsonObject::OptionalString(const char* key) const {
  const nlohmann::json* value = Find(key);
  if (value == nullptr) return absl::nullopt;
  if (!value->is_string()) {
    Error(absl::StrCat("'", key, "' must be a string"));
    return absl::nullopt;
  }
  return value->get<std::string>();
}

bool JsonObject::Bool(const char* key) const {
  const nlohmann::json* value = Find(key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) {
    Error(absl::StrCat("'", key, "' must be true or false"));
    return false;
  }
  return value->get<bool>();
}

bool JsonObject::ToNumber(const nlohmann::json& json, uint32_t* number) const {
  if (json.is_number_integer()) {
    if (json < 0 || json > std::numeric_limits<uint32_t>::max()) return false;
    *number = json.get<uint32_t>();
    return true;
  }
  if (!json.is_string()) return false;
  const std::string text = json.get<std::string>();
  return absl::SimpleAtoi(text, number) || absl::SimpleHexAtoi(text, number);
}

uint32_t JsonObject::Number(const char* key) const {
  Require(key);
  const nlohmann::json* value = Find(key);
  uint32_t number = 0;
  if (value != nullptr && !ToNumber(*value, &number)) {
    Error(absl::StrCat("'", key, "' must be a number of 32 bits"));
  }
  return number;
}

std::vector<std::string> JsonObject::Strings(const char* key) const {
  const nlohmann::json* value = Find(key);
  std::vector<std::string> strings;
  if (value == nullptr) return strings;
  if (!value->is_array()) {
    Error(absl::StrCat("'", key, "' must be a list"));
    return strings;
  }
  for (const nlohmann::json& item : *value) {
    if (!item.is_string()) {
      Error(absl::StrCat("'", key, "' must be a list of strings"));
      break;
    }
    strings.push_back(item.get<std::string>());
  }
  return strings;
}

std::vector<JsonObject> JsonObject::Objects(const char* key) const {
  const nlohmann::json* value = Find(key);
  std::vector<JsonObject> objects;
  if (value == nullptr) return objects;
  if (!value->is_array()) {
    Error(absl::StrCat("'", key, "' must be a list"));
    return objects;
  }
  for (const nlohmann::json& item : *value) {
    const std::string place =
        absl::StrCat(PlaceOf(key), "[", objects.size(), "]");
    if (!item.is_object()) {
      report_->Error(file_, place, "must be an object");
      break;
    }
    objects.push_back(Child(item, place));
  }
  return objects;
}

std::vector<std::pair<std::string, JsonObject>> JsonObject::AllMembers() const {
  std::vector<std::pair<std::string, JsonObject>> members;
  for (const auto& [name, item] : json_->items()) {
    if (!item.is_object()) {
      report_->Error(file_, PlaceOf(name), "must be an object");
      continue;
    }
    members.emplace_back(name, Child(item, PlaceOf(name)));
  }
  return members;
}

std::vector<std::string> JsonObject::Keys() const {
  std::vector<std::string> keys;
  for (const auto& [name, item] : json_->items()) keys.push_back(name);
  return keys;
}

std::vector<std::pair<std::string, JsonObject>> JsonObject::Members(
    const char* key) const {
  const nlohmann::json* value = Find(key);
  if (value == nullptr) return {};
  if (!value->is_object()) {
    Error(absl::StrCat("'", key, "' must be an object"));
    return {};
  }
  return Child(*value, PlaceOf(key)).AllMembers();
}

std::vector<std::pair<std::string, uint32_t>> JsonObject::Numbers(
    const char* key) const {
  const nlohmann::json* value = Find(key);
  std::vector<std::pair<std::string, uint32_t>> numbers;
  if (value == nullptr) return numbers;
  if (!value->is_object()) {
    Error(absl::StrCat("'", key, "' must be an object"));
    return numbers;
  }
  for (const auto& [name, item] : value->items()) {
    uint32_t number = 0;
    if (!ToNumber(item, &number)) {
      report_->Error(file_, absl::StrCat(PlaceOf(key), ".", name),
                     "must be a number of 32 bits");
      continue;
    }
    numbers.emplace_back(name, number);
  }
  return numbers;
}

}  // namespace plumb::grammar::generator

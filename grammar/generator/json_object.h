// Typed access to a parsed JSON file.  Each object knows its file and place,
// so that a missing key or a value of the wrong type is reported there; the
// caller gets an empty value and continues.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_JSON_OBJECT_H_
#define PLUMB_GRAMMAR_GENERATOR_JSON_OBJECT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "grammar/generator/report.h"
#include "nlohmann/json.hpp"

namespace plumb::grammar::generator {

class JsonObject {
 public:
  // Parses `text`, which was read from `file`. nullopt (and an error) if it is
  // not a JSON object.
  static absl::optional<JsonObject> Parse(absl::string_view file,
                                          absl::string_view text,
                                          Report* report);

  // The place in messages ("OpIAdd.operands[1]"); to be set once the name of
  // the described object is known.
  void set_place(std::string place) { place_ = std::move(place); }
  const std::string& place() const { return place_; }

  bool Has(const char* key) const { return json_->contains(key); }
  bool HasString(const char* key) const {
    return Has(key) && Find(key)->is_string();
  }

  // Required values.
  std::string String(const char* key) const;
  uint32_t Number(const char* key) const;  // 12, "12" or "0x000c"

  // Optional values.
  absl::optional<std::string> OptionalString(const char* key) const;
  bool Bool(const char* key) const;  // false if absent
  std::vector<std::string> Strings(const char* key) const;
  std::vector<JsonObject> Objects(const char* key) const;
  // An object whose members are objects or numbers, sorted by key.
  std::vector<std::pair<std::string, JsonObject>> Members(
      const char* key) const;
  std::vector<std::pair<std::string, JsonObject>> AllMembers() const;
  // The keys of this object, sorted.
  std::vector<std::string> Keys() const;
  std::vector<std::pair<std::string, uint32_t>> Numbers(const char* key) const;

  // Reports `key` if it is absent.
  void Require(const char* key) const;
  void Error(absl::string_view reason) const;
  const std::string& file() const { return file_; }
  Report* report() const { return report_; }

 private:
  JsonObject(std::shared_ptr<const nlohmann::json> document,
             const nlohmann::json* json, std::string file, std::string place,
             Report* report)
      : document_(std::move(document)),
        json_(json),
        file_(std::move(file)),
        place_(std::move(place)),
        report_(report) {}

  const nlohmann::json* Find(const char* key) const;
  JsonObject Child(const nlohmann::json& json, std::string place) const;
  std::string PlaceOf(absl::string_view key) const;
  bool ToNumber(const nlohmann::json& json, uint32_t* number) const;

  std::shared_ptr<const nlohmann::json> document_;  // keeps json_ alive
  const nlohmann::json* json_;
  std::string file_;
  std::string place_;
  Report* report_;
};

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_JSON_OBJECT_H_

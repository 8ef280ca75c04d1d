// Reads the members of JSON objects, and keeps the first error.
//
// Used by pipeline_description.cc.
#ifndef PLUMB_API_PIPELINE_JSON_READER_H_
#define PLUMB_API_PIPELINE_JSON_READER_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"

namespace plumb {

// A value with its place in the document: "/stages/0/module".
struct JsonValue {
  const nlohmann::json* value;
  std::string path;
};

class JsonReader {
 public:
  const absl::Status& status() const { return status_; }
  bool ok() const { return status_.ok(); }

  // Records an error at a value: "/a/b must be …".
  void Fail(const std::string& path, absl::string_view what);

  // The same for a name that is not among `known`, with the closest of them:
  // FailUnknown(path, "is an unknown format", "R8", FormatNames()).
  void FailUnknown(const std::string& path, absl::string_view what,
                   const std::string& name,
                   absl::Span<const absl::string_view> known);

  // False, and an error, unless the value is an object whose members are all
  // among `keys`.
  bool IsObject(const JsonValue& value,
                std::initializer_list<absl::string_view> keys);

  // The member of an object; nullopt if it is not there.
  static std::optional<JsonValue> Find(const JsonValue& object,
                                       absl::string_view key);

  // The values of members.  Nullopt if the member is not there, or of another
  // type, which is an error.
  std::optional<uint32_t> Number(const JsonValue& object,
                                 absl::string_view key);
  std::optional<std::string> String(const JsonValue& object,
                                    absl::string_view key);
  std::optional<bool> Boolean(const JsonValue& object, absl::string_view key);
  // Calls `visit` with each element of an array.  False if it is not there.
  bool ForEach(const JsonValue& object, absl::string_view key,
               absl::FunctionRef<void(const JsonValue&)> visit);

  // A value that must be a string; empty, and an error, otherwise.
  std::string StringOf(const JsonValue& value);
  // The same for a number of 32 bits.
  uint32_t NumberOf(const JsonValue& value);

 private:
  absl::Status status_;
};

// "an object", "a number", "null".
std::string JsonKindText(const nlohmann::json& value);

}  // namespace plumb

#endif  // PLUMB_API_PIPELINE_JSON_READER_H_

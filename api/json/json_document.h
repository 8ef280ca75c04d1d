// Reads a JSON document of a bounded depth and size, so that whatever handles
// it afterwards may recurse: destructors, comparisons and dumps do.
//
// Tested by json_document_test.cc.
#ifndef PLUMB_API_JSON_JSON_DOCUMENT_H_
#define PLUMB_API_JSON_JSON_DOCUMENT_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace plumb {

inline constexpr int kMaxJsonDepth = 64;
inline constexpr size_t kMaxJsonSize = size_t{256} << 20;

enum class JsonComments { kRejected, kIgnored };

// The document.  The message of an error continues "the file ": "is not JSON:
// parse error at line 1, column 2: …", "is nested deeper than 64 levels".
absl::StatusOr<nlohmann::json> ParseJson(
    absl::string_view text, JsonComments comments = JsonComments::kRejected);

// A value or a key as a message quotes it: as JSON, in one line, cut to 200
// bytes.
std::string QuotedJson(const nlohmann::json& value);

}  // namespace plumb

#endif  // PLUMB_API_JSON_JSON_DOCUMENT_H_

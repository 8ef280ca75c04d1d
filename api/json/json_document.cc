#include "api/json/json_document.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using nlohmann::json;

constexpr size_t kMaxQuotedSize = 200;

absl::Status Wrong(absl::string_view what) {
  return absl::InvalidArgumentError(what);
}

// An exception's message without its leading number.
absl::Status NotJsonError(absl::string_view what) {
  const size_t begin = what.find("] ");
  if (begin != what.npos) what.remove_prefix(begin + 2);
  return Wrong(absl::StrCat("is not JSON: ",
                            CutText(PrintableText(what), kMaxQuotedSize)));
}

}  // namespace

absl::StatusOr<json> ParseJson(absl::string_view text, JsonComments comments) {
  if (text.size() > kMaxJsonSize) {
    return Wrong(
        absl::StrCat("is larger than ", kMaxJsonSize >> 20, " megabytes"));
  }
  // The parser does not recurse; values that are too deep are not kept.
  bool is_too_deep = false;
  const auto keep = [&is_too_deep](int depth, json::parse_event_t event,
                                   json& /*value*/) {
    const bool is_start = event == json::parse_event_t::array_start ||
                          event == json::parse_event_t::object_start;
    if (!is_start || depth < kMaxJsonDepth) return true;
    is_too_deep = true;
    return false;
  };
  json document;
  absl::Status status;
  try {
    document = json::parse(text.begin(), text.end(), keep,
                           /*allow_exceptions=*/true,
                           comments == JsonComments::kIgnored);
  } catch (const json::exception& error) {
    status = NotJsonError(error.what());
  }
  if (is_too_deep) {
    return Wrong(
        absl::StrCat("is nested deeper than ", kMaxJsonDepth, " levels"));
  }
  if (!status.ok()) return status;
  return document;
}

std::string QuotedJson(const json& value) {
  return CutText(
      PrintableText(value.dump(-1, ' ', false, json::error_handler_t::replace)),
      kMaxQuotedSize);
}

}  // namespace plumb

#include "api/report/json_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "parse/printable_text.h"
#include "parse/utf8.h"

namespace plumb {
namespace {

// Appends a code point as JSON escapes it: in units of UTF-16.
void AppendEscape(uint32_t code_point, std::string* out) {
  const auto append = [out](uint32_t unit) {
    absl::StrAppend(out, "\\u", absl::Hex(unit, absl::kZeroPad4));
  };
  if (code_point < 0x10000) return append(code_point);
  append(0xd800 + ((code_point - 0x10000) >> 10));
  append(0xdc00 + ((code_point - 0x10000) & 0x3ff));
}

// `json`, well-formed UTF-8, with the characters of its strings escaped that
// are not printable.  The writer has escaped those below U+0020.
std::string EscapedJson(absl::string_view json) {
  std::string escaped;
  while (!json.empty()) {
    const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7f; };
    const auto plain = static_cast<size_t>(
        std::find_if_not(json.begin(), json.end(), is_plain) - json.begin());
    escaped.append(json.data(), plain);
    json.remove_prefix(plain);
    if (json.empty()) break;
    const Utf8Character c = DecodeUtf8(json);
    const size_t size = std::max<size_t>(c.size, 1);
    if (c.size != 0 && IsPrintable(c.code_point)) {
      escaped.append(json.data(), size);
    } else {
      AppendEscape(c.code_point, &escaped);
    }
    json.remove_prefix(size);
  }
  return escaped;
}

}  // namespace

std::string JsonText(const nlohmann::ordered_json& json) {
  std::string text =
      json.dump(-1, ' ', /*ensure_ascii=*/false,
                nlohmann::ordered_json::error_handler_t::replace);
  if (!IsPrintable(absl::string_view(text))) text = EscapedJson(text);
  if (text.find("##[") != std::string::npos) {
    absl::StrReplaceAll({{"##[", "#\\u0023["}}, &text);
  }
  return text;
}

}  // namespace plumb

// See header_comment.h.
//
// Tested by header_comment_test.cc.
#include "parse/header_comment.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace plumb {

absl::optional<uint32_t> VersionInHeaderComment(absl::string_view text) {
  for (;;) {
    text = absl::StripLeadingAsciiWhitespace(text);
    if (!absl::ConsumePrefix(&text, ";")) return absl::nullopt;
    const size_t size = text.find('\n');
    absl::string_view line = absl::StripAsciiWhitespace(text.substr(0, size));
    uint32_t minor = 0;
    if (absl::ConsumePrefix(&line, "Version:")) {
      line = absl::StripLeadingAsciiWhitespace(line);
      const bool read =
          absl::ConsumePrefix(&line, "1.") && absl::SimpleAtoi(line, &minor);
      return read ? absl::make_optional(minor) : absl::nullopt;
    }
    if (size == text.npos) return absl::nullopt;
    text.remove_prefix(size);
  }
}

}  // namespace plumb

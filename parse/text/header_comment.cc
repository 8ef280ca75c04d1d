// See header_comment.h.
//
// Tested by header_comment_test.cc.
#include "parse/text/header_comment.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "parse/generator_names.h"
#include "parse/text/integer_literal.h"

namespace plumb {
namespace {

// "1.5", or the whole word in hexadecimal if it is not a valid version.
absl::optional<uint32_t> ReadVersion(absl::string_view text) {
  const size_t point = text.find('.');
  uint32_t major = 0;
  uint32_t minor = 0;
  const bool read = point != text.npos &&
                    absl::SimpleAtoi(text.substr(0, point), &major) &&
                    absl::SimpleAtoi(text.substr(point + 1), &minor) &&
                    major <= 255 && minor <= 255;
  return read ? absl::make_optional(major << 16 | minor << 8) : absl::nullopt;
}

// "Name; 7" or "Unknown(99); 7": the tool and its own number.
absl::optional<uint32_t> ReadGenerator(absl::string_view text) {
  const size_t semicolon = text.rfind(';');
  if (semicolon == text.npos) return absl::nullopt;
  absl::string_view name =
      absl::StripTrailingAsciiWhitespace(text.substr(0, semicolon));
  uint32_t low = 0;
  if (!absl::SimpleAtoi(text.substr(semicolon + 1), &low) || low > 0xffff) {
    return absl::nullopt;
  }
  uint32_t number = 0;
  if (absl::ConsumePrefix(&name, "Unknown(")) {
    if (!absl::ConsumeSuffix(&name, ")") || !absl::SimpleAtoi(name, &number) ||
        number > 0xffff) {
      return absl::nullopt;
    }
  } else {
    const absl::optional<uint32_t> known = GeneratorNumber(name);
    if (!known.has_value()) return absl::nullopt;
    number = *known;
  }
  return number << 16 | low;
}

absl::optional<uint32_t> ReadNumber(absl::string_view text) {
  uint32_t number = 0;
  return ParseUint32(text, &number) == LiteralError::kNone
             ? absl::make_optional(number)
             : absl::nullopt;
}

// Reads a comment "Name: value" into `field` unless that has a value.
template <typename Reader>
void ReadField(absl::string_view line, absl::string_view name, Reader reader,
               absl::optional<uint32_t>* field) {
  if (field->has_value() || !absl::ConsumePrefix(&line, name)) return;
  *field = reader(absl::StripLeadingAsciiWhitespace(line));
}

}  // namespace

HeaderComment ReadHeaderComment(absl::string_view text) {
  HeaderComment header;
  absl::ConsumePrefix(&text, "\xef\xbb\xbf");  // a byte order mark
  for (;;) {
    text = absl::StripLeadingAsciiWhitespace(text);
    if (!absl::ConsumePrefix(&text, ";")) return header;
    const size_t size = text.find('\n');
    const absl::string_view line =
        absl::StripAsciiWhitespace(text.substr(0, size));
    absl::optional<uint32_t> version_word;
    ReadField(line, "Version word:", ReadNumber, &version_word);
    if (version_word.has_value()) header.version = version_word;
    ReadField(line, "Version:", ReadVersion, &header.version);
    ReadField(line, "Generator:", ReadGenerator, &header.generator);
    ReadField(line, "Bound:", ReadNumber, &header.bound);
    ReadField(line, "Schema:", ReadNumber, &header.schema);
    if (size == text.npos) return header;
    text.remove_prefix(size);
  }
}

absl::optional<uint32_t> VersionInHeaderComment(absl::string_view text) {
  const absl::optional<uint32_t> word = ReadHeaderComment(text).version;
  if (!word.has_value() || (*word & 0xffff00ff) != 0x00010000) {
    return absl::nullopt;
  }
  return (*word >> 8) & 0xff;
}

}  // namespace plumb

#include "parse/printable_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "parse/utf8.h"

namespace plumb {
namespace {

bool IsPlain(char c) { return c >= 0x20 && c < 0x7f; }

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

// Removes and returns the printable ASCII characters at the start of `text`.
absl::string_view ConsumePlain(absl::string_view* text) {
  const auto size = static_cast<size_t>(
      std::find_if_not(text->begin(), text->end(), IsPlain) - text->begin());
  const absl::string_view plain = text->substr(0, size);
  text->remove_prefix(size);
  return plain;
}

}  // namespace

bool IsPrintable(uint32_t c) {
  const bool is_control = (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0);
  const bool is_invisible =
      c == 0xad || c == 0x61c || c == 0x180e ||
      (c >= 0x200b && c <= 0x200f) ||  // no width, direction marks
      (c >= 0x2028 && c <= 0x202e) ||  // separators, embeddings, overrides
      (c >= 0x2060 && c <= 0x206f) ||  // isolates and other invisible ones
      c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
      (c >= 0xe0000 && c <= 0xe007f);
  const bool is_noncharacter =
      (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
  return !is_control && !is_invisible && !is_noncharacter;
}

bool IsPrintable(absl::string_view text) {
  while (true) {
    ConsumePlain(&text);
    if (text.empty()) return true;
    const Utf8Character c = DecodeUtf8(text);
    if (c.size == 0 || !IsPrintable(c.code_point)) return false;
    text.remove_prefix(c.size);
  }
}

size_t AppendPrintable(absl::string_view text, std::string* out) {
  size_t columns = 0;
  while (true) {
    const absl::string_view plain = ConsumePlain(&text);
    out->append(plain.data(), plain.size());
    columns += plain.size();
    if (text.empty()) return columns;
    const Utf8Character c = DecodeUtf8(text);
    if (c.size != 0 && IsPrintable(c.code_point)) {
      out->append(text.data(), c.size);
      ++columns;
    } else {
      const size_t before = out->size();
      if (c.size == 0) {
        absl::StrAppend(
            out, "<", absl::Hex(static_cast<uint8_t>(text[0]), absl::kZeroPad2),
            ">");
      } else {
        absl::StrAppend(out, "<U+", absl::Hex(c.code_point, absl::kZeroPad4),
                        ">");
      }
      columns += out->size() - before;
    }
    text.remove_prefix(std::max<size_t>(c.size, 1));
  }
}

std::string PrintableText(absl::string_view text) {
  std::string printable;
  AppendPrintable(text, &printable);
  return printable;
}

std::string PrintableLines(absl::string_view text) {
  return absl::StrJoin(absl::StrSplit(text, '\n'), "\n",
                       [&text](std::string* out, absl::string_view line) {
                         const bool is_last = line.end() == text.end();
                         const bool has_return =
                             !is_last && absl::ConsumeSuffix(&line, "\r");
                         AppendPrintable(line, out);
                         if (has_return) out->push_back('\r');
                       });
}

size_t CharacterStart(absl::string_view text, size_t at) {
  for (int i = 0; i < 3 && at > 0 && at < text.size(); ++i) {
    if (!IsContinuation(text[at])) break;
    --at;
  }
  return at;
}

std::string CutText(absl::string_view text, size_t max_size) {
  if (text.size() <= max_size) return absl::StrCat(text);
  return absl::StrCat(text.substr(0, CharacterStart(text, max_size)), "...");
}

}  // namespace plumb

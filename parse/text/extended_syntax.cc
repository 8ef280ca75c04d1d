// See extended_syntax.h.
#include "parse/text/extended_syntax.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "grammar/grammar.h"

namespace plumb {
namespace {

// Kinds that instructions take as the id of a constant.
constexpr Kind kConstantKinds[] = {Kind::kScope, Kind::kMemorySemantics,
                                   Kind::kRayFlags, Kind::kKernelEnqueueFlags,
                                   Kind::kKernelProfilingInfo};

bool IsDigitOf(char c, uint32_t base) {
  if (base == 16) return absl::ascii_isxdigit(static_cast<unsigned char>(c));
  return c >= '0' && static_cast<uint32_t>(c - '0') < base;
}

bool AreDigits(absl::string_view text, uint32_t base) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return IsDigitOf(c, base);
  });
}

// The digits and base of an unsigned integer of the dialect.
bool Split(absl::string_view text, absl::string_view* digits, uint32_t* base) {
  if (text.size() < 2 || !absl::ascii_isdigit(text[0])) return false;
  *digits = text.substr(0, text.size() - 1);
  switch (absl::ascii_tolower(text.back())) {
    case 'h':
      *base = 16;
      return AreDigits(*digits, 16);
    case 'o':
      *base = 8;
      return AreDigits(*digits, 8);
    case 'b':
      *base = 2;
      if (AreDigits(*digits, 2)) return true;
      break;
    case 'd':
      *base = 10;
      if (AreDigits(*digits, 10)) return true;
      break;
    default:
      break;
  }
  if (text[0] != '0' || text.size() < 3) return false;
  const char mark = absl::ascii_tolower(text[1]);
  *digits = text.substr(2);
  *base = mark == 'b' ? 2 : 8;
  return (mark == 'b' || mark == 'o') && AreDigits(*digits, *base);
}

// The value of a name, or, if the kind is a mask, of names joined by '|'.
absl::optional<uint32_t> ValueOf(Kind kind, absl::string_view text) {
  const bool is_mask =
      grammar::Info(kind).category == grammar::Category::kBitEnum;
  uint32_t value = 0;
  for (;;) {
    const size_t size =
        is_mask ? std::min(text.find('|'), text.size()) : text.size();
    const grammar::EnumerantInfo* const enumerant =
        grammar::EnumerantByName(kind, text.substr(0, size));
    if (enumerant == nullptr) return absl::nullopt;
    value |= enumerant->value;
    if (size == text.size()) return value;
    text.remove_prefix(size + 1);
  }
}

bool StartsName(absl::string_view text) {
  return !text.empty() &&
         (absl::ascii_isalpha(text[0]) || text[0] == '_' || text[0] == '.');
}

}  // namespace

std::string WithPlainComments(absl::string_view text,
                              std::vector<DirectiveLine>* directives) {
  std::string plain(text);
  bool at_line_begin = true;
  size_t i = 0;
  const auto line_end = [&] {
    return std::min(text.find('\n', i), text.size());
  };
  while (i < text.size()) {
    const char c = text[i];
    if (c == '\n') {
      at_line_begin = true;
      ++i;
    } else if (c == ';') {
      i = line_end();
    } else if (c == '#' || (c == '/' && text.substr(i, 2) == "//")) {
      plain[i] = ';';
      i = line_end();
    } else if (c == '.' && at_line_begin && StartsName(text.substr(i + 1))) {
      plain[i] = ';';
      const size_t end = line_end();
      directives->push_back(
          {static_cast<uint32_t>(i), static_cast<uint32_t>(end)});
      i = end;
    } else if (c == '"') {
      // To the closing quote; a backslash escapes the next character.
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
      ++i;
      at_line_begin = false;
    } else {
      if (!absl::ascii_isspace(c)) at_line_begin = false;
      ++i;
    }
  }
  return plain;
}

bool IsExtendedComment(const Token& token) {
  const absl::string_view text = token.text();
  return !text.empty() && (text[0] == '#' || text.substr(0, 2) == "//");
}

bool IsDirective(const Token& token) {
  const absl::string_view text = token.text();
  return token.kind() == TokenKind::kNumber && text[0] == '.' &&
         StartsName(text.substr(1));
}

bool RewriteInteger(absl::string_view text, std::string* rewritten) {
  rewritten->clear();
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    rewritten->push_back(text[0]);
    text.remove_prefix(1);
  }
  absl::string_view digits;
  uint32_t base = 0;
  if (!Split(text, &digits, &base)) return false;
  switch (base) {
    case 16:
      absl::StrAppend(rewritten, "0x", digits);
      return true;
    case 8:
      absl::StrAppend(rewritten, "0", digits);
      return true;
    case 10: {
      // A leading zero would make it octal.
      const size_t first =
          std::min(digits.find_first_not_of('0'), digits.size() - 1);
      absl::StrAppend(rewritten, digits.substr(first));
      return true;
    }
    default:
      break;
  }
  absl::StrAppend(rewritten, "0x");
  for (size_t i = 0, size = (digits.size() - 1) % 4 + 1; i < digits.size();
       i += size, size = 4) {
    uint32_t nibble = 0;
    for (const char c : digits.substr(i, size)) {
      nibble = nibble << 1 | static_cast<uint32_t>(c - '0');
    }
    rewritten->push_back("0123456789abcdef"[nibble]);
  }
  return true;
}

absl::optional<uint32_t> ValueOfConstantName(absl::string_view text) {
  for (const Kind kind : kConstantKinds) {
    const absl::optional<uint32_t> value = ValueOf(kind, text);
    if (value.has_value()) return value;
  }
  return absl::nullopt;
}

}  // namespace plumb

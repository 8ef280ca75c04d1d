#include "parse/binary/hex_input.h"

#include <cstring>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/module.h"

namespace plumb {
namespace {

// One item of the list.
struct Item {
  absl::string_view text;    // with its prefix; empty at the end of the list
  absl::string_view digits;  // without its prefix
};

bool IsSeparator(char c) { return absl::ascii_isspace(c) || c == ','; }

Item ConsumeItem(absl::string_view* rest) {
  size_t begin = 0;
  while (begin < rest->size() && IsSeparator((*rest)[begin])) ++begin;
  size_t end = begin;
  while (end < rest->size() && !IsSeparator((*rest)[end])) ++end;
  Item item;
  item.text = item.digits = rest->substr(begin, end - begin);
  if (item.digits.size() > 1 && item.digits[0] == '0' &&
      (item.digits[1] == 'x' || item.digits[1] == 'X')) {
    item.digits.remove_prefix(2);
  } else if (!item.digits.empty() &&
             (item.digits[0] == 'x' || item.digits[0] == 'X')) {
    item.digits.remove_prefix(1);
  }
  rest->remove_prefix(end);
  return item;
}

// The value of up to `max_digits` hexadecimal digits; false for other text.
bool ParseDigits(absl::string_view digits, size_t max_digits, uint32_t* value) {
  if (digits.empty() || digits.size() > max_digits) return false;
  *value = 0;
  for (const char c : digits) {
    if (!absl::ascii_isxdigit(c)) return false;
    const uint32_t digit =
        absl::ascii_isdigit(c) ? c - '0' : absl::ascii_tolower(c) - 'a' + 10;
    *value = (*value << 4) | digit;
  }
  return true;
}

constexpr uint32_t kSwappedMagicNumber = 0x03022307;
constexpr uint8_t kLittleEndianBytes[] = {0x03, 0x02, 0x23, 0x07};
constexpr uint8_t kBigEndianBytes[] = {0x07, 0x23, 0x02, 0x03};

enum class Form { kNone, kWords, kBytes };

Form FormOf(absl::string_view text) {
  absl::string_view rest = text;
  uint32_t value = 0;
  if (!ParseDigits(ConsumeItem(&rest).digits, 8, &value)) return Form::kNone;
  if (value == kMagicNumber || value == kSwappedMagicNumber) {
    return Form::kWords;
  }
  const uint8_t* expected =
      value == kLittleEndianBytes[0] ? kLittleEndianBytes : kBigEndianBytes;
  if (value != expected[0]) return Form::kNone;
  for (int i = 1; i < 4; ++i) {
    if (!ParseDigits(ConsumeItem(&rest).digits, 2, &value) ||
        value != expected[i]) {
      return Form::kNone;
    }
  }
  return Form::kBytes;
}

absl::Status BadItem(absl::string_view text, absl::string_view item,
                     absl::string_view wanted) {
  size_t line = 1;
  size_t column = 1;
  for (const char* at = text.data(); at != item.data(); ++at) {
    column = *at == '\n' ? 1 : column + 1;
    if (*at == '\n') ++line;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(line, ":", column, ": '",
                   absl::CHexEscape(item.substr(0, 20)), "' is not ", wanted));
}

}  // namespace

bool LooksLikeHex(absl::string_view text) {
  return FormOf(text) != Form::kNone;
}

absl::StatusOr<std::vector<uint32_t>> WordsFromHex(absl::string_view text) {
  const Form form = FormOf(text);
  if (form == Form::kNone) {
    return absl::InvalidArgumentError(
        "no SPIR-V magic number at the start of the hexadecimal text");
  }
  const bool is_bytes = form == Form::kBytes;
  std::vector<uint32_t> words;
  words.reserve(text.size() / (is_bytes ? 12 : 9) + 1);
  uint32_t byte_count = 0;
  absl::string_view rest = text;
  for (Item item = ConsumeItem(&rest); !item.text.empty();
       item = ConsumeItem(&rest)) {
    uint32_t value = 0;
    if (!ParseDigits(item.digits, is_bytes ? 2 : 8, &value)) {
      return BadItem(text, item.text,
                     is_bytes ? "a byte of one or two hexadecimal digits"
                              : "a word of up to eight hexadecimal digits");
    }
    if (!is_bytes) {
      words.push_back(value);
      continue;
    }
    if (byte_count % 4 == 0) words.push_back(0);
    const uint8_t byte = static_cast<uint8_t>(value);
    std::memcpy(reinterpret_cast<char*>(&words.back()) + byte_count % 4, &byte,
                1);
    ++byte_count;
  }
  if (byte_count % 4 != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the text has ", byte_count,
                     " hexadecimal bytes, which is not a multiple of four"));
  }
  return words;
}

}  // namespace plumb

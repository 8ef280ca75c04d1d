#include "parse/binary/hex_input.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/byte_order.h"
#include "core/module.h"

namespace plumb {
namespace {

// One item of the list.
struct Item {
  absl::string_view text;    // with its prefix; empty at the end of the list
  absl::string_view digits;  // without its prefix
};

bool IsSeparator(char c) { return absl::ascii_isspace(c) || c == ','; }

// The start of the next item, past separators and comments.
size_t SkipToItem(absl::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (absl::StartsWith(text.substr(at), "//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (IsSeparator(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

Item ConsumeItem(absl::string_view* rest) {
  const size_t begin = SkipToItem(*rest);
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

constexpr uint32_t kSwappedMagicNumber = SwapBytes(kMagicNumber);
constexpr uint8_t kLittleEndianBytes[] = {0x03, 0x02, 0x23, 0x07};
constexpr uint8_t kBigEndianBytes[] = {0x07, 0x23, 0x02, 0x03};

enum class Form { kNone, kWords, kBytes, kRuns };

struct FormInfo {
  size_t characters_of_word;  // with separators
  absl::string_view requirement;
};

FormInfo InfoOf(Form form) {
  switch (form) {
    case Form::kBytes:
      return {12, "a byte of one or two hexadecimal digits"};
    case Form::kRuns:
      return {8, "bytes of two hexadecimal digits each"};
    case Form::kWords:
    case Form::kNone:
      break;
  }
  return {9, "a word of up to eight hexadecimal digits"};
}

Form FormOf(absl::string_view text) {
  absl::string_view rest = text;
  uint32_t value = 0;
  const Item first = ConsumeItem(&rest);
  const bool is_run = first.digits.size() > 8 && first.digits.size() % 2 == 0;
  if (first.digits.size() > 8 && !is_run) return Form::kNone;
  if (!ParseDigits(first.digits.substr(0, 8), 8, &value)) return Form::kNone;
  if (is_run) {
    return value == kMagicNumber || value == kSwappedMagicNumber ? Form::kRuns
                                                                 : Form::kNone;
  }
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

// Collects bytes to words.
class ByteCollector {
 public:
  explicit ByteCollector(std::vector<uint32_t>* words) : words_(*words) {}

  size_t count() const { return count_; }

  void Add(uint32_t value) {
    if (count_ % 4 == 0) words_.push_back(0);
    const auto byte = static_cast<uint8_t>(value);
    std::memcpy(reinterpret_cast<char*>(&words_.back()) + count_ % 4, &byte, 1);
    ++count_;
  }

  // Adds bytes of two digits each; false for other text.
  bool AddRun(absl::string_view digits) {
    if (digits.empty() || digits.size() % 2 != 0) return false;
    for (size_t at = 0; at < digits.size(); at += 2) {
      uint32_t value = 0;
      if (!ParseDigits(digits.substr(at, 2), 2, &value)) return false;
      Add(value);
    }
    return true;
  }

 private:
  std::vector<uint32_t>& words_;
  size_t count_ = 0;
};

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
  const FormInfo info = InfoOf(form);
  std::vector<uint32_t> words;
  words.reserve(text.size() / info.characters_of_word + 1);
  ByteCollector bytes(&words);
  absl::string_view rest = text;
  for (Item item = ConsumeItem(&rest); !item.text.empty();
       item = ConsumeItem(&rest)) {
    uint32_t value = 0;
    bool is_valid = true;
    if (form == Form::kRuns) {
      is_valid = bytes.AddRun(item.digits);
    } else if (!ParseDigits(item.digits, form == Form::kBytes ? 2 : 8,
                            &value)) {
      is_valid = false;
    } else if (form == Form::kBytes) {
      bytes.Add(value);
    } else {
      words.push_back(value);
    }
    if (!is_valid) return BadItem(text, item.text, info.requirement);
  }
  if (bytes.count() % 4 != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the text has ", bytes.count(),
                     " hexadecimal bytes, which is not a multiple of four"));
  }
  return words;
}

}  // namespace plumb

// Tests words as numbers, numbers in words, and the cache of words.
#include "parse/text/short_word.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

ShortWord WordOf(std::string text) {
  const size_t size = text.size();
  text.resize(ShortWord::kMaxSize, '#');  // bytes after the word
  return LoadShortWord(text.data(), size);
}

TEST(ShortWordTest, HasTheBytesFromTheLowestOn) {
  EXPECT_EQ(WordOf("").low, 0u);
  EXPECT_EQ(WordOf("ab").low, 0x6261u);
  EXPECT_EQ(WordOf("ab").high, 0u);
  EXPECT_EQ(WordOf("abcdefgh").low, 0x6867666564636261u);
  EXPECT_EQ(WordOf("abcdefgh").high, 0u);
  EXPECT_EQ(WordOf("abcdefghi").high, 0x69u);
  EXPECT_EQ(WordOf("abcdefghijklmnop").high, 0x706f6e6d6c6b6a69u);
}

// The value of a number; -1 for other text.
int64_t DecimalOf(const std::string& text) {
  uint32_t value = 0;
  const bool is_number =
      ParseShortDecimal(WordOf(text).low, text.size(), &value);
  return is_number ? int64_t{value} : -1;
}

TEST(ShortDecimalTest, NumbersOfAllSizes) {
  EXPECT_EQ(DecimalOf("0"), 0);
  EXPECT_EQ(DecimalOf("10"), 10);
  for (int64_t power = 1; power < 100000000; power *= 10) {
    for (int64_t value : {power, 7 * power, 9 * power + power / 3}) {
      EXPECT_EQ(DecimalOf(absl::StrCat(value)), value);
    }
  }
  EXPECT_EQ(DecimalOf("12345678"), 12345678);
  EXPECT_EQ(DecimalOf("99999999"), 99999999);
}

TEST(ShortDecimalTest, OtherWordsAreNotNumbers) {
  EXPECT_EQ(DecimalOf("00"), -1);
  EXPECT_EQ(DecimalOf("01234567"), -1);
  for (size_t size = 1; size <= 8; ++size) {
    for (size_t at = 0; at < size; ++at) {
      for (int c = 0; c < 256; ++c) {
        std::string text(size, '5');
        text[at] = static_cast<char>(c);
        const bool is_number =
            c >= '0' && c <= '9' && (c != '0' || at != 0 || size == 1);
        EXPECT_EQ(DecimalOf(text) >= 0, is_number) << text;
      }
    }
  }
}

TEST(WordCacheTest, FindsTheLastEntryKept) {
  WordCache<int> cache;
  EXPECT_EQ(cache.Find(WordOf("Location"), 1), nullptr);
  cache.Keep(WordOf("Location"), 1, 30);
  ASSERT_NE(cache.Find(WordOf("Location"), 1), nullptr);
  EXPECT_EQ(*cache.Find(WordOf("Location"), 1), 30);
  EXPECT_EQ(cache.Find(WordOf("Location"), 2), nullptr);
  EXPECT_EQ(cache.Find(WordOf("Locatio"), 1), nullptr);
  cache.Keep(WordOf("Location"), 1, 31);
  EXPECT_EQ(*cache.Find(WordOf("Location"), 1), 31);
}

// With more words than fit, some are dropped, but none is confused.
TEST(WordCacheTest, NeverConfusesWords) {
  WordCache<int> cache;
  int found = 0;
  for (int i = 0; i < 2000; ++i) cache.Keep(WordOf(absl::StrCat("w", i)), 0, i);
  for (int i = 0; i < 2000; ++i) {
    const int* const meaning = cache.Find(WordOf(absl::StrCat("w", i)), 0);
    if (meaning == nullptr) continue;
    EXPECT_EQ(*meaning, i);
    ++found;
  }
  EXPECT_GT(found, 100);
  EXPECT_LT(found, 2000);
}

}  // namespace
}  // namespace plumb

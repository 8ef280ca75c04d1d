// Compares AreIdsUpTo() with its definition, for every word and at the ends of
// the range.
#include "parse/binary/id_words.h"

#include <array>
#include <cstdint>

#include "gtest/gtest.h"

namespace plumb {
namespace {

using AreIds = bool (*)(uint32_t limit, const uint32_t* words, uint32_t bits);

class IdWordsTest : public testing::TestWithParam<AreIds> {};

TEST_P(IdWordsTest, ChecksTheWordsWhoseBitsAreSet) {
  const AreIds are_ids = GetParam();
  for (uint32_t odd = 0; odd < kIdWords; ++odd) {
    for (const uint32_t value : {0u, 8u, 0x7fffffffu, 0x80000000u, ~0u}) {
      std::array<uint32_t, kIdWords> words = {1, 2, 3, 4, 5, 6, 7, 7};
      words[odd] = value;
      for (uint32_t bits = 0; bits < 1u << kIdWords; ++bits) {
        ASSERT_EQ(are_ids(7, words.data(), bits), ((bits >> odd) & 1) == 0)
            << value << " at " << odd << ", bits " << bits;
      }
    }
  }
}

TEST_P(IdWordsTest, EndsAtTheLimit) {
  const AreIds are_ids = GetParam();
  for (const uint32_t limit : {1u, 100u, 0x7fffffffu, 0x80000000u, ~0u}) {
    std::array<uint32_t, kIdWords> words = {};
    words[3] = limit;
    EXPECT_TRUE(are_ids(limit, words.data(), 1 << 3)) << limit;
    EXPECT_FALSE(are_ids(limit - 1, words.data(), 1 << 3)) << limit;
    words[3] = limit + 1;
    EXPECT_FALSE(are_ids(limit, words.data(), 1 << 3)) << limit;
  }
  const std::array<uint32_t, kIdWords> words = {1};
  EXPECT_FALSE(are_ids(0, words.data(), 1)) << "there are no ids";
  EXPECT_TRUE(are_ids(0, words.data(), 0));
}

INSTANTIATE_TEST_SUITE_P(Ways, IdWordsTest,
                         testing::Values(&AreIdsUpTo, &portable::AreIdsUpTo));

}  // namespace
}  // namespace plumb

// Checks that words are ids in bounds, eight at a time if the machine can.
//
// The number of ids and their positions differ from instruction to
// instruction, so the branch at the end of a loop over them would often be
// mispredicted.
//
// Tested by id_words_test.cc.
#ifndef PLUMB_PARSE_BINARY_ID_WORDS_H_
#define PLUMB_PARSE_BINARY_ID_WORDS_H_

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <cstdint>

namespace plumb {

// The number of words read, whether they count or not.
inline constexpr uint32_t kIdWords = 8;

namespace portable {

inline bool AreIdsUpTo(uint32_t limit, const uint32_t* words, uint32_t bits) {
  bool all = true;
  for (uint32_t w = 0; w < kIdWords; ++w) {
    all &= words[w] - 1 < limit || ((bits >> w) & 1) == 0;
  }
  return all;
}

}  // namespace portable

#ifdef __SSE2__
namespace internal {

// Bits for the words that are not ids in bounds, of those whose bits are set,
// counted from bit `first`.
inline __m128i FindNonIds(uint32_t limit, const uint32_t* words, uint32_t bits,
                          int first) {
  const __m128i bit_of_word =
      _mm_setr_epi32(1 << first, 2 << first, 4 << first, 8 << first);
  const __m128i counts = _mm_cmpeq_epi32(
      _mm_and_si128(_mm_set1_epi32(static_cast<int>(bits)), bit_of_word),
      bit_of_word);
  // Comparisons are signed: the minimum becomes the minimum signed number.
  const __m128i sign = _mm_set1_epi32(INT32_MIN);
  const __m128i loaded = _mm_loadu_si128(
      reinterpret_cast<const __m128i*>(words + static_cast<uint32_t>(first)));
  const __m128i numbers =
      _mm_xor_si128(_mm_sub_epi32(loaded, _mm_set1_epi32(1)), sign);
  const __m128i limits =
      _mm_xor_si128(_mm_set1_epi32(static_cast<int>(limit)), sign);
  return _mm_andnot_si128(_mm_cmplt_epi32(numbers, limits), counts);
}

}  // namespace internal

inline bool AreIdsUpTo(uint32_t limit, const uint32_t* words, uint32_t bits) {
  const __m128i others =
      _mm_or_si128(internal::FindNonIds(limit, words, bits, 0),
                   internal::FindNonIds(limit, words, bits, 4));
  return _mm_movemask_epi8(others) == 0;
}
#else
// Whether each of the kIdWords words whose bit is set is in [1, limit].  All
// of the words must be readable.
using portable::AreIdsUpTo;
#endif  // __SSE2__

}  // namespace plumb

#endif  // PLUMB_PARSE_BINARY_ID_WORDS_H_

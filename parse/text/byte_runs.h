// The ends of runs of bytes, found 16 bytes at a time where the machine can.
//
// Nearly all of a text is names, words and the blanks between them, and they
// are short: the branch at the end of a loop over single bytes would be
// mispredicted for most of them.
//
// Tested by byte_runs_test.cc.
#ifndef PLUMB_PARSE_TEXT_BYTE_RUNS_H_
#define PLUMB_PARSE_TEXT_BYTE_RUNS_H_

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <bit>
#include <cstdint>

namespace plumb {

// Letters, digits and "_".
constexpr bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

// Space, tab, line feed, vertical tab, form feed, carriage return.
constexpr bool IsBlankByte(char c) { return c == ' ' || (c >= 9 && c <= 13); }

#ifdef __SSE2__
namespace internal {

// Bytes that lie in [low, low + count), as bytes of ones: the range is moved to
// the least signed values, so that one comparison is enough.
inline __m128i InRange(__m128i bytes, char low, int count) {
  const __m128i moved =
      _mm_add_epi8(bytes, _mm_set1_epi8(static_cast<char>(-128 - low)));
  return _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(-128 + count)));
}

inline uint32_t NameBytes(__m128i bytes) {
  const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  const __m128i in_name = _mm_or_si128(
      _mm_or_si128(InRange(lower, 'a', 26), InRange(bytes, '0', 10)),
      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')));
  return static_cast<uint32_t>(_mm_movemask_epi8(in_name));
}

inline uint32_t BlankBytes(__m128i bytes) {
  const __m128i blank = _mm_or_si128(InRange(bytes, 9, 5),
                                     _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')));
  return static_cast<uint32_t>(_mm_movemask_epi8(blank));
}

}  // namespace internal
#endif  // __SSE2__

// The first byte of [p, end) that is no IsNameByte(), or `end`.
inline const char* FindNameEnd(const char* p, const char* end) {
#ifdef __SSE2__
  for (; end - p >= 16; p += 16) {
    const uint32_t others = 0xffff ^ internal::NameBytes(_mm_loadu_si128(
                                         reinterpret_cast<const __m128i*>(p)));
    if (others != 0) return p + std::countr_zero(others);
  }
#endif
  while (p != end && IsNameByte(*p)) ++p;
  return p;
}

// The first blank or control byte of [p, end), or `end`.  Costs half of what
// FindNameEnd() does.
inline const char* FindBlank(const char* p, const char* end) {
#ifdef __SSE2__
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i more =
        _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(0x21)), bytes);
    const uint32_t others =
        0xffff ^ static_cast<uint32_t>(_mm_movemask_epi8(more));
    if (others != 0) return p + std::countr_zero(others);
  }
#endif
  while (p != end && static_cast<unsigned char>(*p) > 0x20) ++p;
  return p;
}

// The first quote, backslash or zero byte of [p, end), or `end`.
inline const char* FindQuote(const char* p, const char* end) {
#ifdef __SSE2__
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i found =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                  _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))),
                     _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    const auto mask = static_cast<uint32_t>(_mm_movemask_epi8(found));
    if (mask != 0) return p + std::countr_zero(mask);
  }
#endif
  while (p != end && *p != '"' && *p != '\\' && *p != '\0') ++p;
  return p;
}

// The first byte of [p, end) that is no IsBlankByte(), or `end`.
inline const char* FindBlankEnd(const char* p, const char* end) {
#ifdef __SSE2__
  for (; end - p >= 16; p += 16) {
    const uint32_t others = 0xffff ^ internal::BlankBytes(_mm_loadu_si128(
                                         reinterpret_cast<const __m128i*>(p)));
    if (others != 0) return p + std::countr_zero(others);
  }
#endif
  while (p != end && IsBlankByte(*p)) ++p;
  return p;
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_BYTE_RUNS_H_

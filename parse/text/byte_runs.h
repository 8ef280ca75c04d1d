// Finds the ends of runs of bytes, 16 bytes at a time if the machine can.
//
// Nearly all of a text is names, words and the blanks between them, and they
// are short: the branch at the end of a loop over single bytes would be
// mispredicted for most of them.
//
// Find…() return the end of a run of any length; Leading…() count how many of
// the 16 bytes at `p`, all of which must be readable, belong to a run.
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

// Neither a blank nor a control byte.
constexpr bool IsVisibleByte(char c) {
  return static_cast<unsigned char>(c) > 0x20;
}

namespace portable {

// Portable versions of the functions below.
template <typename Belongs>
inline uint32_t CountLeading(const char* p, Belongs belongs) {
  uint32_t count = 0;
  while (count < 16 && belongs(p[count])) ++count;
  return count;
}
inline uint32_t LeadingVisible(const char* p) {
  return CountLeading(p, IsVisibleByte);
}
inline uint32_t LeadingNameBytes(const char* p) {
  return CountLeading(p, IsNameByte);
}
inline uint32_t LeadingSpaces(const char* p) {
  return CountLeading(p, [](char c) { return c == ' '; });
}

}  // namespace portable

#ifdef __SSE2__
namespace internal {

// Bytes with all bits set for those in [low, low + count): the range is moved
// to the minimum signed values, so that one comparison is enough.
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

inline __m128i Load(const char* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

// The number of bytes before the first that is not in the run, by a mask of 16
// bytes.
inline uint32_t CountLeading(uint32_t others) {
  return static_cast<uint32_t>(std::countr_zero(others | 0x10000));
}

}  // namespace internal

inline uint32_t LeadingVisible(const char* p) {
  const __m128i bytes = internal::Load(p);
  const __m128i others =
      _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x20)), bytes);
  return internal::CountLeading(
      static_cast<uint32_t>(_mm_movemask_epi8(others)));
}

inline uint32_t LeadingNameBytes(const char* p) {
  return internal::CountLeading(0xffff ^
                                internal::NameBytes(internal::Load(p)));
}

inline uint32_t LeadingSpaces(const char* p) {
  const __m128i spaces = _mm_cmpeq_epi8(internal::Load(p), _mm_set1_epi8(' '));
  return internal::CountLeading(
      0xffff ^ static_cast<uint32_t>(_mm_movemask_epi8(spaces)));
}
#else
using portable::LeadingNameBytes;
using portable::LeadingSpaces;
using portable::LeadingVisible;
#endif  // __SSE2__

// The first byte of [p, end) that is not IsNameByte(), or `end`.
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

// The first blank or control byte of [p, end), or `end`.  Costs half as much
// as FindNameEnd().
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
  while (p != end && IsVisibleByte(*p)) ++p;
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

// The first byte of [p, end) that is not IsBlankByte(), or `end`.
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

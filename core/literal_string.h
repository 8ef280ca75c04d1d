// Literal strings in words (section 2.2.1): UTF-8, four bytes a word, low byte
// first, ended by a zero byte.
//
// Tested by literal_string_test.cc.
#ifndef PLUMB_CORE_LITERAL_STRING_H_
#define PLUMB_CORE_LITERAL_STRING_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/byte_order.h"

namespace plumb {

// The text in words whose lowest byte comes first.  It ends at the first zero
// byte, or at the end of `words`.
absl::string_view TextInLittleEndian(absl::Span<const uint32_t> words);

// A copy of words of a big-endian host, with their lowest byte first.
class CopyInLittleEndian {
 public:
  explicit CopyInLittleEndian(absl::Span<const uint32_t> words);
  operator absl::Span<const uint32_t>() const {  // NOLINT: as a Span is used
    return words_;
  }

 private:
  std::vector<uint32_t> words_;
};

// The text in words of this host, which must outlive it.
//
//   const LiteralString name(words.subspan(2));
//   Find(name.text());
class LiteralString {
 public:
  explicit LiteralString(absl::Span<const uint32_t> words) : words_(words) {}
  LiteralString(const LiteralString&) = delete;
  LiteralString& operator=(const LiteralString&) = delete;

  absl::string_view text() const { return TextInLittleEndian(words_); }

 private:
  std::conditional_t<kIsLittleEndian, absl::Span<const uint32_t>,
                     CopyInLittleEndian>
      words_;
};

}  // namespace plumb

#endif  // PLUMB_CORE_LITERAL_STRING_H_

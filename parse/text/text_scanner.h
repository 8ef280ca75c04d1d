// Stateless scanning helpers for callers that know the expected syntax at a
// position.
//
// Positions are pointers into the text, from its begin to its end, that the
// callers keep in registers.
//
// Tested by text_scanner_test.cc.
#ifndef PLUMB_PARSE_TEXT_TEXT_SCANNER_H_
#define PLUMB_PARSE_TEXT_TEXT_SCANNER_H_

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/base/optimization.h"
#include "absl/strings/string_view.h"
#include "parse/text/byte_runs.h"
#include "parse/text/lexer.h"

namespace plumb {

class TextScanner {
 public:
  // The number of readable bytes of a window.
  static constexpr size_t kWindow = 32;

  void Start(absl::string_view text);

  const char* end() const { return end_; }

  // The bytes at `p`, of which kWindow can be read: zero bytes follow the end
  // of the text.
  const char* Window(const char* p) const {
    return ABSL_PREDICT_TRUE(p < tail_begin_)
               ? p
               : tail_.data() + (p - tail_begin_);
  }

  // The start of the next token, which may be `p`, or the end.
  const char* SkipToToken(const char* p) const {
    const char* const window = Window(p);
    // One space separates most tokens.
    if (window[0] == ' ' && !IsSkipped(window[1])) return p + 1;
    return SkipLines(p, end_);
  }

  // All bytes up to a blank, which is more than a token if no blank follows
  // it: a caller that knows all possible words or bytes need not search for
  // the end of the token.  Empty if the next blank is far away, so that a text
  // without blanks is not read repeatedly.
  absl::string_view Run(const char* p) const { return Run(p, Window(p)); }
  // The same; 17 bytes of it must also be at `window`.
  absl::string_view Run(const char* p, const char* window) const {
    const uint32_t size = LeadingVisible(window);
    return size < 16 || !IsVisibleByte(window[16]) ? absl::string_view(p, size)
                                                   : LongRun(p);
  }

  // The end of a string of ASCII characters without backslashes and zero bytes,
  // with a blank or the end of the text after it; nullptr if there is none.
  // `string` is the text between the quotes.
  const char* PlainString(const char* p, absl::string_view* string) const;

 private:
  static constexpr size_t kLongestRun = 256;

  absl::string_view LongRun(const char* p) const;

  const char* end_ = nullptr;
  // From here on less than a window is left, and a copy is read.
  const char* tail_begin_ = nullptr;
  std::array<char, 2 * kWindow> tail_{};
};

inline void TextScanner::Start(absl::string_view text) {
  const size_t tail = std::min(text.size(), kWindow - 1);
  end_ = text.data() + text.size();
  tail_begin_ = end_ - tail;
  tail_.fill('\0');
  std::copy(tail_begin_, end_, tail_.begin());
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_TEXT_SCANNER_H_

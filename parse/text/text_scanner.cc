// See text_scanner.h.  Tested by text_scanner_test.cc.
#include "parse/text/text_scanner.h"

#include "parse/utf8.h"

namespace plumb {

absl::string_view TextScanner::LongRun(const char* p) const {
  const char* const limit =
      static_cast<size_t>(end_ - p) > kLongestRun ? p + kLongestRun : end_;
  const char* stop = FindBlank(p, limit);
  if (stop == limit && limit != end_) stop = p;
  return absl::string_view(p, static_cast<size_t>(stop - p));
}

const char* TextScanner::PlainString(const char* p,
                                     absl::string_view* string) const {
  if (p == end_ || *p != '"') return nullptr;
  const char* const begin = p + 1;
  const char* const quote = FindQuote(begin, end_);
  if (quote == end_ || *quote != '"') return nullptr;
  *string = absl::string_view(begin, static_cast<size_t>(quote - begin));
  if (!IsAscii(*string)) return nullptr;
  // An unusual byte after it means that the quote was intended to open another
  // string.
  return quote + 1 == end_ || IsSkipped(quote[1]) ? quote + 1 : nullptr;
}

}  // namespace plumb

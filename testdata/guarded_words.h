// A copy of words at the end of mapped memory: a read past the last word
// crashes in every build, without a sanitizer.
//
// Used by operand_bounds_test.cc.
#ifndef PLUMB_TESTDATA_GUARDED_WORDS_H_
#define PLUMB_TESTDATA_GUARDED_WORDS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace plumb {

class GuardedWords {
 public:
  explicit GuardedWords(absl::Span<const uint32_t> words);
  ~GuardedWords();
  GuardedWords(const GuardedWords&) = delete;
  GuardedWords& operator=(const GuardedWords&) = delete;

  absl::Span<const uint32_t> words() const { return words_; }

 private:
  void* pages_ = nullptr;
  size_t size_ = 0;  // of the pages, including the inaccessible one
  absl::Span<const uint32_t> words_;
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_GUARDED_WORDS_H_

// Appends text to a string without a size check for each piece: the string is
// kept larger than needed until the sink is destroyed.
//
// Tested by disassembler_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_TEXT_SINK_H_
#define PLUMB_PARSE_DISASSEMBLY_TEXT_SINK_H_

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace plumb {

class TextSink {
 public:
  using WritePart = absl::FunctionRef<void(absl::string_view part)>;

  // Appends to `out`, which must not be used elsewhere until then.  It holds
  // the last part if there is `write`.
  explicit TextSink(std::string* out, const WritePart* write = nullptr)
      : out_(out), pos_(out->data() + out->size()), end_(pos_), write_(write) {}
  ~TextSink() { out_->resize(size()); }
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;

  // The size of the string so far.
  size_t size() const { return static_cast<size_t>(pos_ - out_->data()); }

  void Reserve(size_t count) {
    if (static_cast<size_t>(end_ - pos_) < count) Grow(count);
  }
  void Put(char c) {
    Reserve(1);
    *pos_++ = c;
  }
  void Append(absl::string_view text) {
    Reserve(text.size());
    std::memcpy(pos_, text.data(), text.size());
    pos_ += text.size();
  }
  void Append(size_t count, char c) {
    Reserve(count);
    std::memset(pos_, c, count);
    pos_ += count;
  }
  void AppendNumber(uint32_t number) {
    Reserve(10);
    pos_ = std::to_chars(pos_, end_, number).ptr;
  }
  // Inserts `count` blanks before the text appended from `begin` on.
  void InsertBlanks(size_t begin, size_t count) {
    Reserve(count);
    char* const at = out_->data() + begin;
    std::memmove(at + count, at, static_cast<size_t>(pos_ - at));
    std::memset(at, ' ', count);
    pos_ += count;
  }
  void DropLast() { --pos_; }
  // At the end of a line, passes the text on and forgets it if there is much of
  // it and a function to pass it to.
  void EndLine() {
    if (write_ == nullptr || size() < kPartSize) return;
    (*write_)(From(0));
    pos_ = out_->data();
  }
  // The text from `begin` on, until the next change.
  absl::string_view From(size_t begin) const {
    return {out_->data() + begin, size() - begin};
  }
  // "0x" and eight digits.
  void AppendHex(uint32_t word) {
    Reserve(10);
    *pos_++ = '0';
    *pos_++ = 'x';
    for (int shift = 28; shift >= 0; shift -= 4) {
      *pos_++ = "0123456789abcdef"[(word >> shift) & 15];
    }
  }

 private:
  void Grow(size_t count) {
    const size_t used = size();
    out_->resize(std::max(used + count, used + used / 2 + 64));
    out_->resize(out_->capacity());
    pos_ = out_->data() + used;
    end_ = out_->data() + out_->size();
  }

  static constexpr size_t kPartSize = 1 << 16;

  std::string* out_;
  char* pos_;
  char* end_;
  const WritePart* write_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_TEXT_SINK_H_

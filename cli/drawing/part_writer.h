// Text that is passed on in parts while it is made, so that memory does not
// hold it.
//
// Tested by flow_chart_test.cc.
#ifndef PLUMB_CLI_DRAWING_PART_WRITER_H_
#define PLUMB_CLI_DRAWING_PART_WRITER_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace plumb::drawing {

using WritePart = absl::FunctionRef<void(absl::string_view part)>;

class PartWriter {
 public:
  explicit PartWriter(WritePart write) : write_(write) {}
  PartWriter(const PartWriter&) = delete;
  PartWriter& operator=(const PartWriter&) = delete;

  // The end of the text, to append to.  Shorter after EndPart().
  std::string* text() { return &text_; }

  // Passes the text on if there is much of it.
  void EndPart() {
    if (text_.size() >= kPartSize) End();
  }
  // Appends a text that may be long.
  void Pass(absl::string_view text) {
    for (; !text.empty();
         text.remove_prefix(std::min(text.size(), kPartSize))) {
      absl::StrAppend(&text_, text.substr(0, kPartSize));
      EndPart();
    }
  }
  // Passes the text on; the last call.
  void End() {
    if (!text_.empty()) write_(text_);
    text_.clear();
  }

 private:
  static constexpr size_t kPartSize = 1 << 16;

  WritePart write_;
  std::string text_;
};

// The parts that `make` passes on as one text.
inline std::string JoinParts(absl::FunctionRef<void(WritePart write)> make) {
  std::string whole;
  make([&](absl::string_view part) { absl::StrAppend(&whole, part); });
  return whole;
}

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_PART_WRITER_H_

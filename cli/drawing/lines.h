// A list of texts in one array.
//
// Tested by flow_chart_test.cc.
#ifndef PLUMB_CLI_DRAWING_LINES_H_
#define PLUMB_CLI_DRAWING_LINES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb::drawing {

class Lines {
 public:
  size_t size() const { return ends_.size(); }
  // Valid until the next Add.
  absl::string_view operator[](size_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[i - 1];
    return absl::string_view(text_).substr(begin, ends_[i] - begin);
  }
  void Add(absl::string_view line) {
    text_.append(line.data(), line.size());
    ends_.push_back(text_.size());
  }

 private:
  std::string text_;
  std::vector<size_t> ends_;
};

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_LINES_H_

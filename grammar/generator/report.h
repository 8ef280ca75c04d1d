// Collects the errors in the input files, so that one run of the generator
// reports all of them; printed as `file: object: reason`.
//
// Tested by generator_test.cc.
#ifndef PLUMB_GRAMMAR_GENERATOR_REPORT_H_
#define PLUMB_GRAMMAR_GENERATOR_REPORT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb::grammar::generator {

class Report {
 public:
  // `file` is printed without its folders.
  void Error(absl::string_view file, absl::string_view object,
             absl::string_view reason);
  // Printed, but does not stop the build.
  void Note(absl::string_view file, absl::string_view object,
            absl::string_view reason);

  bool ok() const { return errors_.empty(); }
  const std::vector<std::string>& errors() const { return errors_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<std::string> errors_;
  std::vector<std::string> notes_;
};

}  // namespace plumb::grammar::generator

#endif  // PLUMB_GRAMMAR_GENERATOR_REPORT_H_

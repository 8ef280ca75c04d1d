// Compares the results of the rules of structured control flow with those of
// the definitions, function by function.
//
// Many functions go into one module, which is faster and shows that they do
// not influence each other.
//
// Tested by structured_test.cc and structured_exhaustive_test.cc, which use
// it.
#ifndef PLUMB_VALIDATE_RULES_CFG_COMPARISON_H_
#define PLUMB_VALIDATE_RULES_CFG_COMPARISON_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "parse/binary/binary_reader.h"
#include "validate/rules/cfg/test_function.h"
#include "validate/validator.h"

namespace plumb {

class Comparison {
 public:
  // Compares this function, now or at the next Finish().  Returns the result
  // of the definitions: "" or a description of the error.
  absl::string_view Add(const TestFunction& function);
  // Compares the pending functions; a disagreement fails the current test.
  void Finish();

  uint64_t count() const { return count_; }
  uint64_t valid() const { return valid_; }
  // The number of functions that the definitions reject, by reason.
  const std::map<absl::string_view, uint64_t>& reasons() const {
    return reasons_;
  }
  // The number of reported errors by rule; one for a function with one fault.
  uint64_t reported() const { return reported_; }

 private:
  struct Entry {
    TestFunction function;
    absl::string_view verdict;  // of the definitions
    std::string reported;       // ids of rules
  };

  void Show(const Entry& entry);

  std::vector<Entry> entries_;
  size_t used_ = 0;  // of entries_, which keep their memory
  TestModule test_module_;
  BinaryReader reader_;
  Module module_;
  Validator validator_;
  DiagnosticList diagnostics_;
  uint64_t count_ = 0, valid_ = 0, reported_ = 0;
  std::map<absl::string_view, uint64_t> reasons_;
  int shown_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_COMPARISON_H_

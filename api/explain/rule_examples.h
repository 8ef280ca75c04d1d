// The test modules of rules as examples: one that breaks the rule, with the
// place marked in comments, and one that nearly does.
//
// Tested by explanation_test.cc.
#ifndef PLUMB_API_EXPLAIN_RULE_EXAMPLES_H_
#define PLUMB_API_EXPLAIN_RULE_EXAMPLES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

// A module that violates only this rule; empty if there is none, as for rules
// of the binary form.  Logarithmic in the examples.
std::string InvalidExample(absl::string_view rule_id);
// The same of a valid one.
std::string ValidExample(absl::string_view rule_id);

namespace internal {

// A module, as lines that others share (pack_examples.cc).
struct PackedExample {
  const char* file;  // "cfg.merge.unique-block", "cfg.merge.unique-block.ok"
  uint32_t first;    // into kExampleLineNumbers
  uint32_t count;
};
extern const char* const kExampleLines[];
extern const uint16_t kExampleLineNumbers[];
extern const PackedExample kExamples[];  // in bytewise order of `file`
extern const size_t kExampleCount;

}  // namespace internal

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_RULE_EXAMPLES_H_

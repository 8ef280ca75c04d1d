// Control flow in tests: blocks named by numbers, made into modules without
// assembling text.
//
// Tested by structured_test.cc and structured_exhaustive_test.cc, which use
// it.
#ifndef PLUMB_VALIDATE_RULES_CFG_TEST_FUNCTION_H_
#define PLUMB_VALIDATE_RULES_CFG_TEST_FUNCTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace plumb {

struct TestBlock {
  static constexpr int kNone = -1;

  enum Kind : uint8_t { kReturn, kBranch, kConditional, kSwitch };
  Kind kind = kReturn;
  std::vector<int> targets;  // of a switch: the default first
  int merge = kNone;
  int next = kNone;  // continue target

  bool is_loop() const { return next != kNone; }
  bool operator==(const TestBlock&) const = default;
};

// Block 0 comes first.
using TestFunction = std::vector<TestBlock>;

// Readable text, a block per line.
std::string ToString(const TestFunction& function);

// A module of SPIR-V 1.5 with any number of functions that are not called.
class TestModule {
 public:
  TestModule() { Clear(); }

  // Forgets all functions.
  void Clear();
  void Add(const TestFunction& function);
  uint32_t function_count() const { return function_count_; }

  // The whole binary, until the next Add().
  absl::Span<const uint32_t> Words();

 private:
  void AddInstruction(uint32_t opcode, absl::Span<const uint32_t> operands);

  std::vector<uint32_t> words_;
  std::vector<uint32_t> operands_;
  uint32_t next_id_ = 0;
  uint32_t function_count_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_TEST_FUNCTION_H_

// Reads words as spvBinaryParse and spvBinaryToText have to: up to the first
// error that they report.
//
// Plumb's reader finds all errors of a binary.  Some of them, such as a bound
// that is too small, only the validator of SPIRV-Tools reports; in turn its
// reader rejects ids with two definitions, imports of unknown sets, and
// literals and extended instructions whose type or set is not known.
//
// Tested by contract_test.sh and binary_input_test.cc.
#ifndef PLUMB_API_SPIRV_TOOLS_BINARY_INPUT_H_
#define PLUMB_API_SPIRV_TOOLS_BINARY_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "api/spirv_tools/message.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb::spirv_tools {

// Whether words and their number, as passed to a function, can be read; if not,
// the failure.
std::optional<Failure> CheckWords(const uint32_t* words, size_t count);

// The number, from 1, of the instruction that contains a word; 0 in the header.
// `words` are in the order of bytes of the machine.  Linear in the words.
size_t InstructionNumber(absl::Span<const uint32_t> words, uint32_t word);

class BinaryInput {
 public:
  struct Options {
    // Unknown opcodes and extended instructions are not errors.
    bool accepts_unknown = false;
  };

  // Reads a module; the words must outlive this.  O(words).
  BinaryInput(const uint32_t* words, size_t count, const Options& options);
  BinaryInput(const BinaryInput&) = delete;
  BinaryInput& operator=(const BinaryInput&) = delete;

  const Module& module() const { return module_; }
  // Whether the header can be used.
  bool has_header() const { return has_header_; }
  // The first error, if any.
  const std::optional<Failure>& failure() const { return failure_; }
  // The instructions before the first error: the first ones of the module.
  uint32_t readable_count() const { return readable_count_; }
  bool is_swapped() const { return is_swapped_; }

  // The words as they were given, in the order of bytes of the machine.
  absl::Span<const uint32_t> words() const { return words_; }

 private:
  void SetWords(const uint32_t* words, size_t count);
  void ReadModule(const uint32_t* words, size_t count, const Options& options);
  void FindFailure(const DiagnosticList& diagnostics);
  void FindRepeatedResult();
  void FindUnknownImport();
  void FindMissingDefinition();
  void FailAt(uint32_t word, spv_result_t result, std::string message);

  Module module_;
  std::vector<uint32_t> owned_words_;      // swapped
  std::vector<uint32_t> unbounded_words_;  // with another bound
  absl::Span<const uint32_t> words_;
  std::optional<Failure> failure_;
  uint32_t failure_word_ = 0;
  uint32_t readable_count_ = 0;
  bool has_header_ = false;
  bool is_swapped_ = false;
};

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_BINARY_INPUT_H_

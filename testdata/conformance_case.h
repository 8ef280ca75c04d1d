// Conformance cases: a module, how to assemble or validate it, and the
// expected verdict.  They are JSON Lines, one case per line.
//
// A case with "expect" is a validation case: its text is assembled for
// "asm_env" (or its "words" are used unchanged) and validated in "env".  Any
// other is an assembly case: its text must give "words" or fail.  A character
// of a text up to U+00FF represents a byte.
//
// Tested by conformance_test.cc.
#ifndef PLUMB_TESTDATA_CONFORMANCE_CASE_H_
#define PLUMB_TESTDATA_CONFORMANCE_CASE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/options.h"
#include "core/target_env.h"

namespace plumb {

struct ConformanceCase {
  enum class Kind : uint8_t { kAssembly, kValidation };

  Kind kind = Kind::kValidation;
  std::string id;
  std::string area;  // "asm/" or "val/" and the stem of the file
  TargetEnv assemble_env = kDefaultTargetEnv;
  bool preserve_ids = false;
  std::optional<std::string> text;
  std::vector<uint32_t> words;  // expected, or to be validated if no text
  ValidatorOptions options;     // env, limits and relaxations

  bool expect_accepted = false;
  // The reference's message if it rejects the module; a position of 0 is
  // unknown.
  std::string message;
  uint32_t line = 0;         // 1-based, of an assembly case
  uint32_t instruction = 0;  // 1-based, of a validation case
};

// Parses the case in a line.  `stem` is the stem of its file's name.
absl::StatusOr<ConformanceCase> ParseConformanceCase(absl::string_view line,
                                                     absl::string_view stem);

// All cases of the *.jsonl files at or below `path`, files in order of their
// names.  An error contains the file and line.
absl::StatusOr<std::vector<ConformanceCase>> ReadConformanceCases(
    const std::string& path);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_CONFORMANCE_CASE_H_

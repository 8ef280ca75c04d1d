// The comments that a disassembler writes above a module: the words of its
// header.
//
//   ; SPIR-V
//   ; Version: 1.5
//   ; Generator: Khronos SPIR-V Tools Assembler; 1
//   ; Bound: 19
//   ; Schema: 0
//
// Tested by header_comment_test.cc.
#ifndef PLUMB_PARSE_TEXT_HEADER_COMMENT_H_
#define PLUMB_PARSE_TEXT_HEADER_COMMENT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace plumb {

// The values in the comments before the first instruction.  A comment of
// another form is ignored, and the first of several counts.
struct HeaderComment {
  absl::optional<uint32_t> version;  // the word, as in ModuleHeader
  absl::optional<uint32_t> generator;
  absl::optional<uint32_t> bound;
  absl::optional<uint32_t> schema;

  bool complete() const {
    return version.has_value() && generator.has_value() && bound.has_value() &&
           schema.has_value();
  }
};
HeaderComment ReadHeaderComment(absl::string_view text);

// The minor version of SPIR-V 1.x in a comment "; Version: 1.x" before the
// first instruction, or nullopt.  A version other than 1.x is ignored.
absl::optional<uint32_t> VersionInHeaderComment(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_HEADER_COMMENT_H_

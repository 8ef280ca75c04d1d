// The comments that a disassembler puts above a module.
//
// Tested by header_comment_test.cc.
#ifndef PLUMB_PARSE_HEADER_COMMENT_H_
#define PLUMB_PARSE_HEADER_COMMENT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace plumb {

// The minor version of SPIR-V 1.x that a comment "; Version: 1.x" before the
// first instruction names, or nullopt.  A version other than 1.x counts as
// none.
absl::optional<uint32_t> VersionInHeaderComment(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_HEADER_COMMENT_H_

// The extended dialect of the assembly language, which must be requested: more
// comments, more forms of integers, constants by the names of scopes and
// masks, labels as "name:", and directive lines that are ignored
// (docs/user/assembly.md).
//
// Comments and directives are converted to ordinary comments before
// assembling, in a copy of the text in which everything keeps its offset.
//
// Tested by extended_syntax_test.cc.
#ifndef PLUMB_PARSE_TEXT_EXTENDED_SYNTAX_H_
#define PLUMB_PARSE_TEXT_EXTENDED_SYNTAX_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "parse/text/lexer.h"

namespace plumb {

// A directive line, by offsets in the text: from its point to the end of the
// line.
struct DirectiveLine {
  uint32_t begin;
  uint32_t end;
};

// `text` with the marks of comments ("#", "//") and directives (a point and a
// name, first in their line) replaced by ";".  Strings are unchanged.  Linear
// in the text, which must be less than 4 GiB.
std::string WithPlainComments(absl::string_view text,
                              std::vector<DirectiveLine>* directives);

// Whether a token is "name:", which defines a label.
inline bool IsLabelDefinition(const Token& token) {
  return token.kind() == TokenKind::kWord && token.end - token.begin > 1 &&
         token.end[-1] == ':';
}
// Whether a token starts a comment or a directive of the dialect.
bool IsExtendedComment(const Token& token);
bool IsDirective(const Token& token);

// Rewrites an integer with a prefix or suffix of the dialect (0b101, 101b,
// 0o17, 17o, 1Fh, 10d, with an optional sign) as one that ParseInteger()
// reads.  A binary number becomes a hexadecimal one, an octal one gets its
// leading zero. False if `text` is not such an integer.
bool RewriteInteger(absl::string_view text, std::string* rewritten);

// The value of a named constant that instructions take by id: a scope
// ("Workgroup"), or a mask of memory semantics
// ("AcquireRelease|UniformMemory"), ray flags, kernel enqueue flags or kernel
// profiling information.  All names of a mask must be of one kind; None is
// zero in each.  Nullopt if there is no such name.
absl::optional<uint32_t> ValueOfConstantName(absl::string_view text);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_EXTENDED_SYNTAX_H_

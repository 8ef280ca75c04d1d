// Which heading a commented disassembly has before an instruction: one for each
// part of a module (section 2.4) that debug information, annotations or types
// begin, where the first of its kind stands, and one for each function.
//
// Tested by disassembler_options_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_SECTION_HEADING_H_
#define PLUMB_PARSE_DISASSEMBLY_SECTION_HEADING_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "grammar/grammar.h"

namespace plumb {

enum class Heading : uint8_t { kNone, kDebug, kAnnotations, kTypes, kFunction };

// The heading as a comment; the name of the function is to follow.
absl::string_view HeadingText(Heading heading);

// Sees the instructions of a module in order.
class SectionHeadings {
 public:
  // The heading that stands before the next instruction.
  Heading Before(grammar::Op op);

 private:
  uint32_t seen_ = 0;  // bits by Heading
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_SECTION_HEADING_H_

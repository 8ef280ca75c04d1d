// The headings in a commented disassembly: one before the first instruction of
// each part of a module (section 2.4) that debug information, annotations or
// types begin, and one for each function.
//
// Tested by disassembler_options_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_SECTION_HEADING_H_
#define PLUMB_PARSE_DISASSEMBLY_SECTION_HEADING_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "grammar/grammar.h"

namespace plumb {

enum class Heading : uint8_t { kNone, kDebug, kAnnotations, kTypes, kFunction };

// The heading as a comment; the caller appends the name of the function.
absl::string_view HeadingText(Heading heading);

// Receives the instructions of a module in order.
class SectionHeadings {
 public:
  // The heading before the next instruction.
  Heading HeadingBefore(grammar::Op op);

 private:
  uint32_t seen_ = 0;  // bits by Heading
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_SECTION_HEADING_H_

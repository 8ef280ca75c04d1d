// Finds the text of an operand, for the caret of a diagnostic: the instruction
// is lexed again, so that no place has to be kept per operand.
//
// Tested by operand_locator_test.cc.
#ifndef PLUMB_PARSE_TEXT_OPERAND_LOCATOR_H_
#define PLUMB_PARSE_TEXT_OPERAND_LOCATOR_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace plumb {

// Byte offsets into a text.
struct TextRange {
  uint32_t begin = 0;
  uint32_t end = 0;  // one past the last

  friend bool operator==(const TextRange& a, const TextRange& b) = default;
};

// The token of an operand of the instruction that begins at byte `inst_begin`
// of `text` (Module::origin).  Operands count in the order of the words,
// including result type and result, masks as one; the result is the id before
// "=". Operand -1 is the opcode, and so is every operand that is not in the
// text.
TextRange TokenOfOperand(absl::string_view text, uint32_t inst_begin,
                         int32_t operand);

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_OPERAND_LOCATOR_H_

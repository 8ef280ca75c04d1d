// What a person calls an id: its name in the text the module was assembled
// from, or else its friendly name (friendly_names.h).
//
// Names come from the text when they are asked for; nothing is kept while
// assembling.  Tested by diagnostic_printer_test.cc.
#ifndef PLUMB_PARSE_ID_TEXT_H_
#define PLUMB_PARSE_ID_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/module.h"
#include "parse/disassembler.h"
#include "parse/operand_locator.h"

namespace plumb {

// Where the token of an operand stands in a text: the instruction begins at
// byte `inst_begin`; operand -1 is the opcode.
using OperandLocator = TextRange (*)(absl::string_view text,
                                     uint32_t inst_begin, int32_t operand);

class IdText {
 public:
  // Without a locator, names are friendly ones for a text too.
  IdText(const Module& module, OperandLocator locator)
      : module_(module), locator_(locator) {}

  // "%name".  `near` is an instruction that mentions the id, if one is known:
  // the text names an id that is defined nowhere there.
  std::string Text(Id id, InstIndex near = kNoInst);

  // Prints instructions with the same names; made at the first call.
  const Disassembler& disassembler();

 private:
  bool HasText() const {
    return locator_ != nullptr && !module_.text().empty();
  }
  std::string TokenText(InstIndex inst, uint32_t operand) const;

  const Module& module_;
  OperandLocator locator_;
  std::optional<Disassembler> disassembler_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_ID_TEXT_H_

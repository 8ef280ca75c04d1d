// Resolves the place of a diagnostic for readers: line, column and source line
// of a text; instruction, word and disassembled line of a binary.
//
// Tested by diagnostic_resolver_test.cc.
#ifndef PLUMB_API_RESOLVE_PLACE_RESOLVER_H_
#define PLUMB_API_RESOLVE_PLACE_RESOLVER_H_

#include <cstdint>

#include "api/resolve/id_text.h"
#include "api/resolve/line_table.h"
#include "api/resolve/resolved_diagnostic.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "parse/text/operand_locator.h"

namespace plumb {

class PlaceResolver {
 public:
  PlaceResolver(const Module& module, IdText* ids)
      : module_(module),
        ids_(ids),
        lines_(module.text()),
        is_text_(!module.text().empty()) {}

  // `is_note`: the place of a whole instruction is its result, because a note
  // mostly points at a declaration; otherwise it is the opcode.  `inst` becomes
  // the instruction, or kNoInst if the place is not in a readable one.
  ResolvedPlace Resolve(const Place& place, bool is_note, InstIndex* inst);

 private:
  ResolvedPlace ResolveInInput(const Place& place);
  // The words of an operand, or of the instruction.
  ResolvedRange<uint32_t> WordsOf(InstIndex inst, OperandIndex operand) const;
  ResolvedPlace ResolveInText(InstIndex inst, OperandIndex operand,
                              TextRange range);
  ResolvedPlace InBinary(InstIndex inst, OperandIndex operand);
  ResolvedPlace ResolveInWords(uint32_t begin, uint32_t end);
  OperandIndex OperandOf(const Place& place, bool is_note) const;

  const Module& module_;
  IdText* ids_;
  LineTable lines_;
  bool is_text_;
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_PLACE_RESOLVER_H_

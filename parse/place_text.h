// Where a diagnostic points, as a person finds it: line, column and source line
// of a text; instruction, word and disassembled line of a binary.
//
// Tested by diagnostic_printer_test.cc.
#ifndef PLUMB_PARSE_PLACE_TEXT_H_
#define PLUMB_PARSE_PLACE_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/diagnostic.h"
#include "core/module.h"
#include "parse/id_text.h"
#include "parse/line_table.h"
#include "parse/source_excerpt.h"
#include "parse/text/operand_locator.h"

namespace plumb {

// A place in terms of the input.
struct ResolvedPlace {
  // The instruction, or kNoInst if the place is in none (that could be read).
  InstIndex inst = kNoInst;
  // Of a text: from 1; absent (0) for the module as a whole.
  LineAndColumn at;
  // The word offset, from the magic number at 0; also of a text, if the place
  // is in an instruction.
  std::optional<uint32_t> word;
  // "31:17", "instruction 4 (word 21)", "word 21", or empty.
  std::string text;
  // The line and its caret; empty for the module as a whole.
  Excerpt excerpt;
};

class PlaceResolver {
 public:
  PlaceResolver(const Module& module, IdText* ids)
      : module_(module),
        ids_(ids),
        lines_(module.text()),
        is_text_(!module.text().empty()) {}

  // `is_note`: the place of a whole instruction is its result then, because a
  // note mostly says where something is declared; otherwise its opcode.
  ResolvedPlace Resolve(const Place& place, bool is_note);

 private:
  // The word that an operand begins at, or the instruction.
  uint32_t WordOf(InstIndex inst, int32_t operand) const;
  ResolvedPlace InText(InstIndex inst, int32_t operand, TextRange range);
  ResolvedPlace InBinary(InstIndex inst, int32_t operand);
  ResolvedPlace InWords(uint32_t begin, uint32_t end);
  int32_t OperandOf(const Place& place, bool is_note) const;

  const Module& module_;
  IdText* ids_;
  LineTable lines_;
  bool is_text_;
};

}  // namespace plumb

#endif  // PLUMB_PARSE_PLACE_TEXT_H_

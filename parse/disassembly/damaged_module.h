// Text for a binary that assembles to the same words even if the binary is
// malformed.
//
// Readable instructions are printed as such, other words as immediate words
// (!0x0000002a).  The text is assembled and compared; an instruction that does
// not round-trip is printed as words too, and if a few rounds do not suffice,
// so is everything.
//
// Tested by damaged_module_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_DAMAGED_MODULE_H_
#define PLUMB_PARSE_DISASSEMBLY_DAMAGED_MODULE_H_

#include <string>

#include "core/module.h"
#include "parse/disassembly/disassembler.h"

namespace plumb {

// `module` is the result of BinaryReader for the binary, as far as it could
// read it.  Ids are numbers and nothing is moved or coloured, whatever
// `options` are, because immediate words refer to ids by number.  The text
// assembles to the same words with numeric ids preserved, and to those of the
// header if it begins with the header.  Empty if there is no complete header.
std::string DisassembleDamaged(const Module& module,
                               DisassemblerOptions options);

// The same for a well-formed module: the text of Disassembler, unless it does
// not round-trip.  That can happen in three cases, which are tested: if there
// are immediate words, because the assembler has no layout for an instruction
// with them; if ids were renumbered; and if an id has two definitions, of
// which Disassembler uses the first.  With friendly names or reordered blocks
// nothing is guaranteed or tested.
std::string DisassembleWhole(const Module& module,
                             const DisassemblerOptions& options);

// The same in parts, so that memory does not hold the text if it is large and
// need not be assembled.
void WriteWhole(const Module& module, const DisassemblerOptions& options,
                Disassembler::WritePart write);

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_DAMAGED_MODULE_H_

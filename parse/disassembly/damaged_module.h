// Text for a binary that assembles to the same words even if its form is wrong.
//
// What can be read is printed as instructions, all else as immediate words
// (!0x0000002a).  The text is assembled and compared; an instruction that does
// not come back as it was is printed as words too, and if a few rounds of that
// are not enough, so is everything.
//
// Tested by damaged_module_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_DAMAGED_MODULE_H_
#define PLUMB_PARSE_DISASSEMBLY_DAMAGED_MODULE_H_

#include <string>

#include "core/module.h"
#include "parse/disassembly/disassembler.h"

namespace plumb {

// `module` is what BinaryReader made of the binary, as far as it could.  Ids
// are numbers and nothing is moved or coloured, whatever `options` say, as
// immediate words name ids by their numbers.  The text gives back the words if
// it is assembled with numeric ids preserved, the header's if it begins with
// the header.  Empty if there is not even a header.
std::string DisassembleDamaged(const Module& module,
                               DisassemblerOptions options);

// The same for a module whose form is right: what Disassembler prints, unless
// that does not give the words back.  It may not in three cases, where it is
// tried: where there are immediate words, since the assembler knows nothing of
// an instruction that has them; where ids were numbered anew; and where an id
// has two definitions, of which Disassembler heeds the first.  With friendly
// names or blocks in another order nothing is promised, and nothing tried.
std::string DisassembleWhole(const Module& module,
                             const DisassemblerOptions& options);

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_DAMAGED_MODULE_H_

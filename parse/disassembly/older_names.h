// The names of opcodes and enumerants in the tools of SPIR-V 1.6's first
// years, if an alias has replaced them since: the spirv-dis of a stable
// distribution prints the original names of vendor extensions.  The assembler
// accepts either.
//
// Tested by older_names_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_OLDER_NAMES_H_
#define PLUMB_PARSE_DISASSEMBLY_OLDER_NAMES_H_

#include "absl/strings/string_view.h"
#include "grammar/grammar.h"

namespace plumb {

// The older name if there is one, otherwise the name.
absl::string_view OlderName(const grammar::OpInfo& info);
absl::string_view OlderName(grammar::Kind kind,
                            const grammar::EnumerantInfo& info);

// Whether those tools had names for the instructions of a set; otherwise they
// print numbers.
bool OlderSetHasNames(grammar::ExtInstSet set);

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_OLDER_NAMES_H_

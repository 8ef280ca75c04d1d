// The tools that produce SPIR-V, by the number in the high half of a module's
// generator word (section 2.3), as registered with Khronos.
//
// Tested by disassembly/disassembler_test.cc.
#ifndef PLUMB_PARSE_GENERATOR_NAMES_H_
#define PLUMB_PARSE_GENERATOR_NAMES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace plumb {

// "Khronos SPIR-V Tools Assembler" for 7; empty for an unregistered number.
absl::string_view GeneratorName(uint32_t number);

// The smallest number with this name, or nullopt.
absl::optional<uint32_t> GeneratorNumber(absl::string_view name);

}  // namespace plumb

#endif  // PLUMB_PARSE_GENERATOR_NAMES_H_

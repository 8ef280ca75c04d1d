// The flags of plumb_text.
//
// Tested by output_test.cc.
#ifndef PLUMB_API_C_TEXT_FLAGS_H_
#define PLUMB_API_C_TEXT_FLAGS_H_

#include <cstdint>
#include <optional>

#include "parse/disassembly/disassembler.h"

namespace plumb::c_api {

// nullopt if a flag does not exist.
std::optional<DisassemblerOptions> OptionsOfText(uint32_t flags);

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_TEXT_FLAGS_H_

// The operands of an instruction in the form of spvBinaryParse.
//
// Tested by parsed_operands_test.cc and records_test.sh.
#ifndef PLUMB_API_SPIRV_TOOLS_PARSED_OPERANDS_H_
#define PLUMB_API_SPIRV_TOOLS_PARSED_OPERANDS_H_

#include <vector>

#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "core/module.h"

namespace plumb::spirv_tools {

// Replaces `operands` by those of the instruction.
void FillOperands(const Inst& inst,
                  std::vector<spv_parsed_operand_t>* operands);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_PARSED_OPERANDS_H_

// The numbers of operand kinds.
//
// Tested by operand_types_test.cc, contract_test.sh and records_test.sh.
#ifndef PLUMB_API_SPIRV_TOOLS_OPERAND_TYPES_H_
#define PLUMB_API_SPIRV_TOOLS_OPERAND_TYPES_H_

#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "grammar/grammar.h"

namespace plumb::spirv_tools {

// The number of the operands of a kind; SPV_OPERAND_TYPE_NONE for kinds that no
// operand has: composite ones, and enumerations of <id> operands.
spv_operand_type_t OperandTypeOf(Kind kind);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_OPERAND_TYPES_H_
